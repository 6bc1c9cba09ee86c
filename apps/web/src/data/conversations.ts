import type { Conversation, ConversationEntry } from '@jarvis/contract';
import { changeCursor } from '@jarvis/contract/cursor';
import { limits } from '@jarvis/contract/limits';
import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryClient, rpc, trpc } from './service/client.ts';

interface LoadedPage<Listed extends Conversation = Conversation> {
  readonly conversations: readonly Listed[];
}

const pagesKey = [...trpc.conversations.list.pathKey(), 'pages'];

const pages = infiniteQueryOptions({
  queryKey: pagesKey,
  queryFn: ({ pageParam, signal }): Promise<LoadedPage<ConversationEntry>> =>
    rpc.conversations.entries.query(pageParam ? { after: pageParam } : {}, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ conversations }) => nextCursor(conversations, limits.conversationListMax),
});

const runsPage = 10;

/** The conversations that a schedule made, the last changed first, in small pages. */
export const scheduleConversations = (scheduleId: string) =>
  infiniteQueryOptions({
    queryKey: [...pagesKey, scheduleId],
    queryFn: ({ pageParam, signal }): Promise<LoadedPage> =>
      rpc.conversations.ofSchedule.query(
        { scheduleId, limit: runsPage, ...(pageParam && { after: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ conversations }) => nextCursor(conversations, runsPage),
  });

/** The cursor of a list's next page; undefined when the last page was not full. */
export function nextCursor(page: LoadedPage['conversations'], size: number): string | undefined {
  const last = page.at(-1);
  return last && page.length >= size ? changeCursor(last) : undefined;
}

/**
 * The loaded conversations, the last changed first, with only the latest of each schedule; undefined before the first
 * page.
 */
export function useConversations() {
  const query = useInfiniteQuery(pages);
  const { data } = query;
  const conversations = useMemo(
    () => data && onceEach(data.pages.flatMap((page) => page.conversations)),
    [data],
  );
  return { query, conversations };
}

/** A conversation that changes between reads may be on two pages. */
export const onceEach = <Row extends { readonly id: string }>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];

/** A loaded conversation. */
export const listedConversation = (id: string): Conversation | undefined =>
  queryClient
    .getQueriesData<Lists>({ queryKey: pagesKey })
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap((page) => page.conversations)
    .find((conversation) => conversation.id === id);

type Lists = InfiniteData<LoadedPage, string>;

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

/** Whether an entry shows other conversations too, which a deletion of this one leaves. */
export const standsForOthers = (entry: Conversation | ConversationEntry): boolean =>
  'schedule' in entry && entry.schedule?.hasOthers === true;
