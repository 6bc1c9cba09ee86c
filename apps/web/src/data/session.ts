import type { User } from '@jarvis/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { showLanguage } from '../i18n/index.ts';
import { queryClient, rpc, trpc } from './client.ts';
import { failureOf } from './failure.ts';
import { forgetKept, keep, keptJson } from './kept.ts';
import {
  isPageLocked,
  lockOtherTabs,
  lockPage,
  onForgetElsewhere,
  onSessionOpenElsewhere,
  tellForget,
  tellSessionEnded,
  tellSessionOpen,
} from './session-state.ts';

const keptUserKey = 'jarvis:user';

/** Who is signed in. Without a network, the person of the last visit, so that the shell still opens. */
export const sessionQuery = {
  ...trpc.account.session.queryOptions(undefined, {
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  }),
  // Asked for again, it must not put another person, or nobody, into a page that is drawn.
  queryFn: async () => ({ user: await followSession() }),
};

let asking: Promise<User | null> | undefined;

/** Asks once who is signed in; later calls answer from what is known. */
export function currentUser(): Promise<User | null> {
  const known = queryClient.getQueryData(sessionQuery.queryKey);
  if (known) return Promise.resolve(known.user);
  asking ??= askWhoIsSignedIn().finally(() => {
    asking = undefined;
  });
  return asking;
}

async function askWhoIsSignedIn(): Promise<User | null> {
  try {
    const { user } = await rpc.account.session.query();
    setUser(user);
    // A sign-in by a provider ends in a new page: this is the first that other tabs hear of it.
    if (user) tellSessionOpen(user.id);
    return user;
  } catch (error) {
    const kept = failureOf(error).kind === 'offline' ? keptUser() : null;
    if (!kept) throw error;
    queryClient.setQueryData(sessionQuery.queryKey, { user: kept });
    return kept;
  }
}

/** The person who is signed in; only for what is shown inside the app. */
export function useUser(): User {
  const { data } = useSuspenseQuery(sessionQuery);
  if (!data.user) throw new Error('Shown without a session');
  return data.user;
}

/**
 * Takes over what the server says of the person: after sign-in, and after each change of the profile. Of somebody else
 * than the page is drawn for it takes nothing over: what was written there would be sent in the other's name.
 */
export function setUser(user: User | null): void {
  if (user && isForOther(user.id)) {
    leaveToOther();
    return;
  }
  queryClient.setQueryData(sessionQuery.queryKey, { user });
  keepUser(user);
  // A language that cannot be loaded leaves the one that is shown.
  if (user) void showLanguage(user.preferredLanguage).catch(() => undefined);
}

/** Shows a change of the profile before it is stored. Returns what takes it back, and nothing that changed besides. */
export function showChange(change: Partial<User>): () => void {
  const before = shownUser();
  if (!before) return () => {};
  setUser({ ...before, ...change });
  const changed = Object.keys(change) as (keyof User)[];
  const old = Object.fromEntries(changed.map((field) => [field, before[field]]));
  return () => {
    const now = shownUser();
    if (now) setUser({ ...now, ...old });
  };
}

/** Whom the page is drawn for; null before the sign-in. */
export const shownUser = (): User | null => queryClient.getQueryData(sessionQuery.queryKey)?.user ?? null;

const keepUser = (user: User | null): void => keep(keptUserKey, user && JSON.stringify(user));

/** Reads the session again in a page that is drawn for somebody. Never resolves where somebody else is signed in. */
export async function followSession(): Promise<User | null> {
  const { user } = await rpc.account.session.query();
  const shown = shownUser();
  if (!user && shown) {
    tellSessionEnded();
    return shown;
  }
  setUser(user);
  return isPageLocked() ? never : user;
}

/** After a sign-in: who it is now. Never resolves where the page is drawn for somebody else: it is loaded anew. */
export async function refreshSession(): Promise<User | null> {
  const { user } = await rpc.account.session.query();
  if (!user) return null;
  setUser(user);
  if (isPageLocked()) return never;
  tellSessionOpen(user.id);
  return user;
}

onSessionOpenElsewhere((userId) => {
  if (isForOther(userId)) leaveToOther();
});

/** Whether somebody else is signed in than the page is drawn for. */
function isForOther(userId: string): boolean {
  const shown = shownUser();
  return shown !== null && shown.id !== userId;
}

function leaveToOther(): void {
  lockPage();
  location.assign('/');
}

/** What waits for it ends with the page. */
const never = new Promise<never>(() => {});

/** The session is over. The page is loaded anew, so that nothing of the account stays in memory. */
export function leaveSession(): void {
  keepUser(null);
  lockOtherTabs();
  location.assign('/sign-in');
}

/** The same, and what the browser keeps of the account goes; so do its other tabs, with what is written in them. */
export function leaveAndForget(userId: string): void {
  forgetKept(userId);
  tellForget(userId);
  leaveSession();
}

onForgetElsewhere((userId) => {
  if (shownUser()?.id !== userId) return;
  forgetKept(userId);
  lockPage();
  location.assign('/sign-in');
});

/** Whoever was signed in is not any more; for pages outside the app. */
export function forgetSession(): void {
  queryClient.clear();
  setUser(null);
}

/** The person of the last visit, as it was kept; null when there was none or they have signed out. */
export const keptUser = (): User | null => keptJson<User>(keptUserKey);
