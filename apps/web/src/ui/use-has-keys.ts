import { useSyncExternalStore } from 'react';
import { hasKeysAfter } from './has-keys.ts';

// Until a key is pressed, a guess: true unless it is a phone or a tablet.
let hasKeys = !matchMedia('(pointer: coarse)').matches;
const listeners = new Set<() => void>();

addEventListener(
  'keydown',
  ({ key, code, target, isTrusted }) => {
    if (!isTrusted) return;
    const { height, scale } = visualViewport ?? { height: innerHeight, scale: 1 };
    const press = { key, code, inText: target instanceof HTMLTextAreaElement };
    const next = hasKeysAfter(hasKeys, press, innerHeight - height * scale);
    if (next === hasKeys) return;
    hasKeys = next;
    for (const listener of listeners) listener();
  },
  { capture: true },
);

/**
 * Whether the last used keyboard is a hardware one. On a screen keyboard, Enter is the only way to begin a new line.
 */
export function useHasKeys(): boolean {
  return useSyncExternalStore(subscribe, () => hasKeys);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
