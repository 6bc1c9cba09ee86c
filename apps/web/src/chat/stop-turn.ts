import { noteEndedSession, rpc } from '../data/client.ts';
import { isGoingOn, patchTurn, turnOf, turnsAt } from './turn-store.ts';

/** Stops the reply; what has been written is stored. */
export function stopTurn(place: string): void {
  const turn = turnsAt(place).find(isGoingOn);
  if (!turn) return;
  patchTurn(turn.key, { phase: 'stopping' });
  if (turn.turnId === null) return;
  void rpc.chat.stop.mutate({ turnId: turn.turnId }).catch((error) => {
    noteEndedSession(error);
    if (turnOf(turn.key)?.phase === 'stopping') patchTurn(turn.key, { phase: 'running' });
  });
}
