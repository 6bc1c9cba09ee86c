import { create } from 'zustand';
import { openChannel } from './open-channel.ts';

/** Locked: another person may be signed in than the one it was rendered for. The page stays hidden until it is left. */
type SessionState = 'open' | 'ended' | 'locked';
const useSession = create<SessionState>()(() => 'open');
type SessionMessage = 'ended' | { readonly openFor: string } | { readonly forget: string };

/** Tabs share the session: when one learns of a change, all follow at once. */
const tabs = openChannel('jarvis:session');
const tell = (message: SessionMessage): void => tabs.postMessage(message);

/** Whether the session has ended, so that no data of the account may be shown. */
export const useSessionEnded = (): boolean => useSession() !== 'open';

/** The same outside a component. */
export const isSessionEnded = (): boolean => useSession.getState() !== 'open';

/** Locks the pages of this browser that show the account. */
export function tellSessionEnded(): void {
  if (isSessionEnded()) return;
  set('ended');
  lockOtherTabs();
}

/** Called before this tab goes to the sign-in page. */
export const lockOtherTabs = (): void => tell('ended');

/** No data of this account may stay in this browser: the other tabs leave. */
export const tellForget = (userId: string): void => tell({ forget: userId });

/** Hides the page for its remaining life; guards that ask before leaving must be silent. Never resolves. */
export function leaveTo(path: '/' | '/sign-in'): Promise<never> {
  set('locked');
  location.assign(path);
  return never;
}

/** The same for a page that the browser has kept since it was left: it asked then. */
export function loadAnew(): void {
  set('locked');
  location.reload();
}

/** Waiting code ends with the page. */
export const never: Promise<never> = new Promise(() => {});

export const isPageLocked = (): boolean => useSession.getState() === 'locked';

/** A person has signed in. */
export function tellSessionOpen(userId: string): void {
  set('open');
  tell({ openFor: userId });
}

/** Calls back when a person has signed in in another tab. Returns a function that ends this. */
export const onSessionOpenElsewhere = (listener: (userId: string) => void): (() => void) =>
  onMessage((message) => message !== 'ended' && 'openFor' in message && listener(message.openFor));

/** Calls back when another tab requires that nothing of an account stays. */
export const onForgetElsewhere = (listener: (userId: string) => void): (() => void) =>
  onMessage((message) => message !== 'ended' && 'forget' in message && listener(message.forget));

onMessage((message) => message === 'ended' && set('ended'));

function onMessage(take: (message: SessionMessage) => unknown): () => void {
  const hear = ({ data }: MessageEvent<SessionMessage>) => void take(data);
  tabs.addEventListener('message', hear);
  return () => tabs.removeEventListener('message', hear);
}

function set(next: SessionState) {
  if (!isPageLocked()) useSession.setState(next);
}
