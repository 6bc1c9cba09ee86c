import type { CompleteReply } from '@jarvis/contract';

/** The result of a turn. */
export interface Outcome {
  readonly kind: CompleteReply['outcome'];
  readonly reply: string;
}

/** Why a turn ended before its reply was complete. */
export type StopReason = 'stopped' | 'disconnected' | 'timedOut' | 'denied';
