/** A set of listeners: `on` returns a function that removes one. */
export function createListeners<A extends readonly unknown[]>(): {
  on(listener: (...args: A) => void): () => void;
  tell(...args: A): void;
} {
  const listeners = new Set<(...args: A) => void>();
  return {
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell(...args) {
      for (const listener of listeners) listener(...args);
    },
  };
}
