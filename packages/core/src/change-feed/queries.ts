import { rawStatement, sql } from '@jarvis/database';
import type { ChangeTopic } from '../ports.ts';

interface Version {
  readonly userId: string;
  readonly topic: ChangeTopic;
  readonly version: number;
}

/** Raises the versions of the pairs given. An account that is gone meanwhile is passed over. */
export const stampChanges = rawStatement<Version, { userIds: string[]; topics: string[]; now: string }>(
  (v) => sql`
    insert into changes as c (user_id, topic, version, changed_at)
    select changed.user_id, changed.topic, 1, ${v.now}
    from unnest(${v.userIds}::uuid[], ${v.topics}::text[]) as changed (user_id, topic)
    join users on users.id = changed.user_id
    on conflict (user_id, topic) do update set version = c.version + 1, changed_at = excluded.changed_at
    returning user_id as "userId", topic, version`,
);

export const selectVersions = rawStatement<Version, { userIds: string[] }>(
  (v) => sql`
    select user_id as "userId", topic, version from changes where user_id = any(${v.userIds}::uuid[])`,
);
