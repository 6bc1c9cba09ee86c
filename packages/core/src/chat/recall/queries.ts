import { sql } from 'drizzle-orm';
import { rawStatement } from '../../db/statement.ts';

/** A turn as it is stored; `id` is that of its first message. */
export interface CandidateRow {
  readonly id: string;
  readonly conversationId: string;
  readonly title: string;
  readonly here: boolean;
  readonly person: string;
  readonly reply: string;
  readonly at: string;
}

/** The account's newest turns, as candidates. */
export const selectCandidates = rawStatement<
  CandidateRow,
  { userId: string; conversationId: string | null; elsewhere: boolean }
>(
  (v) => sql`
    with said as (
      (
        select id, conversation_id, role, content, created_at from messages
        where user_id = ${v.userId} and conversation_id = ${v.conversationId} and not policy_denied
        order by id desc limit 1000
      ) union all (
        select id, conversation_id, role, content, created_at from messages
        where ${v.elsewhere}::boolean and user_id = ${v.userId} and not policy_denied
          and conversation_id is distinct from ${v.conversationId}
        order by id desc limit 500
      )
    ), turns as (
      select *, lag(role) over before as before, lead(role) over before as after,
        lead(content) over before as reply
      from said window before as (partition by conversation_id order by id)
    )
    select t.id as "id", t.conversation_id as "conversationId", c.title as "title",
      t.conversation_id is not distinct from ${v.conversationId} as "here",
      case t.role when 'user' then t.content else '' end as "person",
      case when t.role = 'assistant' then t.content when after = 'assistant' then reply else '' end as "reply",
      t.created_at as "at"
    from turns t join conversations c on c.user_id = ${v.userId} and c.id = t.conversation_id
    where t.role = 'user' or before is distinct from 'user'`,
  { deadlineMs: 300 },
);
