import { and, eq, isNull, lt, serverTime, sql, statement, type Values } from '@jarvis/database';
import type { OfAccount } from '../db/remove-by-account.ts';
import type { Builder, NewRow } from '../db/rows.ts';
import { idempotencyKeys } from '../db/schema/requests.ts';
import { idempotencyRefusals, type KeptError } from './outcome.ts';

interface NewAttempt {
  readonly userId: string;
  readonly id: string;
  readonly request: string;
  readonly attempt: string;
  /** At most `outcomesKeptMs`. */
  readonly keptMs: number;
  /** Takes the place of any outcome. */
  readonly isFirst: boolean;
}

/** How long the outcome of a request is kept for the same one sent again, at most. */
export const outcomesKeptMs = 24 * 60 * 60_000;

/** An attempt without a sign of life for so long died with its process. */
export const attemptMs = 15_000;

const isExpired = lt(idempotencyKeys.createdAt, serverTime(-outcomesKeptMs));

/** Further ahead than a sign of life can be, after the server's clock has stepped back: it is none. */
const isOver = sql<boolean>`${idempotencyKeys.attemptEndsAt} not between ${serverTime()} and ${serverTime(2 * attemptMs)}`;

const ms = (count: number) => sql.raw(`interval '${count} ms'`);

/**
 * Begins an attempt. No row where the key is taken: by an attempt that is under way or may have changed something,
 * by an outcome that is still kept, or for another request. Waits for a transaction that has
 * just begun one.
 */
export const claimKey = statement((q, v: Values<NewAttempt>) => {
  const { createdAt, attemptEndsAt, outcome, changing, request } = idempotencyKeys;
  const kept = sql`${v.keptMs}::int * interval '1 ms'`;
  // By differences to the new row's times: a distributed Postgres refuses in `on conflict` what depends on the moment.
  const expired = sql`excluded.created_at - ${createdAt} > ${kept}`;
  const over = sql`${attemptEndsAt} - excluded.attempt_ends_at not between ${ms(-attemptMs)} and ${ms(attemptMs)}`;
  const died = and(isNull(outcome), eq(changing, false), over, eq(request, v.request));
  const past = sql`${v.isFirst}::boolean and (${outcome} is not null or ${over})`;
  return q
    .insert(idempotencyKeys)
    .values({
      userId: v.userId,
      id: v.id,
      request: v.request,
      attempt: v.attempt,
      attemptEndsAt: serverTime(attemptMs),
      changing: false,
      outcome: null,
      about: null,
      // Set back where it is kept for less, so that one sweep finds all.
      createdAt: sql`${serverTime(-outcomesKeptMs)} + ${kept}`,
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
      setWhere: sql`${expired} or (${died}) or (${past})`,
    })
    .returning({ id: idempotencyKeys.id });
});

/** No row when the account has used no such key. */
export const selectKey = statement((q, v: Values<{ userId: string; id: string }>) =>
  q
    .select({
      request: idempotencyKeys.request,
      isOver,
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

/** A sign of life of the attempt. */
export const renewAttempt = statement((q, v: Values<OwnAttempt>) =>
  q
    .update(idempotencyKeys)
    .set({ attemptEndsAt: serverTime(attemptMs) })
    .where(isUnderWay(v)),
);

/** Nothing came of the attempt; another one may begin, unless it may have changed something. */
export const endAttempt = statement((q, v: Values<OwnAttempt>) =>
  q
    .update(idempotencyKeys)
    .set({ attemptEndsAt: serverTime(-1) })
    .where(isUnderWay(v)),
);

/** Keys of all accounts that are kept no longer. */
export const selectOldKeys = statement((q, v: Values<{ limit: number }>) =>
  q
    .select({ userId: idempotencyKeys.userId, id: idempotencyKeys.id })
    .from(idempotencyKeys)
    .where(isExpired)
    .limit(v.limit),
);

/** Removes those of an account's keys that are kept no longer, and none that a request holds. */
export const deleteOldKeys = statement((q, v: Values<OfAccount>) => {
  const own = eq(idempotencyKeys.userId, v.userId);
  const free = q
    .select({ id: idempotencyKeys.id })
    .from(idempotencyKeys)
    .where(and(own, sql`${idempotencyKeys.id} = any(${v.ids}::text[])`, isExpired))
    .for('update', { skipLocked: true });
  return q.delete(idempotencyKeys).where(and(own, sql`${idempotencyKeys.id} = any(array${free})`));
});
