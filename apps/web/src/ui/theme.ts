import { useSyncExternalStore } from 'react';
import { keep, kept } from '../data/kept.ts';

export type ThemeChoice = 'light' | 'dark' | 'system';

const storageKey = 'jarvis:theme';
const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

let choice = read();

/** Chooses a theme and stores it. Before the first paint, public/first-paint.js does the same. */
export function chooseTheme(next: ThemeChoice): void {
  choice = next;
  keep(storageKey, next === 'system' ? null : next);
  apply();
  for (const listener of listeners) listener();
}

export function useTheme(): ThemeChoice {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => choice,
  );
}

function read(): ThemeChoice {
  const before = kept(storageKey);
  return before === 'light' || before === 'dark' ? before : 'system';
}

function apply() {
  const dark = choice === 'dark' || (choice === 'system' && prefersDark.matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document
    .querySelector<HTMLMetaElement>('meta[name="theme-color"]')
    ?.setAttribute('content', dark ? '#131716' : '#faf9f5');
}

prefersDark.addEventListener('change', apply);
