import { and, eq, isNull, lt, serverTime, sql, statement, type Values } from '@jarvis/database';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { leftRows, type OfAccount } from '../db/remove-by-account.ts';
import { asInserted, type Builder, columns, columnsBut, isOne, isOwn, newRow, type One } from '../db/rows.ts';
import { idempotencyKeys } from '../db/schema/requests.ts';
import { idempotencyRefusals, type KeptError } from './outcome.ts';

type NewAttempt = Pick<typeof idempotencyKeys.$inferSelect, 'userId' | 'id' | 'request'> & {
  readonly attempt: string;
  /** At most `outcomesKeptMs`. */
  readonly keptMs: number;
  /** Replaces any outcome. */
  readonly isFirst: boolean;
};

/** Maximum time that an outcome is kept for repetitions. */
export const outcomesKeptMs = 24 * 60 * 60_000;

/** An attempt without a heartbeat for this long died with its process. */
export const attemptMs = 15_000;

/** An end beyond any heartbeat's, left by a server clock that was set back, does not count. */
const isOver = sql<boolean>`${idempotencyKeys.attemptEndsAt} not between ${serverTime()} and ${serverTime(2 * attemptMs)}`;

const ms = (count: number) => sql.raw(`interval '${count} ms'`);

/**
 * Begins an attempt. No row if the key is taken: by an attempt that is running or may have changed something, by an
 * outcome that is still kept, or for another request. Waits for a concurrent transaction that begins one.
 */
export const claimKey = statement((q, v: Values<NewAttempt>) => {
  const { createdAt, attemptEndsAt, outcome, changing, request } = idempotencyKeys;
  const kept = sql`${v.keptMs}::int * interval '1 ms'`;
  // By differences to the new row's times: a distributed Postgres refuses volatile expressions in `on conflict`.
  const expired = sql`excluded.created_at - ${createdAt} > ${kept}`;
  const over = sql`${attemptEndsAt} - excluded.attempt_ends_at not between ${ms(-attemptMs)} and ${ms(attemptMs)}`;
  const died = and(isNull(outcome), eq(changing, false), over, eq(request, v.request));
  const past = sql`${v.isFirst}::boolean and (${outcome} is not null or ${over})`;
  return q
    .insert(idempotencyKeys)
    .values(
      newRow(idempotencyKeys, v, {
        attemptEndsAt: serverTime(attemptMs),
        changing: false,
        outcome: null,
        about: null,
        // Set back if the outcome is kept for less, so that one sweep finds all.
        createdAt: sql`${serverTime(-outcomesKeptMs)} + ${kept}`,
      }),
    )
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.id],
      set: asInserted(columnsBut(idempotencyKeys, 'userId', 'id')),
      setWhere: sql`${expired} or (${died}) or (${past})`,
    })
    .returning({ id: idempotencyKeys.id });
});

/** No row when the account has used no such key. */
export const selectKey = statement((q, v: Values<One>) =>
  q
    .select({ ...columns(idempotencyKeys, 'request', 'changing', 'outcome'), isOver })
    .from(idempotencyKeys)
    .where(isOne(idempotencyKeys, v)),
);

type OwnAttempt = One & { attempt: string };

/** The attempt, unless it has an outcome, or another one has replaced it. */
const isUnderWay = (v: Values<OwnAttempt>) =>
  isOne(idempotencyKeys, v, eq(idempotencyKeys.attempt, v.attempt), isNull(idempotencyKeys.outcome));

/** Changes the attempt. No row when it is no longer running. */
const changeAttempt = <T extends object>(set: (v: Values<T>) => PgUpdateSetSource<typeof idempotencyKeys>) =>
  statement((q, v: Values<OwnAttempt & T>) =>
    q
      .update(idempotencyKeys)
      .set(set(v as Values<T>))
      .where(isUnderWay(v as Values<OwnAttempt>))
      .returning({ id: idempotencyKeys.id }),
  );

export const markChanging = changeAttempt(() => ({ changing: true }));

export const completeAttempt = changeAttempt<{ outcome: string; about: string | null }>((v) => ({
  outcome: sql`${v.outcome}`,
  about: sql`${v.about}::uuid`,
}));

/** A heartbeat of the attempt. */
export const renewAttempt = changeAttempt(() => ({ attemptEndsAt: serverTime(attemptMs) }));

/** The attempt ended without an outcome; another one may begin, unless it may have changed something. */
export const endAttempt = changeAttempt(() => ({ attemptEndsAt: serverTime(-1) }));

/** The answer for a repetition whose resource has been deleted. */
const gone: KeptError = { error: { kind: 'notFound', message: idempotencyRefusals.gone } };

const outcomeGone = { outcome: sql.raw(`'${JSON.stringify(gone)}'`), about: null };

/** Part of deleting something: also deletes outcomes about it. */
export const outcomesForgotten = (q: Builder, v: Values<One>) =>
  q.$with('forgotten').as(
    q
      .update(idempotencyKeys)
      .set(outcomeGone)
      .where(isOwn(idempotencyKeys, v, eq(idempotencyKeys.about, v.id))),
  );

/** The same for several deleted things. */
export const forgetOutcomes = statement((q, v: Values<OfAccount>) =>
  q
    .update(idempotencyKeys)
    .set(outcomeGone)
    .where(isOwn(idempotencyKeys, v, sql`${idempotencyKeys.about} = any(${v.ids}::uuid[])`)),
);

export const expiredKeys = leftRows(idempotencyKeys, () =>
  lt(idempotencyKeys.createdAt, serverTime(-outcomesKeptMs)),
);
