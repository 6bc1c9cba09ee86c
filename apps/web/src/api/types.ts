import type { Conversation, MessageWithExtras } from '@jarvis/contract';
import type { AppRouter } from '@jarvis/core/types';
import type { inferRouterOutputs } from '@trpc/server';

export type { MessagePage, MessageWithExtras, SearchHit } from '@jarvis/contract';
export type { Conversation };

type Watched = inferRouterOutputs<AppRouter>['chat']['watch'];
/** What is heard of a reply while it is written. */
export type TurnEvent = Watched extends AsyncIterable<infer Event> ? Event : never;
/** A message as the pages show it. */
export type ShownMessage = MessageWithExtras;
