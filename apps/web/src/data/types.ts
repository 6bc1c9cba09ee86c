import type { Conversation, MessageWithExtras } from '@jarvis/contract';
import type { AppRouter } from '@jarvis/core/types';
import type { inferRouterOutputs } from '@trpc/server';

export type {
  AttachedFile,
  ConnectionFailure,
  ConnectionSettings,
  File as StoredFile,
  Invitation,
  ListedAccount,
  MessagePage,
  MessageVersions,
  MessageWithExtras,
  RegistrationMode,
  SearchHit,
} from '@jarvis/contract';
export type { Conversation };

type Outputs = inferRouterOutputs<AppRouter>;
/** A reply that is running, has failed, or ended a short while ago. */
export type RecentTurn = Outputs['chat']['recent']['turns'][number];
/** A message as the pages show it. */
export type ShownMessage = MessageWithExtras;
