import { runAdmin } from './admin/program.ts';
import { readSettings } from './read-settings.ts';

process.exitCode = await runAdmin(process.argv.slice(2), process, readSettings);
