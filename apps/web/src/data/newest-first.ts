import { infiniteQueryOptions } from '@tanstack/react-query';

interface PagedList<Page> {
  readonly queryKey: readonly unknown[];
  readonly read: (input: { after?: string }, options: { signal: AbortSignal }) => Promise<Page>;
  readonly rowsOf: (page: Page) => readonly { readonly id: string }[];
  /** The number of rows of every page but the last. */
  readonly size: number;
}

/** The pages of a list in the order of its ids, newest first. */
export const newestFirst = <Page>({ queryKey, read, rowsOf, size }: PagedList<Page>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam ? { after: pageParam } : {}, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => {
      const rows = rowsOf(page);
      return rows.length < size ? undefined : rows.at(-1)?.id;
    },
  });
