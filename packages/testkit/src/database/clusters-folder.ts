import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/**
 * Where tests make clusters: in memory if there is enough (those of a suite take up to 2 GB), since a new database is
 * hundreds of small files.
 */
export const clustersFolder =
  enough(process.availableMemory(), 6) && enough(room('/dev/shm'), 4) ? '/dev/shm' : tmpdir();

function enough(bytes: number, gigabytes: number): boolean {
  return bytes > gigabytes * 2 ** 30;
}

function room(folder: string): number {
  if (!existsSync(folder)) return 0;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
