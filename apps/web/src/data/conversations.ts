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
  read: (input: { after?: string }, options): Promise<EntryPage> | EntryPage =>
    keptPage(input.after) ?? rpc.conversations.entries.query(input, options),
  rowsOf: ({ conversations }) => conversations,
  // Another run moves the entry of its schedule.
  keyOf: ({ id, schedule }) => schedule?.id ?? id,
  cursorOf: changeCursor,
  size: limits.conversationListMax,
});

interface EntryPage {
  readonly conversations: readonly ConversationEntry[];
  /** It was read before the first page: entries may have changed since then. */
  readonly isOld?: boolean;
}

export const loadedPages = (): readonly EntryPage[] =>
  queryClient.getQueryData(conversationPages.queryKey)?.pages ?? [];

/** The ids of the conversations on the screen, as the list knows them. */
let idsInView = (): ReadonlySet<string> => new Set();
export const setView = (ids: typeof idsInView): void => {
  idsInView = ids;
};

/** Whether one of its conversations is among these. */
export const hasOne = ({ conversations }: EntryPage, ids: ReadonlySet<string>): boolean =>
  conversations.some(({ id }) => ids.has(id));

/** Those on the screen when the first page was read last. */
let shown = idsInView();

/**
 * The loaded entries of a page that is not on the screen: a change would otherwise read a hundred pages again. They
 * continue the page before them only if its end is still in its place.
 */
function keptPage(after: string | undefined): EntryPage | undefined {
  if (!after) {
    shown = idsInView();
    return undefined;
  }
  const loaded = loadedPages().flatMap((page) => page.conversations);
  const begin = loaded.findIndex((entry) => after.endsWith(entry.id) && after === changeCursor(entry)) + 1;
  const page = { conversations: loaded.slice(begin, begin + limits.conversationListMax), isOld: true };
  const isWhole = begin > 0 && page.conversations.length === limits.conversationListMax;
  return isWhole && !hasOne(page, shown) ? page : undefined;
}

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
