import type { Conversation } from '@jarvis/contract';
import { changeCursor } from '@jarvis/contract/cursor';
import { limits } from '@jarvis/contract/limits';
import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryClient, rpc, trpc } from './client.ts';

interface ListPage {
  readonly conversations: readonly Conversation[];
}

const pages = infiniteQueryOptions({
  queryKey: [...trpc.conversations.list.pathKey(), 'pages'],
  queryFn: ({ pageParam, signal }): Promise<ListPage> =>
    rpc.conversations.list.query(pageParam ? { after: pageParam } : {}, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ conversations }) => nextCursor(conversations, limits.conversationListMax),
});

/** The cursor of a list's next page; undefined when the last page was not full. */
export function nextCursor(page: ListPage['conversations'], size: number): string | undefined {
  const last = page.at(-1);
  return last && page.length >= size ? changeCursor(last) : undefined;
}

/** The loaded conversations, the last changed first; undefined before the first page. */
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
export function onceEach<Row extends { readonly id: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** A loaded conversation. */
export function listedConversation(id: string): Conversation | undefined {
  return queryClient
    .getQueryData(pages.queryKey)
    ?.pages.flatMap((page) => page.conversations)
    .find((conversation) => conversation.id === id);
}

/** Changes or removes a shown conversation, until the list is read again. */
export function changeListed(id: string, change: (now: Conversation) => Conversation | undefined): void {
  queryClient.setQueryData<InfiniteData<ListPage, string>>(pages.queryKey, (now) =>
    now
      ? {
          ...now,
          pages: now.pages.map(({ conversations }) => ({
            conversations: conversations.flatMap((each) => (each.id === id ? (change(each) ?? []) : each)),
          })),
        }
      : now,
  );
}
