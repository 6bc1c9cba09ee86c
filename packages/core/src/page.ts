import type { PageInput } from '@jarvis/contract';
import type { Queries } from '@jarvis/database';
import type { Caller } from './callers.ts';
import type { Context } from './context.ts';

/** Lower than every id: the start of lists in the order of ids. */
export const firstId = '00000000-0000-0000-0000-000000000000';

/** Higher than every id: the start of lists with the newest first. */
export const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The cursor of an entry in a list with the newest first. */
export const byId = ({ id }: { readonly id: string }): string => id;

/** The start of lists with the soonest first: lower than the cursor of the first local time of 1970 in any zone. */
export const soonest = `-99999999_${firstId}`;

/** The position of a `changeCursor` of the contract; without one, the beginning of the list. */
export function placeInChanges(cursor = `9999999999999_${lastId}`): { afterChange: string; afterId: string } {
  const [milliseconds, afterId = ''] = cursor.split('_');
  return { afterChange: new Date(Number(milliseconds)).toISOString(), afterId };
}

/** A page of a list. One more row tells whether there is a next page, whose cursor is set for the transport. */
export async function takePage<Row>(
  { answer }: Pick<Context, 'answer'>,
  { limit, after }: PageInput,
  cursorOf: (row: Row) => string,
  read: (page: PageInput) => Promise<Row[]>,
): Promise<Row[]> {
  const rows = await read({ limit: limit + 1, after });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (last && rows.length > limit) answer.next = cursorOf(last);
  return page;
}

/** A page of a list of the caller's rows with the newest first. */
export const takeNewest = <Row extends { readonly id: string }>(
  ctx: Context & { readonly caller: Caller },
  input: PageInput,
  read: (db: Queries, page: { userId: string; afterId: string; limit: number }) => Promise<Row[]>,
): Promise<Row[]> =>
  takePage(ctx, input, byId, ({ limit, after: afterId = lastId }) =>
    read(ctx.deps.db, { userId: ctx.caller.userId, afterId, limit }),
  );

/** All rows of a list, read by pages; each page begins after the last row of the previous one. */
export async function* allRows<Row>(page: (after: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row> {
  let after: Row | undefined;
  for (;;) {
    const rows = await page(after);
    // A page of long rows has fewer of them, so only an empty page is the end.
    if (rows.length === 0) return;
    yield* rows;
    after = rows.at(-1);
  }
}
