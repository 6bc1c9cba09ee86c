import { infiniteQueryOptions } from '@tanstack/react-query';

interface PagedList<Page, Row> {
  readonly queryKey: readonly unknown[];
  readonly read: (input: { after?: string }, options: { signal: AbortSignal }) => Promise<Page>;
  readonly rowsOf: (page: Page) => readonly Row[];
  /** What a row is known by: its id, unless it stands for others. */
  readonly keyOf?: (row: Row) => string;
  /** What the next page comes after: the id of the last row, unless the list has another order. */
  readonly cursorOf?: (row: Row) => string;
  /** The number of rows of every page but the last. */
  readonly size: number;
}

/** A list that is read page by page. Its data are the rows of all loaded pages. */
export const pagedList = <Page, Row extends { readonly id: string }>({
  queryKey,
  read,
  rowsOf,
  keyOf = ({ id }) => id,
  cursorOf = ({ id }) => id,
  size,
}: PagedList<Page, Row>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam ? { after: pageParam } : {}, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => {
      const last = rowsOf(page).at(-1);
      return last && rowsOf(page).length >= size ? cursorOf(last) : undefined;
    },
    // A row that changed between the reads of two pages may be on both: it has moved to the first.
    select: ({ pages }): Row[] => {
      const known = new Set<string>();
      return pages.flatMap((page) => rowsOf(page)).filter((row) => known.size < known.add(keyOf(row)).size);
    },
  });
