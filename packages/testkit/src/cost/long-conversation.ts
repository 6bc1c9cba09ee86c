import type { TestDatabase } from '../database/database.ts';

/** Adds 5,000 messages at the beginning of a conversation, without as many requests. */
export async function lengthenConversation(db: TestDatabase, conversationId: string) {
  await db.run('update messages set place = place + 5000 where conversation_id = $1', [conversationId]);
  await db.run('update conversations set message_count = message_count + 5000 where id = $1', [
    conversationId,
  ]);
  await db.run(
    `insert into messages (user_id, id, conversation_id, place, role, content, policy_denied, created_at)
     select user_id, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, id, n,
       case when n % 2 = 1 then 'user' else 'assistant' end,
       case when n % 2 = 1 then 'Question ' || n else 'Answer ' || n || repeat(' with some more words', n % 40) end,
       false, created_at
     from conversations, generate_series(1, 5000) as n where id = $1`,
    [conversationId],
    { deadlineMs: 20_000 },
  );
}
