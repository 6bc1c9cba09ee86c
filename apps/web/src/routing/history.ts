import { createBrowserHistory } from '@tanstack/history';
import { createContext, useSyncExternalStore } from 'react';
import type { Address } from './addresses.ts';

declare module '@tanstack/history' {
  interface HistoryState {
    /** The entry of the open drawer, over the page of the entry before it. */
    drawer?: boolean;
    /** The entry was that of a new chat, whose page stays until that of its conversation has loaded. */
    begun?: boolean;
  }
}

/** The browser's history, whose entries a page can hold (`LeaveGuard`). */
export const history = createBrowserHistory();

/** The location of the shown page: the window's, unless that page still loads. */
export const Shown = createContext(history.location);

/** A part of the address of the window; the page of the address may still load. */
export const useAddress = <Part>(part: (location: typeof history.location) => Part): Part =>
  useSyncExternalStore(history.subscribe, () => part(history.location));

/** Adds no entry to the history for the current address, or in place of the drawer's. */
export function navigate(to: Address): void {
  const { href, state } = history.location;
  if (to === href || state.drawer) history.replace(to);
  else history.push(to);
}

/** Calls this when the browser's buttons lead to another page. Returns a function that ends it. */
export function onTravel(run: () => void): () => void {
  let { pathname } = history.location;
  return history.subscribe(({ location, action }) => {
    const isOther = location.pathname !== pathname;
    pathname = location.pathname;
    if (isOther && action.type !== 'PUSH' && action.type !== 'REPLACE') run();
  });
}
