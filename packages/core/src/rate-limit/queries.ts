import { rawStatement, type SQL, sql, type Values } from '@jarvis/database';

/** What a window is counted in with. */
export interface WindowValues {
  name: string;
  now: string;
  /** A window that began before it has passed. */
  cutoff: string;
  limit: number;
}

/** Counts one request in the window of each `subject` of a query; see countInWindow. */
export const counting = (subjects: SQL, v: Values<WindowValues>) => sql`
    insert into rate_windows as w (subject, name, started_at, count)
    select subject, ${v.name}, ${v.now}::timestamptz, 1 from (${subjects}) as counted
    on conflict (subject, name) do update set
      count = case when w.started_at <= ${v.cutoff} then 1 else w.count + 1 end,
      started_at = case when w.started_at <= ${v.cutoff} then excluded.started_at else w.started_at end
    where w.started_at <= ${v.cutoff} or w.count < ${v.limit}::int
    returning started_at, count`;

/**
 * Counts one request in the subject's window, or begins a new window when the last has passed. No row when
 * the window is full: a refused request does not count. One statement, so that it is exact under any number
 * of parallel requests.
 */
export const countInWindow = rawStatement<
  { startedAt: string; count: number },
  WindowValues & { subject: string }
>(
  (v) => sql`
    with counted as (${counting(sql`select ${v.subject}::text as subject`, v)})
    select started_at as "startedAt", count from counted`,
);

export const windowStart = rawStatement<{ startedAt: string }, { subject: string; name: string }>(
  (v) =>
    sql`select started_at as "startedAt" from rate_windows where subject = ${v.subject} and name = ${v.name}`,
);

/**
 * Removes windows that began before `before`: nothing counts in them any more. At most `limit` at a time, and none
 * that a request holds: nobody waits for the sweep.
 */
export const sweepWindows = rawStatement<{ removed: number }, { before: string; limit: number }>(
  (v) => sql`
    with old as (
      select ctid from rate_windows where started_at < ${v.before} limit ${v.limit} for update skip locked
    ), gone as (delete from rate_windows where ctid in (select ctid from old) returning 1)
    select count(*)::int as "removed" from gone`,
);
