import { sql } from 'drizzle-orm';
import { rawStatement } from '../db/statement.ts';

const p = sql.placeholder;

/**
 * Counts one request in the subject's window, or begins a new window when the last has passed. No row when
 * the window is full: a refused request does not count. One statement, so that it is exact under any number
 * of parallel requests.
 */
export const countInWindow = rawStatement<{ startedAt: string; count: number }>(
  sql`
    insert into rate_windows as w (subject, name, started_at, count)
    values (${p('subject')}, ${p('name')}, ${p('now')}, 1)
    on conflict (subject, name) do update set
      count = case when w.started_at <= ${p('cutoff')} then 1 else w.count + 1 end,
      started_at = case when w.started_at <= ${p('cutoff')} then excluded.started_at else w.started_at end
    where w.started_at <= ${p('cutoff')} or w.count < ${p('limit')}::int
    returning started_at, count`,
  ['startedAt', 'count'],
);

export const windowStart = rawStatement<{ startedAt: string }>(
  sql`select started_at from rate_windows where subject = ${p('subject')} and name = ${p('name')}`,
  ['startedAt'],
);

/** Removes windows that began before `before`: nothing counts in them any more. */
export const sweepWindows = rawStatement<{ removed: number }>(
  sql`
    with gone as (delete from rate_windows where started_at < ${p('before')} returning 1)
    select count(*)::int from gone`,
  ['removed'],
);
