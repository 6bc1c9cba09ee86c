import type { SearchHit } from '@jarvis/contract';
import { changeCursor } from '@jarvis/contract/cursor';
import { limits } from '@jarvis/contract/limits';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ComponentProps, useDeferredValue } from 'react';
import { type TurnState, useTurnStates } from '../../chat/replies/store.ts';
import { conversationPages } from '../../data/conversations.ts';
import { pagedList } from '../../data/paged-list.ts';
import { rpc, trpc } from '../../data/service/client.ts';
import { newPlace } from '../../drafts/drafts.ts';
import { conversationAddress } from '../../routing/addresses.ts';
import { navigate } from '../../routing/history.ts';
import { usePendingDeletions } from '../../ui/feedback/deletions.ts';
import type { LoadMore } from '../../ui/feedback/load-more.tsx';

interface FoundConversation {
  readonly hit: SearchHit;
  /** Whether a reply in it is running, or failed. */
  readonly state: TurnState['state'] | undefined;
  readonly run: () => void;
}

interface PaletteSearch {
  /** Without a text the latest conversations, with one the matches; unstored ones first. */
  readonly found: readonly FoundConversation[];
  /** The text they match; lags behind the typed text while its answer renders. */
  readonly q: string;
  /** They match the current text, not an earlier one. */
  readonly known: boolean;
  /** No search is running, and none failed. */
  readonly settled: boolean;
  readonly failed: boolean;
  /** The query of the matches; undefined without a text. */
  readonly search: ComponentProps<typeof LoadMore>['query'] | undefined;
}

/** Searches the person's conversations while they type. */
export function useFound(text: string): PaletteSearch {
  const wantedQ = [...text.trim()].slice(0, 80).join('');
  const q = useDeferredValue(wantedQ);
  const { data: conversations } = useInfiniteQuery(conversationPages);
  const deleted = usePendingDeletions('conversations');
  const states = useTurnStates();
  const search = useInfiniteQuery({
    ...pagedList({
      queryKey: [...trpc.conversations.search.pathKey(), 'pages', q],
      read: (input, options) => rpc.conversations.search.query({ q, ...input }, options),
      rowsOf: (page) => page.hits,
      cursorOf: changeCursor,
      size: limits.searchHitsMax,
    }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  const hits: SearchHit[] = (
    q === ''
      ? (conversations?.slice(0, 8).map((each) => ({ ...each, messageId: null, excerpt: null })) ?? [])
      : (search.data ?? [])
  ).filter((hit) => !deleted.has(hit.id));
  const listed = new Set(conversations?.map(({ id }) => id));
  const wanted = text.trim().toLocaleLowerCase();
  const unlisted: SearchHit[] = [...states.values()]
    .filter(({ place, title }) => !listed.has(place) && title.toLocaleLowerCase().includes(wanted))
    .map(({ place, title, startedAt }) => {
      const at = new Date(startedAt).toISOString();
      return { id: place, title, createdAt: at, updatedAt: at, messageId: null, excerpt: null };
    });
  const open = ({ id, messageId }: SearchHit) =>
    navigate(id === newPlace ? '/' : conversationAddress(id, messageId));
  return {
    found: [...unlisted, ...hits].map((hit) => ({
      hit,
      state: states.get(hit.id)?.state,
      run: () => open(hit),
    })),
    q,
    known: q === wantedQ && (q === '' || (!search.isLoading && !search.isPlaceholderData)),
    settled: q === '' || (!search.isFetching && !search.isError),
    failed: q !== '' && search.isError && !search.data,
    search: q === '' ? undefined : search,
  };
}
