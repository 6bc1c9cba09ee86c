import type { PageInput } from '@jarvis/contract';
import type { Context } from './context.ts';

/** After every id there is: lists that show the newest first begin there. */
export const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The cursor of an entry in a list that shows the newest first. */
export const byId = ({ id }: { readonly id: string }): string => id;

/** Where a `changeCursor` of the contract points; without one, the beginning of the list. */
export function placeInChanges(cursor = `9999999999999_${lastId}`): { afterChange: string; afterId: string } {
  const [milliseconds, afterId = ''] = cursor.split('_');
  return { afterChange: new Date(Number(milliseconds)).toISOString(), afterId };
}

/**
 * A page of a list, of `most` entries unless fewer are asked for. One row more says whether there is a next page,
 * whose cursor is noted for the transport.
 */
export async function takePage<Row>(
  { answer }: Pick<Context, 'answer'>,
  { limit, after }: PageInput,
  most: number,
  cursorOf: (row: Row) => string,
  read: (page: PageInput) => Promise<Row[]>,
): Promise<Row[]> {
  const size = limit ?? most;
  const rows = await read({ limit: size + 1, after });
  const page = rows.slice(0, size);
  const last = page.at(-1);
  if (last && rows.length > size) answer.next = cursorOf(last);
  return page;
}
