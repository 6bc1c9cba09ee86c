import { infiniteQueryOptions } from '@tanstack/react-query';

interface PagedList<Page, Row> {
  readonly queryKey: readonly unknown[];
  readonly read: (input: { after?: string }, options: { signal: AbortSignal }) => Promise<Page>;
  readonly rowsOf: (page: Page) => readonly Row[];
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
    // A row that changes between two reads may be on two pages.
    select: ({ pages }): Row[] => [
      ...new Map(pages.flatMap((page) => rowsOf(page)).map((row) => [row.id, row])).values(),
    ],
  });
