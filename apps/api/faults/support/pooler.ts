import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clusterUser } from '@jarvis/database/cluster';
import { freePort } from './process.ts';

/** True where PgBouncer is installed (Debian: `apt-get install pgbouncer`). */
export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0;
if (!hasPgBouncer) process.stdout.write('PgBouncer is not installed: its fault cases are skipped.\n');

export interface TransactionPooler {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * A real PgBouncer with `pool_mode = transaction` and `size` connections to the server on `serverPort`, which trusts
 * the user `jarvis`. `folder` must be one that every user can enter.
 */
export async function startPgBouncer(
  folder: string,
  serverPort: number,
  size: number,
): Promise<TransactionPooler> {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const port = await freePort();
  const users = join(folder, 'users.txt');
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(users, '"jarvis" ""\n', { mode: 0o644 });
  writeFileSync(
    settings,
    `[databases]
jarvis = host=127.0.0.1 port=${serverPort} user=jarvis

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${size}
`,
    { mode: 0o644 },
  );
  // It refuses to run as root, as Postgres does.
  const user = clusterUser(folder, join(folder, 'none'));
  const child = spawn('pgbouncer', [settings], { ...user, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  process.once('exit', () => child.kill('SIGKILL'));
  await listening(child);
  return {
    url: `postgres://jarvis@127.0.0.1:${port}/jarvis`,
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function listening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('process up')) resolve();
    });
    child.once('exit', () => reject(new Error(`PgBouncer did not start: ${said}`)));
  });
}
