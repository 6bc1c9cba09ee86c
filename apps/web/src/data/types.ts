import type { AppRouter } from '@jarvis/core/types';
import type { inferRouterOutputs } from '@trpc/server';

/** The contract's name would hide the browser's `File`. */
export type { File as StoredFile } from '@jarvis/contract';

/** A reply that is running, has failed, or ended a short while ago. */
export type RecentTurn = inferRouterOutputs<AppRouter>['chat']['recent']['turns'][number];
