import type { ReplyEnding, ReplyError, ReplyStep } from '@jarvis/contract';
import {
  and,
  atMost,
  desc,
  eq,
  isNull,
  lt,
  not,
  or,
  type SQLWrapper,
  serverTime,
  sql,
  statement,
  type Values,
} from '@jarvis/database';
import { columns, isOne, isOwn, newRow, type One, type Own, rowFrom } from '../db/rows.ts';
import { begunTurns, runningTurns, storedTurns } from '../db/schema/turns.ts';

/**
 * A turn without a heartbeat for this long died with its process; a time this far in the future comes from a wrong
 * clock.
 */
export const deadAfterMs = 15_000;

/** Pages that did not watch it look up its end. */
const runningTurnsKeptMs = 10 * 60_000;

/** A message without a reply is offered for another attempt on any device. */
const failedTurnsKeptMs = 7 * 24 * 60 * 60_000;

const beats = (heartbeatAt: SQLWrapper) =>
  sql<boolean>`${heartbeatAt} between ${serverTime(-deadAfterMs)} and ${serverTime(deadAfterMs)}`;

/** Whether its process is alive. */
const isBeating = beats(runningTurns.heartbeatAt);
const isRunning = sql`(${runningTurns.outcome} is null and ${isBeating})`;

type NewTurn = Omit<typeof begunTurns.$inferSelect, 'begunAt'> & { readonly replyId: string | null };

const turnId = { id: runningTurns.id };

const announcement = (v: Values<NewTurn>) =>
  newRow(runningTurns, v, {
    text: '',
    steps: [],
    outcome: null,
    stopRequested: false,
    heartbeatAt: serverTime(),
  });

/**
 * No row, and nothing written, when the turn exists already: another process has begun it, or even ended it, or it
 * was stored in the last week.
 */
export const insertTurn = statement((q, v: Values<NewTurn>) => {
  const stored = q.select({ id: storedTurns.id }).from(storedTurns).where(isOne(storedTurns, v));
  const unless = sql`where not exists ${stored}`;
  const running = q.$with('running').as(
    q
      .insert(runningTurns)
      .select(rowFrom(runningTurns, announcement(v), unless))
      .onConflictDoNothing()
      .returning(turnId),
  );
  const begun = newRow(begunTurns, v, { begunAt: serverTime() });
  return (
    q
      .with(running)
      .insert(begunTurns)
      .select(rowFrom(begunTurns, begun, sql`from ${running}`))
      // It began before the crash of Postgres that emptied the other table.
      .onConflictDoUpdate({
        target: [begunTurns.userId, begunTurns.id],
        set: { begunAt: sql`excluded.begun_at` },
      })
      .returning({ id: begunTurns.id })
  );
});

/** Restores the row of a running turn after a crash of Postgres has emptied the table. */
export const insertRunningTurnAgain = statement((q, v: Values<NewTurn>) =>
  q.insert(runningTurns).values(announcement(v)).onConflictDoNothing().returning(turnId),
);

/** A turn so far. No row when the account has no such turn, or it ended some time ago. */
export const selectRunningTurn = statement((q, v: Values<One>) =>
  q
    .select({
      turnId: runningTurns.id,
      ...columns(runningTurns, 'conversationId', 'message', 'files', 'replaces', 'replyId', 'text'),
      steps: sql<ReplyStep[]>`${runningTurns.steps}`,
      ending: sql<ReplyEnding | null>`${runningTurns.outcome}`,
      isBeating,
    })
    .from(runningTurns)
    .where(isOne(runningTurns, v)),
);

/** A turn that was begun and not stored. No row when the account has no such turn, or it was dismissed. */
export const selectBegunTurn = statement((q, v: Values<One>) =>
  q
    .select({
      turnId: begunTurns.id,
      ...columns(begunTurns, 'conversationId', 'message', 'files', 'replaces'),
    })
    .from(begunTurns)
    .where(isOne(begunTurns, v)),
);

type EndedTurn = Omit<typeof storedTurns.$inferSelect, 'storedAt'> & {
  /** What was shown of the reply. */
  readonly text: string;
  /** JSON. */
  readonly shownSteps: string;
  /** JSON. */
  readonly outcome: string;
};

/**
 * Marks the turn as stored, with its whole text and its end: its process may die before the next heartbeat, and a
 * reader of another process stops at the end. Fails by its unique key when it was stored before.
 */
export const endStoredTurn = statement((q, v: Values<EndedTurn>) =>
  q
    .with(
      q.$with('ended').as(
        q
          .update(runningTurns)
          .set({
            text: sql`${v.text}`,
            steps: sql`${v.shownSteps}::text::jsonb`,
            outcome: sql`${v.outcome}::text::jsonb`,
          })
          .where(isOne(runningTurns, v)),
      ),
      q.$with('begun').as(q.delete(begunTurns).where(isOne(begunTurns, v))),
    )
    .insert(storedTurns)
    .values(newRow(storedTurns, v, { storedAt: serverTime() })),
);

