import type { Database } from '@jarvis/database';

/** The number of partitions of a table. */
const partitions = 8;

/**
 * Tables of an account with another lookup key (a cookie, a key, a provider's subject; the accounts of a process's
 * open pages, a browser that is pushed to): they are not partitioned, like tables without an account.
 */
const together = [
  'sessions',
  'api_keys',
  'identities',
  'reset_tokens',
  'grants',
  'grant_tokens',
  'changes',
  'push_subscriptions',
  'calendar_feeds',
];

/**
 * Partitions the tables of a migrated database without rows by a hash of the account, as a distributed Postgres would
 * over machines (packages/database/SPREADING.md). Throws if a unique key lacks the account.
 */
export async function spreadByAccount(db: Database): Promise<void> {
  const run = (text: string) => db.run(text, [], { prepared: false });
  const tables = (await run(tablesSql)).map(([table, unlogged, options, constraints, indexes]) => ({
    table: String(table),
    unlogged: unlogged === true,
    options: options ? ` with (${options})` : '',
    constraints: constraints as readonly Constraint[],
    indexes: indexes as readonly string[],
  }));
  for (const { table } of tables) await run(`alter table ${table} rename to ${table}_whole`);
  for (const { table } of tables) {
    await run(
      `create table ${table} (like ${table}_whole including all excluding indexes) partition by hash (user_id)`,
    );
    await run(`drop table ${table}_whole cascade`);
  }
  for (const { table, unlogged, options } of tables) {
    for (let n = 0; n < partitions; n += 1) {
      await run(
        `create ${unlogged ? 'unlogged' : ''} table ${table}_${n} partition of ${table}
         for values with (modulus ${partitions}, remainder ${n})${options}`,
      );
    }
  }
  const isForeign = ([, definition]: Constraint) => definition.startsWith('FOREIGN KEY');
  const constraints = tables.flatMap((t) => t.constraints.map((c) => [t.table, c] as const));
  for (const foreign of [false, true]) {
    for (const [table, constraint] of constraints.filter(([, c]) => isForeign(c) === foreign)) {
      await run(`alter table ${table} add constraint "${constraint[0]}" ${constraint[1]}`);
    }
  }
  for (const index of tables.flatMap(({ indexes }) => indexes)) await run(index);
}

type Constraint = readonly [name: string, definition: string];

/** The tables to partition, with the definitions that `like` does not copy. */
const tablesSql = `
  select t.relname, t.relpersistence = 'u', array_to_string(t.reloptions, ', '),
    (
      select coalesce(json_agg(json_build_array(conname, pg_get_constraintdef(c.oid))), '[]')
      from pg_constraint c where conrelid = t.oid and contype in ('p', 'u', 'f')
    ),
    (
      select coalesce(json_agg(pg_get_indexdef(indexrelid)), '[]') from pg_index
      where indrelid = t.oid and not exists (select from pg_constraint where conindid = indexrelid and conrelid = t.oid)
    )
  from pg_class t join pg_attribute a on a.attrelid = t.oid
  where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
    and t.relname <> all ('{${together}}') and a.attname = 'user_id'`;
