import { eq, sql, statement, type Values } from '@jarvis/database';
import { columns, rowFrom } from '../db/rows.ts';
import { users } from '../db/schema/accounts.ts';
import { changes } from '../db/schema/changes.ts';

/**
 * Raises the versions of the given pairs. Skips a deleted account; locks the others, because the foreign key of one that
 * is being deleted meanwhile would refuse them all. A version is at least the database's time in milliseconds, so that
 * it keeps rising after a crash has emptied the table. `raised` is the row's version before, also if another process
 * writes it at the same time; a subquery would return it as it was when the statement began.
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
            raised: sql`0`,
            changedAt: v.now,
          },
          sql`from unnest(${v.userIds}::uuid[], ${v.topics}::text[]) as changed (user_id, topic)
            join users on users.id = changed.user_id for key share of users`,
        ),
      )
      .onConflictDoUpdate({
        target: [changes.userId, changes.topic],
        set: {
          version: sql`greatest(${changes.version} + 1, excluded.version)`,
          raised: changes.version,
          changedAt: sql`excluded.changed_at`,
        },
      })
      .returning(columns(changes, 'userId', 'topic', 'version', 'raised')),
);

/**
 * All topics that ever changed, for the given accounts, and how long ago: null for an account without any. Skips a
 * deleted account.
 */
export const selectVersions = statement((q, v: Values<{ userIds: readonly string[] }>) =>
  q
    .select({
      userId: users.id,
      topic: changes.topic,
      version: changes.version,
      ageMs: sql<number | null>`(extract(epoch from clock_timestamp()) * 1000 - ${changes.version})::float8`,
    })
    .from(users)
    .leftJoin(changes, eq(changes.userId, users.id))
    .where(eq(users.id, sql`any(${v.userIds}::uuid[])`)),
);

export type FeedVersion = Awaited<ReturnType<typeof selectVersions>>[number];
