import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Binaries, program } from './binaries.ts';
import type { ClusterUser } from './cluster-user.ts';

/** The superuser of an embedded cluster. */
export const clusterOwner = 'jarvis';

/**
 * Makes an empty cluster at `clusterDir` if it is missing. It is built beside and renamed when it is complete and on
 * disk, so that an interrupted start leaves no half cluster. One process at a time.
 */
export async function initialise(
  binaries: Binaries,
  clusterDir: string,
  user: ClusterUser | undefined,
): Promise<void> {
  if (existsSync(join(clusterDir, 'PG_VERSION'))) return;
  const unfinished = `${clusterDir}.new`;
  const remove = () => rm(unfinished, { recursive: true, force: true });
  await remove();
  try {
    await mkdir(unfinished, { mode: 0o700 });
    if (user) await chown(unfinished, user.uid, user.gid);
    const args = [`--username=${clusterOwner}`, '--no-instructions', '--auth=trust', ...locale];
    await promisify(execFile)(program(binaries, 'initdb'), ['-D', unfinished, ...args], {
      ...user,
      cwd: dirname(clusterDir),
      env: serverEnvironment(),
    });
    await rename(unfinished, clusterDir);
    // The name of a new folder is on disk only after its parent is synced.
    await using parent = await open(dirname(clusterDir));
    await parent.sync();
  } catch (error) {
    await remove();
    // A container's arbitrary user.
    if (String(error).includes('could not look up effective user ID'))
      throw new Error(
        `Postgres makes no database for a user without a name (${process.geteuid?.()}). Start as a user that /etc/passwd lists, or set DATABASE_URL to a Postgres server.`,
      );
    throw error;
  }
}

/** The environment of the server and its tools: messages in English, times in UTC. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}

/** The built-in provider: case and sort order then do not change with the operating system. */
const locale = [
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  process.platform === 'linux' ? '--locale=C.UTF-8' : '--locale=C',
];
