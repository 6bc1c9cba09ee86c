import { and, eq, sql, statement, type Values } from '@jarvis/database';
import { isOwn, type Own } from '../../db/rows.ts';
import { users } from '../../db/schema/accounts.ts';
import { conversations } from '../../db/schema/conversations.ts';

/** No row when the account does not exist, or the conversation, if one is named. */
export const selectStoredPlace = statement((q, v: Values<Own & { conversationId: string | null }>) =>
  q
    .select({ userId: users.id })
    .from(users)
    .leftJoin(conversations, isOwn(conversations, v, sql`${conversations.id} = ${v.conversationId}::uuid`))
    .where(
      and(
        eq(users.id, v.userId),
        sql`(${v.conversationId}::uuid is null or ${conversations.id} is not null)`,
      ),
    ),
);
