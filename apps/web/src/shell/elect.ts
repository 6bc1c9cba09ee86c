/** How long a tab waits for one that leads to answer, before it leads itself. */
export const answerMs = 250;
/** How often the tab that leads says so, and after how much silence it counts as gone. */
export const beatMs = 1_000;
export const goneMs = 3 * beatMs;

type Kind = 'claim' | 'lead' | 'resign';

interface Message {
  readonly kind: Kind;
  /** Of the tab that says it. */
  readonly id: string;
}

/** A `BroadcastChannel`, as far as it is needed. */
interface Channel {
  postMessage(message: Message): void;
  onmessage: ((event: MessageEvent<Message>) => void) | null;
}

/**
 * Lets one of the tabs on a channel lead, where there are no locks to do so. `lead` is called when this one does, with a
 * signal for its end. For moments two may lead: where both have asked at once, or one did not run for a while; that
 * with the smaller id stays. Returns what ends it for this tab.
 */
export function elect(channel: Channel, id: string, lead: (signal: AbortSignal) => void): () => void {
  let leading: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const say = (kind: Kind) => channel.postMessage({ kind, id });
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
