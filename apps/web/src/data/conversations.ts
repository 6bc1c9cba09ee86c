import type { Conversation, ConversationEntry } from '@jarvis/contract';
import { changeCursor } from '@jarvis/contract/cursor';
import { limits } from '@jarvis/contract/limits';
import type { InfiniteData } from '@tanstack/react-query';
import { pagedList } from './paged-list.ts';
import { queryClient, rpc, trpc } from './service/client.ts';

const pagesKey = [...trpc.conversations.list.pathKey(), 'pages'];

/** The conversations, the last changed first, with only the latest of each schedule. */
export const conversationPages = pagedList({
  queryKey: pagesKey,
  read: (input, options) => rpc.conversations.entries.query(input, options),
  rowsOf: ({ conversations }) => conversations,
  cursorOf: changeCursor,
  size: limits.conversationListMax,
});

const runsPage = 10;

/** The conversations that a schedule made, the last changed first, in small pages. */
export const scheduleConversations = (scheduleId: string) =>
  pagedList({
    queryKey: [...pagesKey, scheduleId],
    read: (input, options) =>
      rpc.conversations.ofSchedule.query({ scheduleId, limit: runsPage, ...input }, options),
    rowsOf: ({ conversations }) => conversations,
    cursorOf: changeCursor,
    size: runsPage,
  });

/** A loaded conversation. */
export const listedConversation = (id: string): Conversation | undefined =>
  queryClient
    .getQueriesData<Lists>({ queryKey: pagesKey })
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap((page) => page.conversations)
    .find((conversation) => conversation.id === id);

type Lists = InfiniteData<{ readonly conversations: readonly Conversation[] }, string>;

/** Changes or removes a shown conversation, until the lists are read again. The entry of a schedule with others stays. */
export function changeListed(id: string, change: (now: Conversation) => Conversation | undefined): void {
  queryClient.setQueriesData<Lists>(
    { queryKey: pagesKey },
    (now) =>
      now && {
        ...now,
        pages: now.pages.map(({ conversations }) => ({
          conversations: conversations.flatMap((each) =>
            each.id === id ? (change(each) ?? (standsForOthers(each) ? each : [])) : each,
          ),
        })),
      },
  );
}

/** Shows a new conversation, until the list is read again. */
export function listNew(conversation: Conversation): void {
  if (listedConversation(conversation.id)) return;
  queryClient.setQueryData<Lists>(pagesKey, (now) => {
    const [first, ...others] = now?.pages ?? [];
    return (
      now &&
      first && { ...now, pages: [{ conversations: [conversation, ...first.conversations] }, ...others] }
    );
  });
}

/** Whether an entry shows other conversations too, which a deletion of this one leaves. */
export const standsForOthers = (entry: Conversation | ConversationEntry): boolean =>
  'schedule' in entry && entry.schedule?.hasOthers === true;
