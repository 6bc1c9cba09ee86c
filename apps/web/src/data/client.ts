import type { AppRouter } from '@jarvis/core/types';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import {
  createTRPCClient,
  httpBatchLink,
  httpBatchStreamLink,
  httpSubscriptionLink,
  splitLink,
  type TRPCClient,
} from '@trpc/client';
import { createTRPCOptionsProxy, type TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { failureOf } from './failure.ts';
import { tellSessionEnded } from './session-state.ts';

const url = '/trpc';

/** The typed procedures, called directly: for calls outside TanStack Query. */
export const rpc: TRPCClient<AppRouter> = createTRPCClient<AppRouter>({
  links: [
    splitLink({
      condition: (op) => op.type === 'subscription',
      true: httpSubscriptionLink({ url }),
      false: splitLink({
        condition: (op) => op.path === 'chat.start' || op.path === 'chat.regenerate',
        // A streamed answer: no other call may wait for it.
        true: httpBatchStreamLink({ url, maxItems: 1 }),
        false: httpBatchLink({ url, maxURLLength: 4_000 }),
      }),
    }),
  ],
});

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteEndedSession }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      // At sign-in the same status means a wrong password.
      if (!mutation.options.meta?.signsIn) noteEndedSession(error);
    },
  }),
  defaultOptions: {
    // Only a request shows whether the service is reachable: on this machine or its network it works without
    // internet.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 30_000,
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

/** Sends a change that must still go out while the page is being left. */
export function sendOnLeaving(
  procedure:
    | 'conversations.delete'
    | 'tasks.delete'
    | 'schedules.delete'
    | 'memories.delete'
    | 'files.delete',
  id: string,
) {
  void fetch(`${url}/${procedure}`, {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ id }),
  }).catch(() => undefined);
}

/** For calls outside TanStack Query: records an ended session. */
export function noteEndedSession(error: unknown): void {
  if (failureOf(error).kind === 'unauthenticated') tellSessionEnded();
}
