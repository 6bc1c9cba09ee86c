import { atMost, desc, eq, lt, serverTime, statement, type Values } from '@jarvis/database';
import { columns, isOne, isOwn, newRow, type One, type Own } from '../../db/rows.ts';
import { waitingTurns } from '../../db/schema/turns.ts';
import { roomMade } from '../../db/statements.ts';

/** The time a program has to run its tools. */
const waitingHours = 24;

/** Per account; beyond this, the oldest are deleted. */
const waitingMax = 100;

const waitingTurn = columns(waitingTurns, 'conversationId', 'follows', 'said');

type NewWaitingTurn = Omit<typeof waitingTurns.$inferSelect, 'createdAt'>;

export const insertWaitingTurn = statement((q, v: Values<NewWaitingTurn>) => {
  const forgotten = roomMade(waitingTurns, desc(waitingTurns.id), waitingMax)(q, v);
  return q
    .with(q.$with('forgotten').as(forgotten))
    .insert(waitingTurns)
    .values(newRow(waitingTurns, v, { createdAt: serverTime() }));
});

export const selectWaitingTurn = statement((q, v: Values<One>) =>
  q.select(waitingTurn).from(waitingTurns).where(isOne(waitingTurns, v)),
);

/** The latest one of a conversation. */
export const selectWaitingTurnOf = statement((q, v: Values<Own & { conversationId: string }>) =>
  q
    .select(waitingTurn)
    .from(waitingTurns)
    .where(isOwn(waitingTurns, v, eq(waitingTurns.conversationId, v.conversationId)))
    .orderBy(desc(waitingTurns.id))
    .limit(atMost(1)),
);

export const sweepWaitingTurns = statement((q) =>
  q.delete(waitingTurns).where(lt(waitingTurns.createdAt, serverTime(-waitingHours * 60 * 60_000))),
);
