/** Functions that close the open streams, by the turn's key. */
const streams = new Map<string, () => void>();

export const isRead = (key: string): boolean => streams.has(key);

/** Returns a function to call when the stream has ended; it returns false if the stream was closed, or replaced. */
export function addStream(key: string, close: () => void): () => boolean {
  streams.set(key, close);
  return () => streams.get(key) === close && streams.delete(key);
}

/** Its last event has arrived: nothing is left to close. */
export function dropStream(key: string): void {
  streams.delete(key);
}

export function closeStream(key: string): void {
  const close = streams.get(key);
  streams.delete(key);
  close?.();
}
