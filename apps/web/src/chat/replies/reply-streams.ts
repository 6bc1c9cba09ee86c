import { newId } from '../../data/browser/new-id.ts';
import { openChannel } from '../../data/browser/open-channel.ts';

interface ReplyStream {
  readonly id: string;
  readonly close: () => void;
  /** The open streams of other tabs that are younger. */
  readonly younger: Set<string>;
}

/** Of a browser's six connections to a host, one is for changes and one for all else. */
const streamsMax = 4;
const streams = new Map<string, ReplyStream>();
const tabs = openChannel('jarvis:streams');

export const isRead = (key: string): boolean => streams.has(key);

/** Whether other tabs need its connection: the oldest stream yields, and is opened again later. */
export const yields = (key: string): boolean => (streams.get(key)?.younger.size ?? 0) >= streamsMax;

/** Calls back when other tabs have opened or closed a stream. */
export function onStreamsElsewhere(listener: () => void): void {
  tabs.addEventListener('message', ({ data }: MessageEvent<{ id: string; opened: boolean }>) => {
    for (const { younger } of streams.values()) younger[data.opened ? 'add' : 'delete'](data.id);
    listener();
  });
}

/** Returns a function to call when the stream has ended; it returns false if the stream was closed, or replaced. */
export function addStream(key: string, close: () => void): () => boolean {
  const id = newId();
  streams.set(key, { id, close, younger: new Set() });
  tabs.postMessage({ id, opened: true });
  return () => streams.get(key)?.id === id && dropStream(key);
}

/** Its last event has arrived: nothing is left to close. Returns whether it was open. */
export function dropStream(key: string): boolean {
  const stream = streams.get(key);
  if (stream) tabs.postMessage({ id: stream.id, opened: false });
  return streams.delete(key);
}

export function closeStream(key: string): void {
  const stream = streams.get(key);
  dropStream(key);
  stream?.close();
}
