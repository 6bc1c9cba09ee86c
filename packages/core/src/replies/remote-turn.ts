import { setTimeout as pause } from 'node:timers/promises';
import { eventsSince, noReply, type Reply, type ReplyEvent } from '@jarvis/contract';
import type { Deps } from '../ports/deps.ts';
import { deadAfterMs, selectBegunTurn, selectRunningTurn } from './queries.ts';
import { storedTurn } from './stored-turn.ts';

const lookMs = 300;
/** The number of reads that must find it dead: after an outage of the database the next heartbeat may be late. */
const deadLooks = 3;
/** How long to wait for a missing row: Postgres empties the table when it recovers from a crash. */
const missingMs = 10_000;

/**
 * The events of a turn on another process, read from its row until it ends, dies or `signal` aborts. None when there
 * is no such turn. Throws unavailable.
 */
export async function* watchRemoteTurn(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  turn: { readonly userId: string; readonly id: string },
  signal: AbortSignal,
): AsyncGenerator<ReplyEvent> {
  let known: Reply | undefined;
  const missingAfter = clock.now() + missingMs;
  let seenAt: number | undefined;
  let looksDead = 0;
  while (!signal.aborted) {
    const row = await selectRunningTurn.first(db, turn);
    if (row) {
      const { isBeating: _, replyId, ...written } = row;
      // For a turn of an earlier version, the turn's id.
      const now: Reply = { ...written, replyId: replyId ?? row.turnId };
      yield* eventsSince(known, now);
      if (now.ending) return;
      known = now;
      seenAt = clock.now();
    }
    const stored = row ? undefined : await storedTurn(db, turn);
    if (stored) return yield* eventsSince(known, stored);
    if (seenAt === undefined) {
      if (clock.now() >= missingAfter) {
        const begun = await selectBegunTurn.first(db, turn);
        if (!begun) return;
        yield* eventsSince(undefined, { ...noReply, ...begun, replyId: begun.turnId });
        return yield interrupted;
      }
    } else {
      const isDead = row ? !row.isBeating : clock.now() - seenAt >= deadAfterMs;
      looksDead = isDead ? looksDead + 1 : 0;
      if (looksDead === deadLooks) return yield interrupted;
    }
    await pause(lookMs, undefined, { signal }).catch(() => undefined);
  }
}

export const interrupted = {
  type: 'failed',
  error: { kind: 'failed', reason: 'interrupted', message: 'The reply was interrupted. Ask again.' },
} as const satisfies ReplyEvent;
