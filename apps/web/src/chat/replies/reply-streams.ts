import { openChannel } from '../../data/browser/open-channel.ts';

interface ReplyStream {
  readonly close: () => void;
  /** It is read to its end, also while nobody looks at it. */
  readonly stays: boolean;
  /** The open streams of other tabs that are younger. */
  readonly younger: Set<number>;
  /** Names it to the other tabs, which may read the same reply. */
  readonly id: number;
}

/** Of a browser's six connections to a host, one is for changes and one for all else. */
const streamsMax = 4;
const streams = new Map<string, ReplyStream>();
const tabs = openChannel('jarvis:streams');

export const isRead = (key: string): boolean => streams.has(key);

/** Calls back with the oldest streams while other tabs need their connections. */
export const onCrowded = (listener: (key: string) => void): void =>
  tabs.addEventListener('message', ({ data: [id, opened] }) => {
    for (const [key, { younger }] of streams) {
      younger[opened ? 'add' : 'delete'](id);
      if (younger.size >= streamsMax) listener(key);
    }
  });

/** Returns a function to call when the stream has ended; it returns false if the stream was closed, or replaced. */
export function addStream(key: string, close: () => void, stays = false): () => boolean {
  const id = Math.random();
  streams.set(key, { close, stays, younger: new Set(), id });
  tabs.postMessage([id, true]);
  return () => streams.get(key)?.close === close && !!dropStream(key);
}

/** Its last event has arrived: nothing is left to close. */
export function dropStream(key: string): ReplyStream | undefined {
  const stream = streams.get(key);
  streams.delete(key);
  if (stream) tabs.postMessage([stream.id]);
  return stream;
}

export const closeStream = (key: string): void => dropStream(key)?.close();

/** Nobody looks at the reply. */
export function closeUnseen(key: string): void {
  if (!streams.get(key)?.stays) closeStream(key);
}
