import { searchProviders } from '@jarvis/contract/providers';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { trpc } from '../data/client.ts';
import { modelLabel } from '../data/model-label.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { cx } from '../ui/classes.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { Page, PartHeading, Skeleton } from '../ui/page.tsx';
import { MailSettings } from './settings-mail.tsx';
import { ModelSettings } from './settings-model.tsx';
import { useConnectionSettings } from './settings-parts.tsx';
import { SearchSettings } from './settings-search.tsx';
import { providerNames } from './sign-in/providers.tsx';

const modelLines = `MODEL=openai:gpt-5
OPENAI_API_KEY=…
# or anthropic:…, google:…, ollama:…
# or any server that speaks like OpenAI's:
MODEL=openai-compatible:my-model
MODEL_BASE_URL=https://models.example.org/v1
MODEL_API_KEY=…`;
const searchLines = `SEARCH_PROVIDER=searxng   # or brave, tavily
SEARCH_URL=http://localhost:8080
# brave and tavily: SEARCH_API_KEY=…`;
const mailLines = `SMTP_URL=smtps://user:password@mail.example.org:465
MAIL_FROM=Jarvis <jarvis@example.org>`;
const identityLines = `GOOGLE_CLIENT_ID=…
GOOGLE_CLIENT_SECRET=…
GITHUB_CLIENT_ID=…
GITHUB_CLIENT_SECRET=…`;

export function ConnectionsPage() {
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = useQuery(
    // As new as what operators are told of failures.
    trpc.setup.connections.queryOptions(undefined, { staleTime: 0 }),
  );
  const settings = useConnectionSettings(data?.operator === true).data;
  return (
    <Page title={t('connections.title')} lead={t('connections.lead')}>
      {isPending ? (
        <Skeleton />
      ) : error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="space-y-4">
          <Connection
            id="model"
            what={t('connections.model')}
            used={data.model.builtin ? t('connections.modelBuiltin') : modelLabel(data.model.name)}
            connected={!data.model.builtin}
            failing={data.model.failing}
            how={t('connections.modelHow')}
            lines={modelLines}
            settings={settings && <ModelSettings model={settings.model} />}
          >
            {t(data.model.builtin ? 'connections.modelBuiltinText' : 'connections.modelText')}
          </Connection>
          <Connection
            id="search"
            what={t('connections.search')}
            used={data.search.name ? searchProviders[data.search.name].name : t('connections.searchNone')}
            connected={data.search.name !== null}
            failing={data.search.failing}
            how={t('connections.searchHow')}
            lines={searchLines}
            settings={settings && <SearchSettings search={settings.search} />}
          >
            {t(data.search.name === null ? 'connections.searchNoneText' : 'connections.searchText')}
          </Connection>
          <Connection
            id="mail"
            what={t('connections.mail')}
            used={data.mail.name === 'smtp' ? 'SMTP' : t('connections.mailOutbox')}
            connected={data.mail.name === 'smtp'}
            failing={data.mail.failing}
            how={t('connections.mailHow')}
            lines={mailLines}
            settings={settings && <MailSettings mail={settings.mail} />}
          >
            {t(data.mail.name === 'smtp' ? 'connections.mailText' : 'connections.mailOutboxText')}
          </Connection>
          <Connection
            id="identity"
            what={t('connections.identity')}
            used={
              data.identityProviders.map((provider) => providerNames[provider] ?? provider).join(', ') ||
              t('connections.identityNone')
            }
            connected={data.identityProviders.length > 0}
            how={t('connections.identityHow')}
            lines={identityLines}
          >
            {t(
              data.identityProviders.length > 0 ? 'connections.identityText' : 'connections.identityNoneText',
            )}
          </Connection>
        </div>
      )}
    </Page>
  );
}

function Connection({
  id,
  what,
  used,
  connected,
  failing = false,
  how,
  lines,
  settings,
  children,
}: {
  readonly id: string;
  readonly what: string;
  readonly used: string;
  readonly connected: boolean;
  /** Its last use failed. */
  readonly failing?: boolean;
  readonly how: string;
  readonly lines: string;
  /** Where an operator changes it. */
  readonly settings?: ReactNode;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  const Icon = failing ? TriangleAlert : connected ? CircleCheck : CircleDashed;
  return (
    <section className="rounded-2xl border border-line bg-raised p-5">
      <div className="flex items-start gap-3">
        <Icon
          className={cx(
            'mt-0.5 size-5 shrink-0',
            failing ? 'text-danger' : connected ? 'text-accent' : 'text-ink-3',
          )}
          aria-hidden
        />
        <div className="min-w-0 flex-1">
          <PartHeading id={id} className="text-sm font-medium text-ink-3">
            {what}
          </PartHeading>
          <p className="text-lg font-semibold wrap-anywhere">{used}</p>
          <p className="mt-1 leading-relaxed text-ink-2">
            {failing && <span className="text-danger">{t('connections.failing')} </span>}
            {children}
          </p>
          {settings}
          <details className="group/how mt-3">
            <summary className="tap link inline-flex items-center text-[0.9375rem]">
              {t('connections.change')}
            </summary>
            <div className="mt-3">
              <p className="flex items-center justify-between text-sm text-ink-2">
                {how} <CopyButton text={lines} label={t('common.copy')} />
              </p>
              <pre
                // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
                tabIndex={0}
                className="code mt-1 overflow-x-auto rounded-xl border border-line bg-sunken px-4 py-3 scroll-thin"
              >
                {lines}
              </pre>
            </div>
          </details>
        </div>
      </div>
    </section>
  );
}
