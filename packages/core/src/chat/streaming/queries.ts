import {
  and,
  atMost,
  desc,
  eq,
  isNotNull,
  isNull,
  lt,
  not,
  or,
  serverTime,
  sql,
  statement,
  type Values,
} from '@jarvis/database';
import type { NewRow } from '../../db/rows.ts';
import { runningTurns } from '../../db/schema/turns.ts';
import type { ShownStep, TurnEnding, TurnError } from './turn-events.ts';

/** A turn without a heartbeat for so long died with its process; one further ahead was written by a wrong clock. */
export const deadAfterMs = 15_000;

/** Its end is looked for by pages that did not watch it. */
const storedTurnsKeptMs = 10 * 60_000;

/** A message that got no reply is offered again on whichever device the person comes back to. */
const failedTurnsKeptMs = 7 * 24 * 60 * 60_000;

/** Whether its process lives. */
const isBeating = sql<boolean>`${runningTurns.heartbeatAt} between ${serverTime(-deadAfterMs)} and ${serverTime(deadAfterMs)}`;

/** A turn as far as it has come. */
const turnRow = {
  id: runningTurns.id,
  conversationId: runningTurns.conversationId,
  message: runningTurns.message,
  replaces: runningTurns.replaces,
  text: runningTurns.text,
  steps: sql<readonly ShownStep[]>`${runningTurns.steps}`,
  outcome: sql<TurnEnding | null>`${runningTurns.outcome}`,
  isBeating,
};

export type TurnRow = Awaited<ReturnType<typeof selectRunningTurn>>[number];

interface NewTurn {
  readonly userId: string;
  readonly id: string;
  readonly conversationId: string;
  readonly message: string;
  readonly replaces: string | null;
}

/** No row when the turn is there already: another process has begun it. */
export const insertRunningTurn = statement((q, v: Values<NewTurn>) =>
  q
    .insert(runningTurns)
    .values({
      userId: v.userId,
      id: v.id,
      conversationId: v.conversationId,
      message: v.message,
      replaces: v.replaces,
      text: '',
      steps: [],
      outcome: null,
      stopRequested: false,
      heartbeatAt: serverTime(),
    } satisfies NewRow<typeof runningTurns>)
    .onConflictDoNothing()
    .returning({ id: runningTurns.id }),
);

type OwnTurn = { userId: string; id: string };

const isTurn = (v: Values<OwnTurn>) => and(eq(runningTurns.userId, v.userId), eq(runningTurns.id, v.id));

/** No row when the account has no such turn, or it ended some time ago. */
export const selectRunningTurn = statement((q, v: Values<OwnTurn>) =>
  q.select(turnRow).from(runningTurns).where(isTurn(v)),
);

/** The latest of a conversation, if it is still going on. */
export const selectTurnOfConversation = statement(
  (q, v: Values<{ userId: string; conversationId: string }>) =>
    q
      .select(turnRow)
      .from(runningTurns)
      .where(
        and(
          eq(runningTurns.userId, v.userId),
          eq(runningTurns.conversationId, v.conversationId),
          isNull(runningTurns.outcome),
          isBeating,
        ),
      )
      .orderBy(desc(runningTurns.id))
      .limit(atMost(1)),
);

/** An account's latest, newest first, at most 30. */
export const selectRecentTurns = statement((q, v: Values<{ userId: string }>) =>
  q
    .select({
      turnId: runningTurns.id,
      conversationId: runningTurns.conversationId,
      message: runningTurns.message,
      ending: sql<TurnEnding['type'] | null>`${runningTurns.outcome} ->> 'type'`,
      error: sql<TurnError | null>`${runningTurns.outcome} -> 'error'`,
      // A scalar subquery: a join would be carried out before the limit, and for `exists` all conversations could be
      // read. Names are written out: drizzle leaves the table's name away in the fields of a select from one table.
      conversationExists: sql<boolean>`coalesce((select true from conversations c
        where c.user_id = ${v.userId} and c.id = running_turns.conversation_id), false)`,
      isBeating,
    })
    .from(runningTurns)
    .where(eq(runningTurns.userId, v.userId))
    .orderBy(desc(runningTurns.id))
    .limit(atMost(30)),
);

/** Removes a turn that has ended, or died with its process. */
export const deleteEndedTurn = statement((q, v: Values<OwnTurn>) =>
  q.delete(runningTurns).where(and(isTurn(v), or(isNotNull(runningTurns.outcome), not(isBeating)))),
);

/** One entry of each list for each turn; steps and outcomes as JSON. */
interface Heartbeats {
  readonly userIds: readonly string[];
  readonly ids: readonly string[];
  readonly texts: readonly string[];
  readonly steps: readonly string[];
  readonly outcomes: readonly (string | null)[];
}

/** Writes how far the turns of a process have come, and says which of them somebody wants stopped. */
export const writeHeartbeats = statement((q, v: Values<Heartbeats>) =>
  q
    .update(runningTurns)
    .set({
      text: sql`b.text`,
      steps: sql`b.steps::jsonb`,
      outcome: sql`b.outcome::jsonb`,
      heartbeatAt: serverTime(),
    })
    .from(
      sql`unnest(${v.userIds}::uuid[], ${v.ids}::uuid[], ${v.texts}::text[], ${v.steps}::text[],
        ${v.outcomes}::text[]) as b (user_id, id, text, steps, outcome)`,
    )
    .where(
      and(
        // Said twice, so that no partition of other accounts is looked at.
        sql`${runningTurns.userId} = any(${v.userIds}::uuid[])`,
        eq(runningTurns.userId, sql`b.user_id`),
        eq(runningTurns.id, sql`b.id`),
      ),
    )
    .returning({
      userId: runningTurns.userId,
      id: runningTurns.id,
      stopRequested: runningTurns.stopRequested,
    }),
);

/** No row when the account has no such turn. */
export const requestStop = statement((q, v: Values<OwnTurn>) =>
  q.update(runningTurns).set({ stopRequested: true }).where(isTurn(v)).returning({ id: runningTurns.id }),
);

/** Turns that were stored some time ago, and those that failed or died with their process long ago. */
export const sweepRunningTurns = statement((q) =>
  q
    .delete(runningTurns)
    .where(
      and(
        lt(runningTurns.heartbeatAt, serverTime(-storedTurnsKeptMs)),
        or(
          lt(runningTurns.heartbeatAt, serverTime(-failedTurnsKeptMs)),
          sql`${runningTurns.outcome} ->> 'type' in ('done', 'stopped')`,
        ),
      ),
    ),
);
