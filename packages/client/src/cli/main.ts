#!/usr/bin/env node
import { exitCodes } from './failures.ts';
import { run } from './program.ts';

// Who read the list has seen enough of it, as `head` has.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

// By itself, unless what runs has something to do before: then a second one leaves.
process.on('SIGINT', () => {
  if (process.listenerCount('SIGINT') === 1) process.exit(exitCodes.interrupted);
});

process.exitCode = await run(process.argv.slice(2));
