import { runAdmin } from './admin/program.ts';
import { readSettings } from './config/config.ts';

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => interruption.abort());
process.exitCode = await runAdmin(process.argv.slice(2), process, readSettings, interruption.signal);
// Interrupted work may have no end.
if (interruption.signal.aborted) process.exit();