/** The latest turn of a conversation, if it is still running. */
export const selectTurnOfConversation = statement((q, v: Values<Own & { conversationId: string }>) =>
  q
    .select(turnId)
    .from(runningTurns)
    .where(isOwn(runningTurns, v, eq(runningTurns.conversationId, v.conversationId), isRunning))
    .orderBy(desc(runningTurns.id))
    .limit(atMost(1)),
);

/**
 * A turn that began within this time may still run after a crash of Postgres deleted its row: the next heartbeat
 * restores it.
 */
const mayGoOnMs = 5 * 60_000;

/**
 * An account's latest turns, newest first, at most 30; includes those of which a crash of Postgres left only the
 * beginning.
 */
export const selectRecentTurns = statement((q, v: Values<Own>) => {
  // The newest of each table, merged: reads no more rows than are shown.
  const newest = (table: typeof runningTurns | typeof begunTurns) =>
    sql`(select * from ${table} where user_id = ${v.userId} order by id desc limit 30)`;
  const conversationId = sql<string>`coalesce(r.conversation_id, b.conversation_id)`;
  return q
    .select({
      turnId: sql<string>`id`,
      conversationId,
      message: sql<string>`coalesce(r.message, b.message)`,
      files: sql`coalesce(r.files, b.files)`.mapWith(runningTurns.files),
      ending: sql<ReplyEnding['type'] | null>`r.outcome ->> 'type'`,
      error: sql<ReplyError | null>`r.outcome -> 'error'`,
      // A scalar subquery: a join would run before the limit, and `exists` could read all conversations.
      conversationExists: sql<boolean>`coalesce((select true from conversations c
        where c.user_id = ${v.userId} and c.id = ${conversationId}), false)`,
      isBeating: sql<boolean>`r.beat_at is not null and ${beats(sql`r.beat_at`)}`,
      mayGoOn: sql<boolean>`r.beat_at is null and b.begun_at > ${serverTime(-mayGoOnMs)}`,
    })
    .from(sql`${newest(runningTurns)} as r full join ${newest(begunTurns)} as b using (id)`)
    .orderBy(desc(sql`id`))
    .limit(atMost(30));
});

/** Removes a turn that has ended, or died with its process. */
export const deleteEndedTurn = statement((q, v: Values<One>) => {
  const goingOn = q
    .select(turnId)
    .from(runningTurns)
    .where(isOne(runningTurns, v, isRunning));
  return q
    .with(q.$with('ended').as(q.delete(runningTurns).where(isOne(runningTurns, v, not(isRunning)))))
    .delete(begunTurns)
    .where(isOne(begunTurns, v, sql`not exists ${goingOn}`));
});

/** Lists with one entry for each turn; steps and outcomes as JSON. */
interface Heartbeats {
  readonly userIds: readonly string[];
  readonly ids: readonly string[];
  readonly texts: readonly string[];
  readonly steps: readonly string[];
  readonly outcomes: readonly (string | null)[];
}

/** Writes the progress of a process's turns, and returns those with a stop request. */
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
        // Redundant, so that no partition of other accounts is scanned.
        sql`${runningTurns.userId} = any(${v.userIds}::uuid[])`,
        eq(runningTurns.userId, sql`b.user_id`),
        eq(runningTurns.id, sql`b.id`),
        // A write begun before the turn was stored must not overwrite its end.
        or(isNull(runningTurns.outcome), sql`b.outcome is not null`),
      ),
    )
    .returning(columns(runningTurns, 'userId', 'id', 'stopRequested')),
);

/** No row when the account has no such turn. */
export const requestStop = statement((q, v: Values<One>) =>
  q.update(runningTurns).set({ stopRequested: true }).where(isOne(runningTurns, v)).returning(turnId),
);

export const sweepBegunTurns = statement((q) =>
  q.delete(begunTurns).where(lt(begunTurns.begunAt, serverTime(-failedTurnsKeptMs))),
);

/**
 * Removes turns that ended or died some time ago, unless their message is still offered for another attempt: it was
 * neither stored, nor dismissed, nor deleted with its conversation.
 */
export const sweepRunningTurns = statement((q) =>
  q.delete(runningTurns).where(
    and(
      lt(runningTurns.heartbeatAt, serverTime(-runningTurnsKeptMs)),
      sql`not exists (select from begun_turns b
          where b.user_id = ${runningTurns.userId} and b.id = ${runningTurns.id})`,
    ),
  ),
);
