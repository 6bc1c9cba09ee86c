import { and, eq, sql, statement, type Values } from '@jarvis/database';
import { columns, rowFrom } from '../db/rows.ts';
import { users } from '../db/schema/accounts.ts';
import { changes } from '../db/schema/changes.ts';

const version = { userId: changes.userId, topic: changes.topic, version: changes.version };

/**
 * Raises the versions of the given pairs; `before` is the version that was raised, 0 for a new row. Skips a deleted
 * account. A version is at least the database's time in milliseconds, so that it keeps rising after a crash has
 * emptied the table. The rows are locked first, because the statement itself sees a row as it was when it began, not
 * as another process leaves it that is writing it at the same time.
 */
export const stampChanges = statement(
  (q, v: Values<{ userIds: readonly string[]; topics: readonly string[]; now: string }>) => {
    const changed = sql`unnest(${v.userIds}::uuid[], ${v.topics}::text[]) as changed (user_id, topic)`;
    const held = q.$with('held').as(
      q
        .select(version)
        .from(changes)
        .where(sql`(${changes.userId}, ${changes.topic}) in (select * from ${changed})`)
        // The same order everywhere, so that two processes cannot deadlock.
        .orderBy(changes.userId, changes.topic)
        .for('update'),
    );
    const written = q.$with('written').as(
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
            sql`from ${changed} join users on users.id = changed.user_id left join held using (user_id, topic)`,
          ),
        )
        .onConflictDoUpdate({
          target: [changes.userId, changes.topic],
          set: {
            version: sql`greatest(${changes.version} + 1, excluded.version)`,
            changedAt: sql`excluded.changed_at`,
          },
        })
        .returning(version),
    );
    return q
      .with(held, written)
      .select({
        ...columns(written, 'userId', 'topic', 'version'),
        before: sql<number>`coalesce(${held.version}, 0)`,
      })
      .from(written)
      .leftJoin(held, and(eq(held.userId, written.userId), eq(held.topic, written.topic)));
  },
);

/** All topics that ever changed, for the given accounts: null for an account without any. Skips a deleted account. */
export const selectVersions = statement((q, v: Values<{ userIds: readonly string[] }>) =>
  q
    .select({ userId: users.id, topic: changes.topic, version: changes.version })
    .from(users)
    .leftJoin(changes, eq(changes.userId, users.id))
    .where(eq(users.id, sql`any(${v.userIds}::uuid[])`)),
);

export type Version = Awaited<ReturnType<typeof selectVersions>>[number];
