import { setTimeout as pause } from 'node:timers/promises';
import type { Deps } from '../../ports/deps.ts';
import { deadAfterMs, selectBegunTurn, selectRunningTurn } from './queries.ts';
import { TurnEventDiff } from './turn-event-diff.ts';
import type { TurnEvent } from './turn-events.ts';

const lookMs = 300;
/** Looks that must find it dead: after an outage of the database the next heartbeat may still be on its way. */
const deadLooks = 3;
/** How long a row is waited for that is not there: Postgres empties the table when it recovers from a crash. */
const missingMs = 10_000;

/**
 * The events of a turn that another process takes, by looking at its row until it ends, dies or `signal` aborts.
 * None when there is no such turn. Throws unavailable.
 */
export async function* watchRemoteTurn(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  turn: { readonly userId: string; readonly id: string },
  signal: AbortSignal,
): AsyncGenerator<TurnEvent> {
  const diff = new TurnEventDiff();
  const missingAfter = clock.now() + missingMs;
  let seenAt: number | undefined;
  let looksDead = 0;
  while (!signal.aborted) {
    const row = await selectRunningTurn.first(db, turn);
    if (row) {
      yield* diff.events({ ...row, ending: row.outcome ?? undefined });
      if (row.outcome) return;
      seenAt = clock.now();
    }
    if (seenAt === undefined) {
      if (clock.now() >= missingAfter) {
        const begun = await selectBegunTurn.first(db, turn);
        if (!begun) return;
        yield* diff.events({ ...begun, replyId: null, text: '', steps: [] });
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
} as const satisfies TurnEvent;
