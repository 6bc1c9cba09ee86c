import { safeNext } from './provider-errors.ts';

const name = 'jarvis:next';
/** A longer sign-in at a provider has to start again. */
const keptMs = 10 * 60_000;

/** Stores the destination after a sign-in that leaves this app: the provider sends people back to the start page. */
export function keepNext(next: string | undefined): void {
  try {
    if (next === undefined) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify({ next, at: Date.now() }));
  } catch {
    // Without storage the person starts again.
  }
}

/** The person's destination when they left for a provider, unless that was long ago. */
export function keptNext(): string | undefined {
  try {
    const { next, at } = JSON.parse(sessionStorage.getItem(name) ?? '{}');
    return Date.now() - at < keptMs ? safeNext(next) : undefined;
  } catch {
    return undefined;
  }
}
