import type { User } from '@jarvis/contract';
import { useMutationState, useSuspenseQuery } from '@tanstack/react-query';
import { forgetKept, keep, keptJson } from '../browser/kept.ts';
import { showAccountLanguage } from '../browser/language.ts';
import {
  isPageLocked,
  leaveTo,
  lockOtherTabs,
  never,
  onForgetElsewhere,
  onSessionOpenElsewhere,
  tellForget,
  tellSessionOpen,
} from '../browser/session-state.ts';
import { leaveIfNotFor, lockWithoutSession, queryClient, rpc, shownUser, trpc } from './client.ts';
import { failureOf } from './failure.ts';

const keptUserKey = 'jarvis:user';

/** The signed-in person. Without a network, the person of the last visit, so that the shell still opens. */
export const sessionQuery = {
  ...trpc.account.session.queryOptions(undefined, {
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  }),
  // A later read must not put another person, or none, into a rendered page.
  queryFn: async () => ({ user: await followSession() }),
};

/** What the pages for signed-out people offer. */
export const signInOptionsQuery = trpc.setup.signInOptions.queryOptions(undefined, { staleTime: 60_000 });

/** Asks once who is signed in; later calls use that answer. */
export async function currentUser(): Promise<User | null> {
  const { user } = await queryClient.query({
    ...sessionQuery,
    queryFn: async () => ({ user: await askWhoIsSignedIn() }),
    staleTime: 'static',
    retry: false,
  });
  return user;
}

async function askWhoIsSignedIn(): Promise<User | null> {
  try {
    return await refreshSession();
  } catch (error) {
    const kept = failureOf(error).kind === 'offline' ? keptUser() : null;
    if (!kept) throw error;
    return kept;
  }
}

/** The signed-in person, with the changes of the profile that are not stored yet; only inside the app. */
export function useUser(): User {
  const { data } = useSuspenseQuery(sessionQuery);
  const changes = useMutationState({
    filters: { mutationKey: trpc.account.updateProfile.mutationKey(), status: 'pending' },
    select: ({ state }) => state.variables as Partial<User>,
  });
  if (!data.user) throw new Error('Shown without a session');
  return changes.length === 0 ? data.user : Object.assign({}, data.user, ...changes);
}

/**
 * Applies the server's data of the person, after sign-in and after each change of the profile. Ignores data of a person
 * other than the one that the page is rendered for, whose text would be sent under the other name.
 */
export function setUser(user: User | null): void {
  if (user && leaveIfNotFor(user.id)) return;
  queryClient.setQueryData(sessionQuery.queryKey, { user });
  keepUser(user);
  // If a language cannot be loaded, the current one stays.
  if (user) void showAccountLanguage(user.preferredLanguage).catch(() => undefined);
}

const keepUser = (user: User | null): void => keep(keptUserKey, user && JSON.stringify(user));

/** Never resolves if the page shows another person, which it then leaves. */
async function readSession(): Promise<User | null> {
  const shown = shownUser();
  const { user } = await rpc.account.session.query();
  // It may be older than a change of the profile that was stored meanwhile.
  if (shownUser() !== shown) return readSession();
  if (user || !shown) setUser(user);
  return isPageLocked() ? never : user;
}

/** Reads the session again in a rendered page, which keeps its person when the session has ended. */
export async function followSession(): Promise<User | null> {
  if (!(await readSession()) && shownUser()) lockWithoutSession();
  return shownUser();
}

/** At the start and after a sign-in: the current person. */
export async function refreshSession(): Promise<User | null> {
  const user = await readSession();
  // A sign-in through a provider ends in a new page: other tabs learn of it from here.
  if (user) tellSessionOpen(user.id);
  return user;
}

/** Opens the app after a sign-in. */
export async function enter(next: string | undefined): Promise<void> {
  location.assign((await refreshSession()) ? (next ?? '/') : '/sign-in?error=cookies');
}

onSessionOpenElsewhere(leaveIfNotFor);

/** Ends the session's page by a reload, so that nothing of the account stays in memory. Never resolves. */
export function leaveSession(): Promise<never> {
  keepUser(null);
  lockOtherTabs();
  return leaveTo('/sign-in');
}

/** The same, and removes the account's data from browser storage; other tabs close their pages with their texts. */
export function leaveAndForget(userId: string): Promise<never> {
  forgetKept(userId);
  tellForget(userId);
  return leaveSession();
}

onForgetElsewhere((userId) => {
  if (shownUser()?.id !== userId) return;
  forgetKept(userId);
  void leaveTo('/sign-in');
});

/** Forgets the person of the last visit; for pages outside the app, which are left then. */
export const forgetSession = (): void => keepUser(null);

/** The stored person of the last visit; null if there was none or they have signed out. */
export const keptUser = (): User | null => keptJson<User>(keptUserKey);
