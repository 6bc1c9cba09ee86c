import type { Database } from '@jarvis/database';

/** Data that may change although a request was refused: counts of requests, times of use, mails in transit. */
const passing = new Set(['rate_windows', 'sessions', 'oauth_states', 'reset_requests']);

/** A digest of every table that a refused request must not change. */
export async function snapshotOf(db: Database): Promise<Record<string, unknown>> {
  const tables = await db.run(
    "select tablename from pg_tables where schemaname = 'public' order by tablename",
    [],
  );
  const names = tables.map(([name]) => String(name)).filter((name) => !passing.has(name));
  const parts = names.map(
    (name) =>
      `select '${name}', count(*)::int, coalesce(md5(string_agg(t::text, ',' order by t::text)), '') from "${name}" t`,
  );
  const rows = await db.run(parts.join(' union all '), [], { prepared: false });
  return Object.fromEntries(rows.map(([name, ...state]) => [String(name), state]));
}
