import { createHash } from 'node:crypto';
import { chown, lstat, mkdir, readlink, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClusterUser } from './cluster-user.ts';
import { clusterOwner } from './initialise.ts';

/** How clients reach a cluster, and the server settings for that. */
export interface ClusterAccess {
  readonly settings: Readonly<Record<string, string>>;
  url(database: string): string;
}

/** A Unix socket that only the server's user (and root) can open. */
export async function accessTo(dataDir: string, user: ClusterUser | undefined): Promise<ClusterAccess> {
  const folder = await socketDirectory(dataDir, user);
  return {
    settings: {
      listen_addresses: '',
      unix_socket_directories: `"${folder.replaceAll('"', '""')}"`,
      unix_socket_permissions: '0700',
    },
    url: (database) => `postgres://${clusterOwner}@/${database}?host=${encodeURIComponent(folder)}`,
  };
}

/** The system limit for `<folder>/.s.PGSQL.5432` (macOS 103, Linux 107), less that name and a margin. */
const folderBytesMax = 80;

/**
 * The folder for the server's socket, `DATA_DIR/run`, private to its user. If that path is too long for a socket, a
 * short link to it in the system's temporary folder; every user can write there, so a link is used only if it is ours
 * and has the right target.
 */
async function socketDirectory(dataDir: string, user: ClusterUser | undefined): Promise<string> {
  const folder = join(dataDir, 'run');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (user) await chown(folder, user.uid, user.gid);
  if (Buffer.byteLength(folder) <= folderBytesMax) return folder;
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  for (let n = 0; n < 100; n += 1) {
    const link = join(tmpdir(), `jarvis-${name}-${n}`);
    if (Buffer.byteLength(link) > folderBytesMax) break;
    await symlink(folder, link).catch(() => {});
    const stats = await lstat(link).catch(() => undefined);
    if (stats?.uid === process.getuid?.() && (await readlink(link).catch(() => '')) === folder) return link;
  }
  throw new Error(
    `No link for the database's socket could be made in ${tmpdir()}: choose a shorter DATA_DIR, or set TMPDIR.`,
  );
}
