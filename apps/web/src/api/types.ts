import type { Conversation, MessageWithExtras } from '@jarvis/contract';
import type { WatchEvent } from './router.ts';

export type { MessagePage, MessageWithExtras, SearchHit } from '@jarvis/contract';
export type { Conversation };
export type TurnEvent = WatchEvent;
/** A message as the pages show it. */
export type ShownMessage = MessageWithExtras;
