import { openChannel } from '../../data/browser/open-channel.ts';

/** Tabs tell each other, by the turn's key, which replies' ends they have shown. */
const tabs = openChannel('jarvis:seen');
const keys = new Set<string>();

tabs.addEventListener('message', ({ data }: MessageEvent<string>) => keys.add(data));

export const tellSeen = (key: string): void => tabs.postMessage(key);

export const wasSeenElsewhere = (key: string): boolean => keys.has(key);

/** Calls back with each such key. Returns a function that ends this. */
export function onSeenElsewhere(listener: (key: string) => void): () => void {
  const hear = ({ data }: MessageEvent<string>) => listener(data);
  tabs.addEventListener('message', hear);
  return () => tabs.removeEventListener('message', hear);
}
