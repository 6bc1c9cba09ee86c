import { setTimeout as pause } from 'node:timers/promises';
import { type ConnectOptions, connect } from './database.ts';
import { codeOf, reasonOf } from './failures.ts';

const tryMs = 2_000;
const pauseMs = 250;

/** Waiting does not cure these: a wrong password, user or database, a server that is too old. */
const lasting = new Set(['28P01', '28000', '3D000', 'WRONG_SERVER']);

/**
 * Waits for a server that takes writes; `onWaiting` is called once, with the reason, if there is none at first. Throws
 * DatabaseUnavailable after `waitMs`, or at once if waiting is useless, and the reason of `signal` when it aborts.
 */
export async function untilReachable(
  server: Pick<ConnectOptions, 'url' | 'prepare' | 'applicationName'>,
  waitMs: number,
  onWaiting: (reason: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const until = performance.now() + waitMs;
  // `onWaiting` tells in place of the log.
  const db = connect({ ...server, poolSize: 1, log: { info() {}, warn() {} } });
  try {
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
  } finally {
    await db.close(0);
  }
}
