import { safeNext } from './provider-errors.ts';

const name = 'jarvis:next';
/** A sign-in at a provider that takes longer is begun anew. */
const keptMs = 10 * 60_000;

/** Keeps where to go after a sign-in that leaves this app: the provider sends people back to the start page. */
export function keepNext(next: string | undefined): void {
  try {
    if (next === undefined) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify({ next, at: Date.now() }));
  } catch {
    // Without storage the person begins anew.
  }
}

/** Where the person wanted to go when they left for a provider, if that is not long ago. */
export function keptNext(): string | undefined {
  try {
    const { next, at } = JSON.parse(sessionStorage.getItem(name) ?? '{}');
    return Date.now() - at < keptMs ? safeNext(next) : undefined;
  } catch {
    return undefined;
  }
}
