import { argon2 } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import type { HashingAnswer, HashingJob } from './hashing.ts';

const niceness = 5;

// Before any thread is started: threads have the priority of the one that starts them.
lowerPriority();

process.on('message', ({ id, message, nonce, parameters }: HashingJob & { id: number }) => {
  argon2('argon2id', { message, nonce, ...parameters }, (error, tag) => {
    const answer: HashingAnswer = error ? { id, error: error.message } : { id, tag };
    process.send?.(answer);
  });
});
process.on('disconnect', () => process.exit());
// Whoever stops the service by a key of the terminal lets it finish what it has begun.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

/**
 * A third of what an ordinary process gets where they compete: short requests go first. With much less, sign-ins
 * starve on a machine that something else keeps busy.
 */
function lowerPriority(): void {
  os.setPriority(niceness);
  try {
    // Where Linux shares the processors out by session first, the session's share counts.
    writeFileSync('/proc/self/autogroup', String(niceness));
  } catch {
    // Another system, or a container's: there the line above is all it takes.
  }
}
