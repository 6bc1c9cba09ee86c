import { knownId } from '../ids.ts';
import type { Deps } from '../ports.ts';
import { Follow } from './running-turn.ts';
import { Signal } from './signal.ts';
import type { TurnEvent } from './turn-events.ts';
import { selectRunningTurn, selectTurnOfConversation } from './turn-queries.ts';

const lookMs = 300;
/** A reply that has not been written for so long died with its process. */
export const deadAfterMs = 15_000;

/** The events of a reply that another process writes, by looking at its row until it ends or dies. */
export async function* followElsewhere(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  { turnId, conversationId }: { turnId?: string | undefined; conversationId?: string | undefined },
  signal: AbortSignal,
  isOver: (id: string) => boolean,
): AsyncGenerator<TurnEvent> {
  const aliveSince = () => new Date(clock.now() - deadAfterMs).toISOString();
  let id = turnId === undefined ? undefined : knownId(turnId, 'Reply');
  if (id === undefined) {
    const known = knownId(conversationId ?? '', 'Conversation');
    id = (
      await selectTurnOfConversation.first(db, { userId, conversationId: known, aliveSince: aliveSince() })
    )?.id;
    if (id === undefined || isOver(id)) return;
  }
  const follow = new Follow();
  const never = new Signal();
  while (!signal.aborted) {
    const row = await selectRunningTurn.first(db, { userId, id });
    const dead = !row || (row.outcome === null && row.beatAt < aliveSince());
    if (row) yield* follow.events({ ...row, ending: row.outcome ?? undefined });
    if (row?.outcome) return;
    if (dead) {
      yield { type: 'failed', error: { kind: 'failed', message: 'The reply was interrupted. Ask again.' } };
      return;
    }
    await never.wait(signal, lookMs);
  }
}
