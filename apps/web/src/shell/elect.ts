/** How long a tab waits for a leader's answer before it leads itself. */
export const answerMs = 250;
/** How often the leader reports, and after how much silence it counts as gone. */
const beatMs = 1_000;
export const goneMs = 3 * beatMs;

type ElectionStep = 'claim' | 'lead' | 'resign';

interface ElectionMessage {
  readonly kind: ElectionStep;
  /** Of the sending tab. */
  readonly id: string;
}

/** The needed part of a `BroadcastChannel`. */
interface ElectionChannel {
  postMessage(message: ElectionMessage): void;
  onmessage: ((event: MessageEvent<ElectionMessage>) => void) | null;
}

/**
 * Elects one of the tabs on a channel as leader, without Web Locks. `lead` is called when this tab leads, with a
 * signal for its end. Two may lead for a moment: after concurrent requests, or if one was suspended; the one with the
 * smaller id stays. Returns a function that ends this tab's part.
 */
export function elect(channel: ElectionChannel, id: string, lead: (signal: AbortSignal) => void): () => void {
  let leading: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const say = (kind: ElectionStep) => channel.postMessage({ kind, id });
  const wait = (ms: number, then: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(then, ms);
  };
  const claim = () => {
    wait(answerMs, begin);
    say('claim');
  };
  const begin = () => {
    leading = new AbortController();
    lead(leading.signal);
    beat();
  };
  const beat = () => {
    wait(beatMs, beat);
    say('lead');
  };
  const follow = () => {
    leading?.abort();
    leading = undefined;
    wait(goneMs, claim);
  };
  channel.onmessage = ({ data: { kind, id: other } }) => {
    if (leading) {
      if (kind === 'claim' || (kind === 'lead' && id < other)) say('lead');
      else if (kind === 'lead') follow();
    } else if (kind === 'resign') claim();
    else if (kind === 'lead' || other < id) follow();
  };
  claim();
  return () => {
    clearTimeout(timer);
    channel.onmessage = null;
    if (leading) say('resign');
    leading?.abort();
  };
}
