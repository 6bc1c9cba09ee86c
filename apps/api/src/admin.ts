import { runAdmin } from './admin/program.ts';
import { readSettings } from './config/config.ts';

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => interruption.abort());
// A closed reader, as `head`, or a full disk: uncaught, it would leave the embedded Postgres running.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code !== 'EPIPE') process.stderr.write(`The output could not be written: ${message}\n`);
  interruption.abort();
});
process.stderr.on('error', () => {});
process.exitCode = await runAdmin(process.argv.slice(2), process, readSettings, interruption.signal);
// Interrupted work may have no end.
if (interruption.signal.aborted) process.exit();
