import { create } from 'zustand';
import { hasKeysAfter } from './has-keys.ts';

/**
 * Whether the last used keyboard is a hardware one. On a screen keyboard, Enter is the only way to begin a new line.
 * Until a key is pressed, a guess: true unless it is a phone or a tablet.
 */
export const useHasKeys = create<boolean>()(() => !matchMedia('(pointer: coarse)').matches);

addEventListener(
  'keydown',
  ({ key, code, target, isTrusted }) => {
    if (!isTrusted) return;
    const { height, scale } = visualViewport ?? { height: innerHeight, scale: 1 };
    const press = { key, code, inText: target instanceof HTMLTextAreaElement };
    useHasKeys.setState((before) => hasKeysAfter(before, press, innerHeight - height * scale));
  },
  { capture: true },
);
