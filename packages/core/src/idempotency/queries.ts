import { and, eq, isAmong, isNull, lt, rowPlace, sql, statement, type Values } from '@jarvis/database';
import type { Builder, NewRow } from '../db/rows.ts';
import { idempotencyKeys } from '../db/schema/requests.ts';
import { idempotencyRefusals, type KeptError } from './outcome.ts';

interface NewAttempt {
  readonly userId: string;
  readonly id: string;
  readonly request: string;
  readonly attempt: string;
  readonly attemptEndsAt: string;
  readonly now: string;
  readonly expiredBefore: string;
}

/**
 * Begins an attempt. No row where the key is taken: by an attempt that is under way or may have changed something,
 * by an outcome that is not older than `expiredBefore`, or for another request. Waits for a transaction that has
 * just begun one.
 */
export const claimKey = statement((q, v: Values<NewAttempt>) => {
  const expired = lt(idempotencyKeys.createdAt, v.expiredBefore);
  const died = and(
    isNull(idempotencyKeys.outcome),
    eq(idempotencyKeys.changing, false),
    lt(idempotencyKeys.attemptEndsAt, v.now),
    eq(idempotencyKeys.request, v.request),
  );
  return q
    .insert(idempotencyKeys)
    .values({
      userId: v.userId,
      id: v.id,
      request: v.request,
      attempt: v.attempt,
      attemptEndsAt: v.attemptEndsAt,
      changing: false,
      outcome: null,
      about: null,
      createdAt: v.now,
    } satisfies NewRow<typeof idempotencyKeys>)
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.id],
      set: {
        request: sql`excluded.request`,
        attempt: sql`excluded.attempt`,
        attemptEndsAt: sql`excluded.attempt_ends_at`,
        changing: false,
        outcome: null,
        about: null,
        createdAt: sql`excluded.created_at`,
      },
      setWhere: sql`${expired} or (${died})`,
    })
    .returning({ id: idempotencyKeys.id });
});

/** No row when the account has used no such key. */
export const selectKey = statement((q, v: Values<{ userId: string; id: string }>) =>
  q
    .select({
      request: idempotencyKeys.request,
      attemptEndsAt: idempotencyKeys.attemptEndsAt,
      changing: idempotencyKeys.changing,
      outcome: idempotencyKeys.outcome,
    })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, v.userId), eq(idempotencyKeys.id, v.id))),
);

type OwnAttempt = { userId: string; id: string; attempt: string };

/** The attempt, unless something came of it, or another one has taken its place. */
const isUnderWay = (v: Values<OwnAttempt>) =>
  and(
    eq(idempotencyKeys.userId, v.userId),
    eq(idempotencyKeys.id, v.id),
    eq(idempotencyKeys.attempt, v.attempt),
    isNull(idempotencyKeys.outcome),
  );

/** No row when the attempt is not under way any more. */
export const markChanging = statement((q, v: Values<OwnAttempt>) =>
  q
    .update(idempotencyKeys)
    .set({ changing: true })
    .where(isUnderWay(v))
    .returning({ id: idempotencyKeys.id }),
);

/** No row when the attempt is not under way any more. */
export const completeAttempt = statement(
  (q, v: Values<OwnAttempt & { outcome: string; about: string | null }>) =>
    q
      .update(idempotencyKeys)
      .set({ outcome: sql`${v.outcome}`, about: sql`${v.about}::uuid` })
      .where(isUnderWay(v))
      .returning({ id: idempotencyKeys.id }),
);

/** Who asks again for what was made, and deleted since, is told so. */
const gone: KeptError = { error: { kind: 'notFound', message: idempotencyRefusals.gone } };

/** Part of deleting a conversation or a task: what outcomes tell of it is deleted with it. */
export const outcomesForgotten = (q: Builder, v: Values<{ userId: string; id: string }>) =>
  q.$with('forgotten').as(
    q
      .update(idempotencyKeys)
      .set({ outcome: sql.raw(`'${JSON.stringify(gone)}'`), about: null })
      .where(and(eq(idempotencyKeys.userId, v.userId), eq(idempotencyKeys.about, v.id))),
  );

/** Nothing came of the attempt; another one may begin, unless it may have changed something. */
export const endAttempt = statement((q, v: Values<OwnAttempt & { now: string }>) =>
  q
    .update(idempotencyKeys)
    .set({ attemptEndsAt: sql`${v.now}::timestamptz - interval '1 millisecond'` })
    .where(isUnderWay(v)),
);

/** Removes what is older than `before`, at most `limit` at a time, and none that a request holds. */
export const sweepKeys = statement((q, v: Values<{ before: string; limit: number }>) => {
  const old = lt(idempotencyKeys.createdAt, v.before);
  const page = q
    .$with('page')
    .as(
      q.select(rowPlace).from(idempotencyKeys).where(old).limit(v.limit).for('update', { skipLocked: true }),
    );
  return q
    .with(page)
    .delete(idempotencyKeys)
    .where(and(old, isAmong(page)));
});
