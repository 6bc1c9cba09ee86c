import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Brain, CircleCheck, CircleDashed, ListChecks, ListTodo, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { trpc } from '../data/client.ts';
import { searchNames } from '../data/search-names.ts';
import { useUser } from '../data/session.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { cx } from '../ui/classes.ts';

/** The start of a new chat: a greeting, things to try, and what this installation is connected to. */
export function Welcome({ onStart }: { readonly onStart: (text: string) => void }) {
  const { t } = useTranslation();
  const user = useUser();
  const hour = new Date().getHours();
  const greeting = t(
    hour < 5 || hour >= 18 ? 'welcome.evening' : hour < 12 ? 'welcome.morning' : 'welcome.afternoon',
  );
  const starters: [ReactNode, string, string][] = [
    [<ListTodo key="task" />, t('welcome.taskTitle'), t('welcome.taskPrompt')],
    [<Brain key="remember" />, t('welcome.rememberTitle'), t('welcome.rememberPrompt')],
    [<ListChecks key="list" />, t('welcome.listTitle'), t('welcome.listPrompt')],
    [<Sparkles key="ask" />, t('welcome.askTitle'), t('welcome.askPrompt')],
  ];
  return (
    <div className="flex h-full flex-col overflow-y-auto scroll-thin">
      <div className="m-auto w-full max-w-3xl px-5 py-6 sm:px-8">
        <h1 className="font-display text-[2rem] leading-tight font-semibold text-balance sm:text-[2.5rem]">
          {user.displayName ? t('welcome.named', { greeting, name: user.displayName }) : greeting}
        </h1>
        <p className="mt-2 text-lg text-ink-2">{t('welcome.lead')}</p>
        <ul aria-label={t('welcome.startersLabel')} className="mt-8 grid gap-2.5 sm:grid-cols-2">
          {starters.map(([icon, title, prompt]) => (
            <li key={title}>
              <button
                type="button"
                onClick={() => onStart(prompt)}
                className="flex h-full w-full items-start gap-3 rounded-2xl border border-line bg-raised p-4 text-start transition-colors hover:border-line-strong [&>svg]:mt-0.5 [&>svg]:size-4.5 [&>svg]:shrink-0 [&>svg]:text-accent"
              >
                {icon}
                <span>
                  <span className="block font-medium">{title}</span>
                  <span className="mt-0.5 block text-[0.9375rem] leading-snug text-ink-2">{prompt}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
        <ConnectionStrip />
      </div>
    </div>
  );
}

function ConnectionStrip() {
  const { t } = useTranslation();
  const { data } = useQuery(trpc.setup.connections.queryOptions(undefined, { staleTime: 600_000 }));
  if (!data) return <div className="mt-8 h-11" />;
  const rows: [string, string, boolean][] = [
    [
      t('connections.model'),
      data.model.builtin ? t('connections.modelBuiltin') : data.model.name,
      !data.model.builtin,
    ],
    [
      t('connections.search'),
      searchNames[data.search.name ?? ''] ?? t('connections.searchNone'),
      data.search.name !== null,
    ],
    [
      t('connections.mail'),
      data.mail.name === 'smtp' ? 'SMTP' : t('connections.mailOutbox'),
      data.mail.name === 'smtp',
    ],
  ];
  return (
    <Link
      to="/connections"
      className="tap mt-8 flex flex-wrap items-center gap-x-6 gap-y-2 rounded-xl py-2 text-sm text-ink-3 hover:text-ink-2"
    >
      <span className="sr-only">{t('connections.title')}: </span>
      {rows.map(([what, used, connected]) => (
        <span key={what} className="flex items-center gap-1.5">
          {connected ? (
            <CircleCheck className="size-4 text-accent" aria-hidden />
          ) : (
            <CircleDashed className="size-4" aria-hidden />
          )}
          {what}: <span className={cx('font-medium', connected ? 'text-ink-2' : '')}>{used}</span>
        </span>
      ))}
    </Link>
  );
}
