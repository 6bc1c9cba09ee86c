import type { Conversation, ConversationEntry } from '@jarvis/contract';
import { changeCursor } from '@jarvis/contract/cursor';
import { limits } from '@jarvis/contract/limits';
import type { InfiniteData } from '@tanstack/react-query';
import { pagedList } from './paged-list.ts';
import { queryClient, rpc, trpc } from './service/client.ts';

/** Also the beginning of the keys of other lists of conversations. */
export const pagesKey = [...trpc.conversations.list.pathKey(), 'pages'];

/** The conversations, the last changed first, with only the latest of each schedule. */
export const conversationPages = pagedList({
  queryKey: pagesKey,
  read: (input, options) => rpc.conversations.entries.query(input, options),
  rowsOf: ({ conversations }) => conversations,
  // Another run moves the entry of its schedule.
  keyOf: ({ id, schedule }) => schedule?.id ?? id,
  cursorOf: changeCursor,
  size: limits.conversationListMax,
});

/** A loaded conversation. */
export const listedConversation = (id: string): Conversation | undefined =>
  queryClient
    .getQueriesData<Lists>({ queryKey: pagesKey })
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap((page) => page.conversations)
    .find((conversation) => conversation.id === id);

type Lists = InfiniteData<{ readonly conversations: readonly Conversation[] }, string>;

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

/** Whether a row is an entry that shows other conversations too, which a deletion of its own leaves. */
export const standsForOthers = (row: { readonly id: string } | ConversationEntry): boolean =>
  'schedule' in row && row.schedule?.hasOthers === true;
