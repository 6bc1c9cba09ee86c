import { eq, lt, serverTime, statement, type Values } from '@jarvis/database';
import { conversation } from '../conversations/queries.ts';
import { columns, isOne, isOwn, type One } from '../db/rows.ts';
import { conversations } from '../db/schema/conversations.ts';
import { storedTurns } from '../db/schema/turns.ts';

/** A start may be repeated for this long, like messages whose replies failed. */
const storedTurnsKeptMs = 7 * 24 * 60 * 60_000;

/** The stored ids of a turn. No row when it was not stored, long ago, or in a deleted conversation. */
export const selectStoredTurn = statement((q, v: Values<One>) =>
  q
    .select({ conversation, ...columns(storedTurns, 'messageId', 'replyId', 'replaces') })
    .from(storedTurns)
    .innerJoin(conversations, isOwn(conversations, v, eq(conversations.id, storedTurns.conversationId)))
    .where(isOne(storedTurns, v)),
);

export const sweepStoredTurns = statement((q) =>
  q.delete(storedTurns).where(lt(storedTurns.storedAt, serverTime(-storedTurnsKeptMs))),
);
