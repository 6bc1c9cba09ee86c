#!/usr/bin/env node
import { exitCodes } from './failures.ts';
import { run } from './program.ts';

// The reader of the output has closed it, like `head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

// Exits at once; if the running command has its own handler, on the second signal.
process.on('SIGINT', () => {
  if (process.listenerCount('SIGINT') === 1) process.exit(exitCodes.interrupted);
});

process.exitCode = await run(process.argv.slice(2));
