import type { Conversation } from '@jarvis/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { TurnState } from '../../chat/replies/store.ts';
import { scheduleConversations } from '../../data/schedule-conversations.ts';
import { appLocale, t } from '../../i18n/translate.ts';
import { conversationIn } from '../../routing/addresses.ts';
import { Shown } from '../../routing/history.ts';
import { Button } from '../../ui/button.tsx';
import { ConversationRow } from './conversation-row.tsx';
import { runLabel } from './run-label.ts';

export interface RunsProps {
  /** Of the schedule. */
  readonly id: string;
  readonly name: string;
  readonly latest: Conversation;
  /** Ids of conversations that are about to be deleted. */
  readonly hidden: ReadonlySet<string>;
  readonly states: ReadonlyMap<string, TurnState>;
}

/** The latest run at once, the others when they are loaded. */
export default function Runs({ id, name, latest, hidden, states }: RunsProps) {
  const shownId = conversationIn(use(Shown).pathname);
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
              label={runLabel(run, name, appLocale())}
              state={states.get(run.id)?.state}
              current={run.id === shownId}
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
