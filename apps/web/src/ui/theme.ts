import { create } from 'zustand';
import { keep, kept } from '../data/browser/kept.ts';

export type ThemeChoice = 'light' | 'dark' | 'system';

const storageKey = 'jarvis:theme';
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

export const useTheme = create<ThemeChoice>()(() => {
  const before = kept(storageKey);
  return before === 'light' || before === 'dark' ? before : 'system';
});

/** Whether the shown theme is the dark one. */
export const useDark = create<boolean>()(() => document.documentElement.dataset.theme === 'dark');

export const toggleTheme = (): void => chooseTheme(useDark.getState() ? 'light' : 'dark');

/** Chooses a theme and stores it. Before the first paint, public/first-paint.js does the same. */
export function chooseTheme(next: ThemeChoice): void {
  useTheme.setState(next);
  keep(storageKey, next === 'system' ? null : next);
  apply();
}

function apply() {
  const choice = useTheme.getState();
  const dark = choice === 'dark' || (choice === 'system' && prefersDark.matches);
  useDark.setState(dark);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document
    .querySelector<HTMLMetaElement>('meta[name="theme-color"]')
    ?.setAttribute('content', dark ? '#131716' : '#faf9f5');
}

prefersDark.addEventListener('change', apply);
