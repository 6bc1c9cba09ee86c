import type { File } from '@jarvis/contract';
import { atMost, sql, statement, type Values } from '@jarvis/database';
import { type Own, pick } from '../../db/rows.ts';
import { files } from '../../db/schema/files.ts';

const shown = {
  id: true,
  name: true,
  mediaType: true,
  bytes: true,
  width: true,
  height: true,
  pages: true,
  textState: true,
  textReason: true,
} as const;

/** The fields of a file that a turn needs. */
export type GatheredFile = Pick<File, keyof typeof shown>;

/** Files named before a place by messages of the chosen line, the latest first; without those of denied turns. */
export const selectFilesBefore = statement(
  (q, v: Values<Own & { conversationId: string; beforePlace: number }>) =>
    q
      .select(pick(files, shown))
      .from(files)
      .innerJoin(
        sql`(
    select distinct on (named.file_id) named.file_id, said.place, named.nth from message_files named
    cross join lateral (
      select place from messages
      where user_id = ${v.userId} and id = named.message_id and place < ${v.beforePlace}::int limit 1
    ) as said
    where named.user_id = ${v.userId} and named.conversation_id = ${v.conversationId} and not coalesce((
      select policy_denied from messages
      where user_id = ${v.userId} and conversation_id = ${v.conversationId} and place = said.place + 1 limit 1
    ), false)
    order by named.file_id, said.place desc
  ) as brought`,
        sql`${files.userId} = ${v.userId} and ${files.id} = brought.file_id and ${files.state} = 'stored'`,
      )
      .orderBy(sql`brought.place desc, brought.nth`)
      .limit(atMost(50)),
);
