import { runAdmin } from '../../src/admin/program.ts';
import { readConfig } from '../../src/config/config.ts';

const neverInterrupted = new AbortController().signal;

/** Runs the operator's tool in an environment; returns its output and exit code. */
export async function adminWith(environment: Record<string, string>, ...args: string[]) {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const terminal = {
    stdout: { write: (text: string) => stdout.push(text) },
    stderr: { write: (text: string) => stderr.push(text) },
  };
  const code = await runAdmin(args, terminal, () => readConfig(environment), neverInterrupted);
  return { code, stdout: stdout.join(''), stderr: stderr.join('') };
}
