import { timeOfId } from '../../data/browser/new-id.ts';
import { rpc } from '../../data/service/client.ts';
import type { RecentTurn } from '../../data/types.ts';
import { dropped, listed, sentNext } from './replies.ts';
import { closeStream, isRead } from './reply-streams.ts';
import { change, useReplies } from './store.ts';
import { readEnd, streamShown } from './stream-shown-replies.ts';
import { isGoingOn, type Replies } from './turn.ts';

/** A list requested before the turn began may lack a turn this young. */
const youngMs = 30_000;

/** The last attempt, which may be running or waiting for a running one: whether the list was read. */
let attempt = Promise.resolve(true);
let waiting: Promise<boolean> | undefined;

/** Resolves at the end of a running attempt, to whether the last one failed. */
export const syncFailed = async (): Promise<boolean> => !(await attempt);

/**
 * Reads from the server which replies are running, and which failed or ended unseen; after a running attempt, whose
 * list may be older. Resolves to whether it was read.
 */
export function syncTurns(): Promise<boolean> {
  waiting ??= attempt.then(() => {
    waiting = undefined;
    return compareTurns();
  });
  attempt = waiting;
  return attempt;
}

const askHiddenMs = 20_000;
let nextAsk: ReturnType<typeof setTimeout> | undefined;

/** A hidden page streams no reply, so it polls for their ends. */
function askSoon() {
  clearTimeout(nextAsk);
  nextAsk = setTimeout(() => {
    if (document.visibilityState === 'visible' || !allTurns().some(isGoingOn)) return;
    void syncTurns().then(askSoon);
  }, askHiddenMs);
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') askSoon();
});

const allTurns = () => [...useReplies.getState().turns.values()];

async function compareTurns(): Promise<boolean> {
  try {
    const before = useReplies.getState().turns;
    const { turns } = await rpc.chat.recent.query();
    for (const turn of turns) compare(turn, before);
    const keys = new Set(turns.map(({ turnId }) => turnId));
    const unlisted = allTurns().filter(({ key }) => !keys.has(key));
    // Dismissed on another device.
    for (const { key, phase, own } of unlisted) if (phase === 'failed' && !own) change(dropped, key);
    for (const { phase, place } of allTurns()) if (phase === 'queued') change(sentNext, place, Date.now());
    streamShown();
    // It was stored some time ago, or is lost.
    for (const turn of unlisted)
      if (isGoingOn(turn) && turn.taken && !isRead(turn.key) && Date.now() - turn.startedAt > youngMs)
        readEnd(turn.key);
    return true;
  } catch {
    // The next change, the stream of changes when it begins, or the next visit retries.
    return false;
  } finally {
    useReplies.setState({ known: true });
  }
}

function compare(recent: RecentTurn, before: Replies['turns']) {
  const key = recent.turnId;
  const now = Date.now();
  const startedAt = timeOfId(key) ?? now;
  const wasRead = isRead(key);
  const known = useReplies.getState().turns.get(key);
  // It has failed since then, and its conversation may be another one now.
  if (recent.state === 'running' && known?.phase === 'failed' && known !== before.get(key)) {
    void syncTurns();
    return;
  }
  // A dead connection reports nothing, not even this.
  if (wasRead && recent.state !== 'running' && known && isGoingOn(known)) closeStream(key);
  change(listed, recent, { now, startedAt, isRead: wasRead });
}
