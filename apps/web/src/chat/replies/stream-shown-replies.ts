import { rpc } from '../../data/service/client.ts';
import { failureOf, unlessMissing } from '../../data/service/failure.ts';
import { applyEvent } from './apply-event.ts';
import { failed, interrupted, stored } from './replies.ts';
import { addStream, closeStream, closeUnseen, isRead, onCrowded } from './reply-streams.ts';
import { change, turnGoingOn, useReplies } from './store.ts';
import { catchUpTranscripts } from './transcript-data.ts';
import { isGoingOn, isLookedAt, type Turn } from './turn.ts';

/** How long a page must be hidden before its replies are no longer streamed. */
const releaseAfterMs = 2_000;
const readAgainAfterMs = 3_000;

/** Streams the replies of the shown place, and no others. Returns a function that ends this. */
export function lookAt(place: string): () => void {
  useReplies.setState({ lookedAt: place });
  streamShownSoon(0);
  return () => {
    useReplies.setState(({ lookedAt }) => ({ lookedAt: lookedAt === place ? null : lookedAt }));
    streamShownSoon(0);
  };
}

document.addEventListener('visibilitychange', () => {
  const visible = document.visibilityState === 'visible';
  useReplies.setState({ visible });
  if (visible) streamShown();
  else streamShownSoon();
});

let attending: ReturnType<typeof setTimeout> | undefined;

onCrowded((key) => {
  // Until the server has accepted it, its connection is its message's too.
  if (!turnGoingOn(key)?.taken) return;
  closeStream(key);
  streamShownSoon(readAgainAfterMs);
});

/** Delayed, because a hidden page may come back. */
export function streamShownSoon(ms: number = releaseAfterMs): void {
  clearTimeout(attending);
  attending = setTimeout(streamShown, ms);
}

/** A browser has few connections to a host: a reply uses one only while a person looks at it. */
export function streamShown(): void {
  clearTimeout(attending);
  const state = useReplies.getState();
  for (const turn of state.turns.values()) {
    if (!turn.taken) continue;
    if (!isLookedAt(state, turn)) closeUnseen(turn.key);
    else if (!isRead(turn.key) && isUnread(turn)) watch(turn.key);
  }
}

/** Running, or failed elsewhere, so that its partial reply has not been read. */
const isUnread = (turn: Turn) => isGoingOn(turn) || (!turn.own && turn.reply.turnId === '');

/** Reads how a turn has ended, which takes a moment, also while nobody looks at it. */
export const readEnd = (key: string): void => watch(key, true);

/** Watches a running reply; reconnects as often as needed. `stays`: also while nobody looks at it. */
function watch(key: string, stays = false) {
  const subscription = rpc.chat.watch.subscribe(
    { turnId: key },
    {
      onData: (event) => applyEvent(key, event),
      onError: (error) => {
        if (!ended()) return;
        const failure = failureOf(error);
        if (failure.kind === 'unauthenticated') return;
        if (failure.passing) return streamShownSoon(readAgainAfterMs);
        if (turnGoingOn(key)) change(failed, key, failure);
      },
      onComplete: () => {
        if (ended()) void endUnknown(key).catch(() => streamShownSoon(readAgainAfterMs));
      },
    },
  );
  /** False when the stream was closed; it also ends then. */
  const ended = addStream(key, () => subscription.unsubscribe(), stays);
}

/** The service knows no such turn, or no more, after a week: its reply is stored, or lost. */
async function endUnknown(key: string): Promise<void> {
  const turn = turnGoingOn(key);
  if (!turn) return;
  const { place: id, reply } = turn;
  const page =
    reply.replyId &&
    (await unlessMissing(rpc.conversations.page.query({ id, around: reply.replyId, limit: 2 })));
  if (!turnGoingOn(key)) return;
  if (!page || page.messages.every((message) => message.id !== reply.replyId))
    return change(failed, key, interrupted);
  change(stored, key, Date.now());
  catchUpTranscripts(id);
}
