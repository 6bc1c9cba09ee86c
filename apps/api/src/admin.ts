import { runAdmin } from './admin/program.ts';
import { readSettings } from './config/config.ts';

process.exitCode = await runAdmin(process.argv.slice(2), process, readSettings);
