import { eq, sql, statement, type Values } from '@jarvis/database';
import { rowFrom } from '../db/rows.ts';
import { changes } from '../db/schema/changes.ts';

const version = { userId: changes.userId, topic: changes.topic, version: changes.version };

/**
 * The version of a row when the statement that raises it began; 0 for a new one. In raw text, for drizzle drops the
 * table's name.
 */
const before = sql<number>`coalesce((select b.version from changes b
  where b.user_id = changes.user_id and b.topic = changes.topic), 0)`;

/**
 * Raises the versions of the pairs given. An account that is gone meanwhile is passed over. A version is no less
 * than the database's time in milliseconds, so that it goes on rising when a crash has emptied the table.
 */
export const stampChanges = statement(
  (q, v: Values<{ userIds: readonly string[]; topics: readonly string[]; now: string }>) =>
    q
      .insert(changes)
      .select(
        rowFrom(
          changes,
          {
            userId: sql`changed.user_id`,
            topic: sql`changed.topic`,
            version: sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
            changedAt: v.now,
          },
          sql`from unnest(${v.userIds}::uuid[], ${v.topics}::text[]) as changed (user_id, topic)
            join users on users.id = changed.user_id`,
        ),
      )
      .onConflictDoUpdate({
        target: [changes.userId, changes.topic],
        set: {
          version: sql`greatest(${changes.version} + 1, excluded.version)`,
          changedAt: sql`excluded.changed_at`,
        },
      })
      .returning({ ...version, before }),
);

/** Of all topics that ever changed, for the accounts given. */
export const selectVersions = statement((q, v: Values<{ userIds: readonly string[] }>) =>
  q
    .select(version)
    .from(changes)
    .where(eq(changes.userId, sql`any(${v.userIds}::uuid[])`)),
);

export type Version = Awaited<ReturnType<typeof selectVersions>>[number];
