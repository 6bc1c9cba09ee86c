import {
  and,
  atMost,
  desc,
  eq,
  isNotNull,
  isNull,
  ne,
  type SQLWrapper,
  sql,
  statement,
  type Values,
} from '@jarvis/database';
import { isOwn, pick } from '../db/rows.ts';
import { conversations } from '../db/schema/conversations.ts';
import { schedules } from '../db/schema/schedules.ts';
import { type ConversationListPage, conversation, lastChanged, listed, pageOf } from './queries.ts';

/**
 * The schedules of listed conversations: one index lookup for each schedule, regardless of the number of its
 * conversations.
 */
const schedulesOf = (userId: SQLWrapper) => sql`(
  with recursive made as (
    (
      select schedule_id from conversations
      where user_id = ${userId} and last_message_at is not null and schedule_id is not null
      order by schedule_id limit 1
    )
    union all
    select (
      select c.schedule_id from conversations c
      where c.user_id = ${userId} and c.last_message_at is not null and c.schedule_id > made.schedule_id
      order by c.schedule_id limit 1
    )
    from made where made.schedule_id is not null
  )
  select schedule_id from made where schedule_id is not null
) as made`;

/** The list with one entry for the conversations of each schedule: the last changed of them. */
export const selectEntries = statement((q, v: Values<ConversationListPage>) => {
  const single = q
    .select({
      ...conversation,
      scheduleId: sql<string | null>`null::uuid`.as('schedule_id'),
      scheduleTitle: sql<string | null>`null::text`.as('schedule_title'),
      hasOthers: sql<boolean>`false`.as('has_others'),
    })
    .from(conversations)
    .where(listed(v, isNull(conversations.scheduleId)))
    .orderBy(...lastChanged)
    .limit(v.limit);
  const ofMade = isOwn(
    conversations,
    v,
    eq(conversations.scheduleId, sql`made.schedule_id`),
    isNotNull(conversations.lastMessageAt),
  );
  const latest = q
    .select(conversation)
    .from(conversations)
    .where(ofMade)
    .orderBy(...lastChanged)
    .limit(atMost(1))
    .as('latest');
  const another = q
    .select({ isThere: sql`true` })
    .from(conversations)
    .where(and(ofMade, ne(conversations.id, latest.id)))
    .limit(atMost(1));
  const ofSchedules = q
    .select({
      ...pick(latest, conversation),
      scheduleId: sql<string | null>`made.schedule_id`.as('schedule_id'),
      scheduleTitle: sql<string | null>`${schedules.title}`.as('schedule_title'),
      hasOthers: sql<boolean>`exists ${another}`.as('has_others'),
    })
    .from(schedulesOf(v.userId))
    .crossJoinLateral(latest)
    .leftJoin(schedules, isOwn(schedules, v, eq(schedules.id, sql`made.schedule_id`)))
    .where(sql`(${latest.updatedAt}, ${latest.id}) < (${v.afterChange}::timestamptz, ${v.afterId}::uuid)`);
  const entries = single.unionAll(ofSchedules).as('entries');
  return q.select().from(entries).orderBy(desc(entries.updatedAt), desc(entries.id)).limit(v.limit);
});

/** The conversations that a schedule made, last changed first. */
export const selectConversationsOfSchedule = statement(
  (q, v: Values<ConversationListPage & { scheduleId: string }>) =>
    pageOf(q, v, eq(conversations.scheduleId, v.scheduleId)),
);
