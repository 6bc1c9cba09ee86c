import { createListeners } from './listeners.ts';

/** Tabs tell each other, by the turn's key, which replies' ends they have shown. */
const tabs = new BroadcastChannel('jarvis:seen');
const keys = new Set<string>();
const seen = createListeners<[key: string]>();

tabs.onmessage = ({ data }: MessageEvent<string>) => {
  keys.add(data);
  seen.tell(data);
};

export const tellSeen = (key: string): void => tabs.postMessage(key);

export const wasSeenElsewhere = (key: string): boolean => keys.has(key);

export const onSeenElsewhere: typeof seen.on = seen.on;
