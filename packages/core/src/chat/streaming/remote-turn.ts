import type { Deps } from '../../ports.ts';
import { selectRunningTurn, type TurnRow } from './queries.ts';
import { Follow } from './running-turn.ts';
import type { TurnEvent } from './turn-events.ts';
import type { Signal } from './wakeup.ts';

const lookMs = 300;
/** A page starts its turn as it begins to watch, mostly here: for so long nobody asks the database. */
const firstLookMs = 50;
/** A reply that has not been written for so long died with its process. */
export const deadAfterMs = 15_000;

/**
 * The events of a reply that another process writes, by looking at its row until it ends or dies. Ends without
 * any when the turn has not begun by `giveUpAt`. Returns true, having said nothing, when it is started here.
 */
export async function* followElsewhere(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  turn: { readonly userId: string; readonly id: string },
  signal: AbortSignal,
  {
    started,
    isHere,
    giveUpAt,
  }: { readonly started: Signal; readonly isHere: () => boolean; readonly giveUpAt: number },
): AsyncGenerator<TurnEvent, boolean> {
  const follow = new Follow();
  let first: TurnRow | undefined;
  let begun = false;
  await started.wait(signal, firstLookMs);
  while (!signal.aborted) {
    if (!begun && isHere()) return true;
    const row = await selectRunningTurn.first(db, turn);
    first ??= row;
    const aliveSince = new Date(clock.now() - deadAfterMs).toISOString();
    const died: boolean = row ? row.outcome === null && row.beatAt < aliveSince : begun;
    begun ||= died || hasBegun(row, first);
    if (row && begun) yield* follow.events({ ...row, ending: row.outcome ?? undefined });
    if (row?.outcome) return false;
    if (died) {
      yield { type: 'failed', error: { kind: 'failed', message: 'The reply was interrupted. Ask again.' } };
      return false;
    }
    if (!begun && clock.now() >= giveUpAt) return false;
    await started.wait(signal, lookMs);
  }
  return false;
}

/** A row is there as soon as a start is tried, which may be refused; it is written again once it was not. */
function hasBegun(row: TurnRow | undefined, first: TurnRow | undefined): boolean {
  if (!row || !first) return false;
  return row.beatAt !== first.beatAt || row.outcome !== null || row.text !== '' || row.steps.length > 0;
}
