import type { User } from '@jarvis/contract';
import { limits } from '@jarvis/contract/limits';
import type { AppRouter } from '@jarvis/core/types';
import { QueryClient } from '@tanstack/react-query';
import {
  createTRPCClient,
  httpBatchLink,
  httpBatchStreamLink,
  httpSubscriptionLink,
  splitLink,
  type TRPCClient,
  type TRPCLink,
} from '@trpc/client';
import { tap } from '@trpc/server/observable';
import { createTRPCOptionsProxy, type TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { isSessionEnded, leaveTo, tellSessionEnded } from '../browser/session-state.ts';
import { failureOf } from './failure.ts';
import { shared } from './shared.ts';

const url = '/trpc';

/** Calls whose 401 has another reason: a wrong password, or the end of the session; and those that find out why. */
const refusedOtherwise = new Set(['account.login', 'account.logout', 'account.session', 'live.changes']);

/** Finds an ended session, or one of another person, whichever call learns of it. */
const sessionEndLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    next(op).pipe(
      tap({
        error: (error) => {
          if (refusedOtherwise.has(op.path) || failureOf(error).kind !== 'unauthenticated') return;
          void lockIfSessionChanged().catch(() => undefined);
        },
      }),
    );

/** After a refused call: it may have been sent with the session before a new password, and arrived after it. */
export async function lockIfSessionChanged(): Promise<void> {
  if (isSessionEnded()) return;
  const { user } = await rpc.account.session.query();
  if (!user) lockWithoutSession();
  else leaveIfNotFor(user.id);
}

/** The person that the page is rendered for; null before the sign-in. */
export const shownUser = (): User | null =>
  queryClient.getQueryData(trpc.account.session.queryKey())?.user ?? null;

/** Leaves the page if it is rendered for another person than this one, who is signed in. Returns whether it does. */
export function leaveIfNotFor(userId: string): boolean {
  if ((shownUser()?.id ?? userId) === userId) return false;
  void leaveTo('/');
  return true;
}

/**
 * Names the person of the page, so that the service refuses the call with the session of another one: the cookie may
 * change before the page learns of it.
 */
export const accountHeader = (): Record<string, string> => ({ 'Jarvis-Account': shownUser()?.id ?? '' });

/** The answer to a new password brings a new session. */
export function lockWithoutSession(): void {
  if (queryClient.isMutating(trpc.account.changePassword.mutationOptions()) === 0) tellSessionEnded();
}

/** The typed procedures, called directly: for calls outside TanStack Query. */
export const rpc: TRPCClient<AppRouter> = createTRPCClient<AppRouter>({
  links: [
    sessionEndLink,
    splitLink({
      condition: (op) => op.type === 'subscription',
      true: httpSubscriptionLink({ url }),
      false: splitLink({
        condition: (op) => op.path === 'chat.start' || op.path === 'chat.regenerate',
        // A streamed answer: no other call may wait for it.
        true: httpBatchStreamLink({ url, headers: accountHeader, maxItems: 1 }),
        false: httpBatchLink({
          url,
          headers: accountHeader,
          maxURLLength: 4_000,
          maxItems: limits.batchCallsMax,
        }),
      }),
    }),
  ],
});

export const queryClient = new QueryClient({
  defaultOptions: {
    // Only a request shows whether the service is reachable: on this machine or its network it works without
    // internet.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 30_000,
      structuralSharing: shared,
      retry: (count, error) => count < 2 && failureOf(error).passing,
      retryDelay: (count) => 400 * 2 ** count,
    },
  },
});

/** The same procedures as options for `useQuery` and `useMutation`. */
export const trpc: TRPCOptionsProxy<AppRouter> = createTRPCOptionsProxy<AppRouter>({
  client: rpc,
  queryClient,
});

/** What a person deletes with an undo notice. */
export type DeletableKind = 'conversations' | 'tasks' | 'schedules' | 'memories';

/** Deletes something while the page is being left. */
export function deleteOnLeaving(kind: DeletableKind | 'files', id: string) {
  void fetch(`${url}/${kind}.delete`, {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json', ...accountHeader() },
    body: JSON.stringify({ id }),
  }).catch(() => undefined);
}

/** Shows a change before it is stored; reverts it, and throws, when it could not be stored. */
export async function shownAtOnce<Stored>(
  show: () => void,
  store: () => Promise<Stored>,
  revert: () => void,
): Promise<Stored> {
  show();
  try {
    return await store();
  } catch (error) {
    revert();
    throw error;
  }
}
