import type { AppRouter } from '@jarvis/core';
import { createTRPCClient, httpBatchStreamLink } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { Client } from './client.ts';

type Start = inferRouterInputs<AppRouter>['chat']['start'];

type Regenerate = inferRouterInputs<AppRouter>['chat']['regenerate'];

/** Has a reply rewritten like the web app does; returns its events as they come. Rejects when the service refuses. */
export function regenerate(
  client: Client,
  input: Regenerate,
): Promise<inferRouterOutputs<AppRouter>['chat']['regenerate']> {
  return streaming(client).chat.regenerate.mutate(input);
}

/** Starts a turn like the web app does; returns its events as they come. Rejects when the start is refused. */
export function startTurn(
  client: Client,
  input: Start,
  signal?: AbortSignal,
): Promise<inferRouterOutputs<AppRouter>['chat']['start']> {
  return streaming(client).chat.start.mutate(input, signal && { signal });
}

function streaming({ url, credentials }: Client) {
  const link = httpBatchStreamLink({ url: `${url}/trpc`, headers: credentials });
  return createTRPCClient<AppRouter>({ links: [link] });
}
