import type { CompleteReply } from '@jarvis/contract';

/** What becomes of a turn. */
export interface Outcome {
  readonly kind: CompleteReply['outcome'];
  readonly reply: string;
}

/** Why a turn was ended before its reply was complete. */
export type StopReason = 'stopped' | 'disconnected' | 'timedOut' | 'denied';
