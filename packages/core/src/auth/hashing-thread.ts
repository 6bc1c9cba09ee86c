import { argon2Sync } from 'node:crypto';
import os from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { HashingAnswer, HashingJob } from './hashing-threads.ts';

// On Linux a thread has a niceness of its own: hashing then takes only what the request threads and
// Postgres leave. Elsewhere the call would slow the whole process down.
if (process.platform === 'linux') os.setPriority(0, os.constants.priority.PRIORITY_LOW);

parentPort?.on('message', (job: HashingJob) => parentPort?.postMessage(answer(job)));

function answer({ message, nonce, parameters }: HashingJob): HashingAnswer {
  try {
    return { tag: argon2Sync('argon2id', { message, nonce, ...parameters }) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : 'argon2 failed' };
  }
}
