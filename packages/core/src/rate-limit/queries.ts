import { and, eq, gt, lt, lte, or, type SQL, sql, statement, type Values } from '@jarvis/database';
import { newRow, rowFrom } from '../db/rows.ts';
import { rateWindows } from '../db/schema/requests.ts';
import { sweepWhere } from '../db/statements.ts';

/**
 * The commit does not wait for the disk. A crash of Postgres may lose the counts of its last 0.6 s, but none of a request
 * whose change it kept, because that commit was written after the count.
 */
const withoutFlush = sql`from set_config('synchronous_commit', 'off', true)`;

/**
 * Counts one request in the subject's window, or begins a new window if the last one began at `cutoff` or before, or
 * later than `ahead`: a wrong clock must not lock people out until that time comes. No row when the window is full: a
 * refused request does not count. One statement, so that it is exact under any number of parallel requests. Not for a
 * transaction, whose other changes a crash could lose with the count.
 */
export const countInWindow = statement(
  (q, v: Values<Window & { now: string; cutoff: string; ahead: string; limit: number }>) => {
    const hasPassed = sql`(${lte(rateWindows.startedAt, v.cutoff)} or ${gt(rateWindows.startedAt, v.ahead)})`;
    const row = newRow(rateWindows, v, { startedAt: v.now, count: 1 });
    return q
      .insert(rateWindows)
      .select(rowFrom(rateWindows, row, withoutFlush))
      .onConflictDoUpdate({
        target: [rateWindows.subject, rateWindows.name],
        set: {
          count: sql`case when ${hasPassed} then 1 else ${rateWindows.count} + 1 end`,
          startedAt: sql`case when ${hasPassed} then excluded.started_at else ${rateWindows.startedAt} end`,
        },
        setWhere: sql`${hasPassed} or ${lt(rateWindows.count, v.limit)}`,
      })
      .returning({ startedAt: rateWindows.startedAt, count: rateWindows.count });
  },
);

type Window = { subject: string; name: string };

const isWindow = (v: Values<Window>, ...conditions: SQL[]) =>
  and(eq(rateWindows.subject, v.subject), eq(rateWindows.name, v.name), ...conditions);

/** Uncounts one request, unless the window has ended since. */
export const uncount = statement((q, v: Values<Window & { startedAt: string }>) =>
  q
    .update(rateWindows)
    .set({ count: sql`${rateWindows.count} - 1` })
    .where(isWindow(v, eq(rateWindows.startedAt, v.startedAt), gt(rateWindows.count, 0))),
);

export const selectWindow = statement((q, v: Values<Window>) =>
  q.select({ startedAt: rateWindows.startedAt }).from(rateWindows).where(isWindow(v)),
);

/** Removes windows that began before `before` or later than `ahead`: they are no longer used. */
export const sweepWindows = sweepWhere(
  rateWindows,
  ({ before, ahead }: Values<{ before: string; ahead: string }>) =>
    or(lt(rateWindows.startedAt, before), gt(rateWindows.startedAt, ahead)),
);
