import { trpc } from './service/client.ts';

/** What is connected to this installation, and whether the person is an operator. Rarely changes. */
export const connectionsQuery = trpc.setup.connections.queryOptions(undefined, { staleTime: 600_000 });
