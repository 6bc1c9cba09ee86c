import { and, atMost, desc, eq, lt, serverTime, sql, statement, type Values } from '@jarvis/database';
import type { NewRow } from '../../db/rows.ts';
import { waitingTurns } from '../../db/schema/turns.ts';

/** The time a program has to run its tools. */
export const waitingHours = 24;

/** Per account; beyond this, the oldest are deleted. */
const waitingMax = 100;

const waitingTurn = {
  conversationId: waitingTurns.conversationId,
  follows: waitingTurns.follows,
  said: waitingTurns.said,
};

interface NewWaitingTurn {
  readonly userId: string;
  readonly id: string;
  readonly conversationId: string | null;
  readonly follows: string | null;
  readonly said: string;
}

export const insertWaitingTurn = statement((q, v: Values<NewWaitingTurn>) => {
  const forgotten = q.$with('forgotten').as(
    q
      .delete(waitingTurns)
      .where(
        and(
          eq(waitingTurns.userId, v.userId),
          sql`${waitingTurns.id} in (
            select w.id from waiting_turns w where w.user_id = ${v.userId}
            order by w.id desc offset ${sql.raw(String(waitingMax - 1))} limit ${sql.raw(String(waitingMax))}
          )`,
        ),
      )
      .returning({ id: waitingTurns.id }),
  );
  return q
    .with(forgotten)
    .insert(waitingTurns)
    .values({
      userId: v.userId,
      id: v.id,
      conversationId: v.conversationId,
      follows: v.follows,
      said: v.said,
      createdAt: serverTime(),
    } satisfies NewRow<typeof waitingTurns>);
});

export const selectWaitingTurn = statement((q, v: Values<{ userId: string; id: string }>) =>
  q
    .select(waitingTurn)
    .from(waitingTurns)
    .where(and(eq(waitingTurns.userId, v.userId), eq(waitingTurns.id, v.id))),
);

/** The latest one of a conversation. */
export const selectWaitingTurnOf = statement((q, v: Values<{ userId: string; conversationId: string }>) =>
  q
    .select(waitingTurn)
    .from(waitingTurns)
    .where(and(eq(waitingTurns.userId, v.userId), eq(waitingTurns.conversationId, v.conversationId)))
    .orderBy(desc(waitingTurns.id))
    .limit(atMost(1)),
);

export const sweepWaitingTurns = statement((q) =>
  q.delete(waitingTurns).where(lt(waitingTurns.createdAt, serverTime(-waitingHours * 60 * 60_000))),
);
