import type { AppRouter } from '@jarvis/core';
import { createTRPCClient, httpBatchStreamLink } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { Client } from './client.ts';

type Start = inferRouterInputs<AppRouter>['chat']['start'];

/** Starts a turn as the web app does: its events as they come. Rejects when the start is refused. */
export function startTurn(
  { url, cookies, headers }: Client,
  input: Start,
  signal?: AbortSignal,
): Promise<inferRouterOutputs<AppRouter>['chat']['start']> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const link = httpBatchStreamLink({ url: `${url}/trpc`, headers: { cookie, ...headers } });
  return createTRPCClient<AppRouter>({ links: [link] }).chat.start.mutate(input, signal && { signal });
}
