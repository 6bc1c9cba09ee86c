import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from './database.ts';
import { reasonOf } from './failures.ts';
import { codeOf } from './in-words.ts';

export interface WaitOptions {
  readonly waitMs: number;
  /** Called once, with the reason, if the database does not answer at first. */
  readonly onWaiting: (reason: string) => void;
  /** Ends the waiting, which then rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

const tryMs = 2_000;
const pauseMs = 250;

/** Waiting does not cure these: a wrong password, user or database, a server that is too old. */
const lasting = new Set(['28P01', '28000', '3D000', 'WRONG_SERVER']);

/** Waits for a server that takes writes. Throws DatabaseUnavailable after `waitMs`, or at once if waiting is useless. */
export async function untilReachable(
  db: Database,
  { waitMs, onWaiting, signal }: WaitOptions,
): Promise<void> {
  const until = performance.now() + waitMs;
  for (let tries = 0; ; tries += 1) {
    try {
      // A standby refuses it: a balancer may lead there until its first check of the servers.
      return void (await db.run('select pg_current_xact_id()', [], { deadlineMs: tryMs }));
    } catch (error) {
      signal.throwIfAborted();
      if (lasting.has(codeOf(error) ?? '') || performance.now() >= until) throw error;
      if (tries === 0) onWaiting(reasonOf(error));
    }
    await pause(pauseMs, undefined, { signal });
  }
}
