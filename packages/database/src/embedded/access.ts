import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { ClusterUser } from './cluster-user.ts';
import { clusterOwner } from './initialise.ts';
import { socketDirectory } from './socket-directory.ts';

/** How clients reach a cluster, and the server settings for that. */
export interface Access {
  readonly settings: Readonly<Record<string, string>>;
  readonly initArgs: readonly string[];
  url(database: string): string;
}

/** A Unix socket that only the server's user (and root) can open; on Windows a loopback port with a password. */
export function accessTo(dataDir: string, user: ClusterUser | undefined): Promise<Access> {
  return process.platform === 'win32' ? loopbackAccess(dataDir) : socketAccess(dataDir, user);
}

async function socketAccess(dataDir: string, user: ClusterUser | undefined): Promise<Access> {
  const folder = await socketDirectory(dataDir, user);
  return {
    settings: {
      listen_addresses: '',
      unix_socket_directories: `"${folder.replaceAll('"', '""')}"`,
      unix_socket_permissions: '0700',
    },
    initArgs: ['--auth=trust'],
    url: (database) => `postgres://${clusterOwner}@/${database}?host=${encodeURIComponent(folder)}`,
  };
}

async function loopbackAccess(dataDir: string): Promise<Access> {
  const passwordFile = join(dataDir, 'postgres.password');
  const portFile = join(dataDir, 'postgres.port');
  if (!existsSync(passwordFile))
    await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (!existsSync(portFile)) await writeFile(portFile, String(await freePort()));
  const password = (await readFile(passwordFile, 'utf8')).trim();
  const port = (await readFile(portFile, 'utf8')).trim();
  return {
    settings: { listen_addresses: '127.0.0.1', unix_socket_directories: '', port },
    initArgs: ['--auth=scram-sha-256', `--pwfile=${passwordFile}`],
    url: (database) => `postgres://${clusterOwner}:${password}@127.0.0.1:${port}/${database}`,
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
