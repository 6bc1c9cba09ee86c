/*
 * The app's browser storage, under names that begin with `jarvis:`. If storage is blocked or full, values live as long
 * as the page.
 */

type Where = 'localStorage' | 'sessionStorage';

/** What storage has refused. */
const unkept = new Map<string, string>();

/** The stored text; null for none. */
export function kept(name: string, where: Where = 'localStorage'): string | null {
  try {
    // A full storage still has the text before.
    return unkept.get(name) ?? globalThis[where].getItem(name);
  } catch {
    return null;
  }
}

/** Stored JSON; null also for invalid JSON. */
export const keptJson = <T>(name: string, where?: Where): T | null => jsonIn<T>(kept(name, where) ?? '');

/** The value of a stored text; null for an empty one and for invalid JSON. */
export function jsonIn<T>(text: string): T | null {
  try {
    return JSON.parse(text || 'null') as T | null;
  } catch {
    return null;
  }
}

/** Stores a text under a name; null removes it. */
export function keep(name: string, text: string | null, where: Where = 'localStorage'): void {
  if (text !== null && forgotten.has(accountOf(name))) return;
  unkept.delete(name);
  try {
    if (text === null) globalThis[where].removeItem(name);
    else globalThis[where].setItem(name, text);
  } catch {
    if (text !== null) unkept.set(name, text);
  }
}

/** All stored names, in no order. */
export function keptNames(where: Where = 'localStorage'): string[] {
  const names = [...unkept.keys()];
  try {
    return [...names, ...Object.keys(globalThis[where]).filter((name) => name.startsWith('jarvis:'))];
  } catch {
    return names;
  }
}

/** Whether drafts, or messages without a reply, are stored for an account. */
export const hasKeptTexts = (userId: string): boolean =>
  namesOf(userId).some((name) => /^jarvis:(?:draft|turn)/.test(name));

const forgotten = new Set<string>();

/** Removes everything stored for an account; this page stores no more for it, also while it is left. */
export function forgetKept(userId: string): void {
  forgotten.add(userId);
  for (const where of ['localStorage', 'sessionStorage'] as const)
    for (const name of namesOf(userId, where)) keep(name, null, where);
}

/** An account's names are `jarvis:<kind>:<user id>:<place>`. */
const accountOf = (name: string) => name.split(':')[2] ?? '';
const namesOf = (userId: string, where?: Where) =>
  keptNames(where).filter((name) => accountOf(name) === userId);
