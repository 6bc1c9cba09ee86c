import type { Conversation, ConversationEntry } from '@jarvis/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { use, useId, useState } from 'react';
import { AlarmClock, ChevronDown } from '~icons';
import type { TurnState } from '../../chat/replies/store.ts';
import { scheduleConversations } from '../../data/conversations.ts';
import { appLocale, t } from '../../i18n/translate.ts';
import { conversationIn, scheduleAddress } from '../../routing/addresses.ts';
import { Link } from '../../routing/link.tsx';
import { Shown } from '../../routing/use-view.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/classes.ts';
import { ConversationRow } from './conversation-row.tsx';
import { runLabel, withoutDay } from './run-label.ts';

interface Props {
  readonly schedule: NonNullable<ConversationEntry['schedule']>;
  readonly latest: Conversation;
  /** Ids of conversations that are about to be deleted. */
  readonly hidden: ReadonlySet<string>;
  readonly states: ReadonlyMap<string, TurnState>;
}

/** All conversations of a schedule: closed its name, open also each of them and the way to its history. */
export function ScheduleEntry({ schedule: { id, title }, latest, ...shown }: Props) {
  const [open, setOpen] = useState(false);
  const shownId = conversationIn(use(Shown).pathname);
  const listId = useId();
  const name = title ?? withoutDay(latest.title);
  const holdsShown = !open && shownId === latest.id;
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        title={name}
        onClick={() => setOpen(!open)}
        className={cx(
          'tap flex h-9 w-full items-center gap-2 rounded-lg px-2.5 text-start text-[0.9375rem] hover:bg-chosen hover:text-ink',
          holdsShown ? 'bg-chosen font-medium text-ink' : 'text-ink-2',
        )}
      >
        <AlarmClock className="size-4 shrink-0 text-ink-3" />
        <span className="sr-only">{t('conversations.schedule')}: </span>
        <bdi className="block min-w-0 flex-1 truncate">{name}</bdi>
        <ChevronDown
          className={cx('size-4 shrink-0 text-ink-3 transition-transform', open && 'rotate-180')}
        />
      </button>
      <div id={listId} hidden={!open} className="ms-4.5 border-s border-line ps-1.5">
        {open && (
          <>
            {title !== null && (
              <Link
                to={scheduleAddress(id)}
                className="tap flex h-9 items-center rounded-lg px-2.5 text-sm font-medium text-accent hover:bg-chosen"
              >
                {t('conversations.history')}
              </Link>
            )}
            <Runs {...{ id, name, latest }} {...shown} />
          </>
        )}
      </div>
    </li>
  );
}

/** The latest run at once, the others when they are loaded. */
function Runs({ id, name, latest, hidden, states }: Omit<Props, 'schedule'> & { id: string; name: string }) {
  const locale = appLocale();
  const query = useInfiniteQuery(scheduleConversations(id));
  const runs = query.data ?? [latest];
  return (
    <>
      <ul aria-label={t('conversations.runs', { title: name })}>
        {runs
          .filter((run) => !hidden.has(run.id))
          .map((run) => (
            <ConversationRow
              key={run.id}
              conversation={run}
              label={runLabel(run, name, locale)}
              state={states.get(run.id)?.state}
            />
          ))}
      </ul>
      {(query.hasNextPage || query.isError) && (
        <Button
          size="small"
          className="my-1 ms-2.5"
          busy={query.isFetching}
          onClick={() => void (query.data ? query.fetchNextPage() : query.refetch())}
        >
          {t(query.isError ? 'common.tryAgain' : 'conversations.older')}
        </Button>
      )}
    </>
  );
}
