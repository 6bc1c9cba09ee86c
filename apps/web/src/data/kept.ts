/*
 * What this browser keeps for the app under names that begin with `jarvis:`. Where storage is blocked it is kept
 * as long as the page lives, and where it is full nothing more is kept.
 */

type Where = 'localStorage' | 'sessionStorage';

/** Stands in for blocked storage. */
const unkept = new Map<string, string>();

/** What is kept under a name; null for nothing. */
export function kept(name: string, where: Where = 'localStorage'): string | null {
  try {
    return globalThis[where].getItem(name);
  } catch {
    return unkept.get(name) ?? null;
  }
}

/** The same for what was kept as JSON; null also for what is not JSON. */
export function keptJson<T>(name: string, where?: Where): T | null {
  try {
    return JSON.parse(kept(name, where) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** Keeps a text under a name; null keeps nothing there any more. */
export function keep(name: string, text: string | null, where: Where = 'localStorage'): void {
  try {
    if (text === null) globalThis[where].removeItem(name);
    else globalThis[where].setItem(name, text);
  } catch {
    if (text === null) unkept.delete(name);
    else unkept.set(name, text);
  }
}

/** The names of all that is kept, in no order. */
export function keptNames(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith('jarvis:'));
  } catch {
    return [...unkept.keys()];
  }
}

/** Whether drafts, or messages without a reply, are kept of an account. */
export const hasKeptTexts = (userId: string): boolean =>
  namesOf(userId).some((name) => /^jarvis:(?:draft|turn)/.test(name));

/** Removes all that is kept of an account. */
export function forgetKept(userId: string): void {
  removeAll(userId);
  // A message that is on its way is kept once more when the page is left; that listener was there first.
  addEventListener('pagehide', () => removeAll(userId));
}

function removeAll(userId: string) {
  for (const name of namesOf(userId)) keep(name, null);
}

/** What is of an account is named `jarvis:<kind>:<user id>:<place>`. */
const namesOf = (userId: string) => keptNames().filter((name) => name.split(':')[2] === userId);
