import { type File, limits } from '@jarvis/contract';
import type { Queries } from '@jarvis/database';
import { existing, notFound } from '../errors.ts';
import { forgetOutcomes } from '../idempotency/queries.ts';
import { parseId } from '../ids.ts';
import type { Deps } from '../ports/deps.ts';
import { deleteFileRow, filesRemovedAtOnce, leftFiles, releaseUnnamed, selectFile } from './queries.ts';
import { readPart } from './store.ts';

/** Throws notFound. */
export async function readFile({ db }: Pick<Deps, 'db'>, userId: string, id: string): Promise<File> {
  return existing(await selectFile.first(db, { userId, id: parseId(id, 'File') }), 'File');
}

/** A file with access to its bytes. */
export interface Content {
  readonly file: File & { readonly mediaType: string; readonly sha256: string };
  /**
   * The bytes from `from` up to `to`, exclusive, read as they are consumed. Throws notFound if the file is deleted
   * meanwhile.
   */
  read(from: number, to: number): AsyncGenerator<Uint8Array>;
}

/** Throws notFound, also for a file that is still being received. */
export async function openContent({ db }: Pick<Deps, 'db'>, userId: string, id: string): Promise<Content> {
  const file = await readFile({ db }, userId, id);
  const { mediaType, sha256 } = file;
  if (mediaType === null || sha256 === null) throw notFound('File');
  const size = limits.filePartBytes;
  return {
    file: { ...file, mediaType, sha256 },
    async *read(from, to) {
      for (let n = Math.floor(from / size); n * size < to; n += 1) {
        const part = existing(await readPart(db, { userId, id: file.id, n }), 'File');
        yield part.subarray(Math.max(0, from - n * size), Math.min(size, to - n * size));
      }
    },
  };
}

/** Removes a file for good; messages keep its name. Throws notFound. */
export async function deleteFile({ db, changes }: Deps, userId: string, id: string): Promise<void> {
  existing(await deleteFileRow.first(db, { userId, id: parseId(id, 'File') }), 'File');
  changes.publish(userId, 'files');
}

/**
 * Marks those of the files as released that no message of the account names, and returns their ids. `removeReleased`
 * removes them after the transaction, because removing their bytes may exceed its deadline.
 */
export async function releaseFiles(db: Queries, userId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const released = (await releaseUnnamed(db, { userId, ids })).map(({ id }) => id);
  await forgetOutcomes(db, { userId, ids: released });
  return released;
}

/** Removes released files, a few at a time. Never rejects: the sweep removes the rest. */
export async function removeReleased(db: Queries, userId: string, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += filesRemovedAtOnce) {
    const some = ids.slice(from, from + filesRemovedAtOnce);
    if ((await leftFiles.remove.count(db, { userId, ids: some }).catch(() => 0)) === 0) return;
  }
}

/** Removes those of the given files that no message names. */
export async function removeUnnamed(db: Queries, userId: string, ids: readonly string[]): Promise<void> {
  await removeReleased(db, userId, await releaseFiles(db, userId, ids));
}
