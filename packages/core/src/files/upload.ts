import { createHash } from 'node:crypto';
import { type File, limits, mebibytes, tooLarge } from '@jarvis/contract';
import type { Queries } from '@jarvis/database';
import { holdAccount } from '../db/account.ts';
import { inTransaction } from '../db/in-transaction.ts';
import type { One } from '../db/rows.ts';
import { badRequest, conflict, existing, notFound, tooMany } from '../errors.ts';
import { newId, parseId } from '../ids.ts';
import type { Deps, WriteDeps } from '../ports/deps.ts';
import type { Pieces } from '../ports/reader.ts';
import { fileName } from './file-name.ts';
import { isPicture, kindOf } from './media-type.ts';
import { deleteUnfinished, type FoundFile, holdFile, insertFile, selectFile, storeFile } from './queries.ts';
import { readPart, sumFiles, writePart } from './store.ts';

const { fileBytesMax, filePartBytes, filesReceivedMax } = limits;

export interface Announced {
  readonly name?: string | undefined;
  /** Undefined if the sender does not know the size. */
  readonly bytes?: number | undefined;
  /** The limit for a file whose size is unknown. */
  readonly bytesMax?: number;
}

/**
 * Begins to receive a file and reserves its size, so that simultaneous uploads together stay within the quota. Throws
 * badRequest for an invalid name or size and for a full account, tooMany when three uploads are active.
 */
export async function beginFile(
  deps: WriteDeps,
  userId: string,
  { name, bytes, bytesMax = fileBytesMax }: Announced,
): Promise<File> {
  const { db, clock } = deps;
  const named = fileName(name);
  const shown = named || 'The file';
  if (bytes === 0) throw badRequest(`“${shown}” is empty.`);
  if (bytes !== undefined && bytes > fileBytesMax) throw badRequest(tooLarge(shown));
  return inTransaction(db, async (tx) => {
    await holdAccount(tx, { userId });
    const left = await roomLeft(deps, tx, userId, bytes ?? bytesMax);
    if (left <= 0 || (bytes ?? 0) > left) throw noRoom(deps, shown);
    const file: File = {
      id: newId(clock.now()),
      name: named,
      state: 'receiving',
      ...{ mediaType: null, bytes: bytes ?? Math.min(bytesMax, left), sha256: null, pages: null },
      ...{ textState: 'none', textReason: null, width: null, height: null },
      conversationId: null,
      createdAt: clock.nowIso(),
    };
    await insertFile(tx, { userId, ...file });
    return file;
  });
}

/** Makes room for `wanted` bytes by removing silent uploads, which may be continued only while no other needs it. */
async function roomLeft(
  deps: Pick<Deps, 'settings'>,
  tx: Queries,
  userId: string,
  wanted: number,
): Promise<number> {
  const used = await sumFiles.first(tx, { userId });
  if ((used?.received ?? 0) >= filesReceivedMax)
    throw tooMany(
      `Too many files at a time: at most ${filesReceivedMax} are received at once. Send this one when another is done.`,
      1,
    );
  const left = deps.settings.filesBytesMax - (used?.bytes ?? 0);
  if (left >= wanted || !used?.silent) return left;
  for (const id of used.silent) await deleteUnfinished(tx, { userId, id });
  return roomLeft(deps, tx, userId, wanted);
}

const noRoom = ({ settings }: Pick<Deps, 'settings'>, name: string) =>
  badRequest(
    `There is no room for “${name}”: the files of an account may take ${mebibytes(settings.filesBytesMax)}. Delete some, or ask an operator of this service for more room.`,
  );

/**
 * Stores a part, by its number from 0; repeating it is not an error. Throws notFound, conflict once the file is stored,
 * badRequest for a part of the wrong size.
 */
export async function takePart(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { id, n, part }: { readonly id: string; readonly n: number; readonly part: Uint8Array },
): Promise<void> {
  const own = { userId, id: parseId(id, 'File') };
  const { state, bytes } = existing(await selectFile.first(db, own), 'File');
  if (state === 'stored') throw stored();
  const last = Math.ceil(bytes / filePartBytes) - 1;
  if (n > last) throw badRequest(`This file has parts from 0 to ${last}.`);
  const expected = n < last ? filePartBytes : bytes - last * filePartBytes;
  if (part.length !== expected) throw badRequest(`Part ${n} of this file has ${expected} bytes.`);
  if (await writePart(db, { ...own, n, part })) return;
  // The part is stored already, or the file was finished meanwhile.
  if (existing(await selectFile.first(db, own), 'File').state === 'stored') throw stored();
}

const stored = () => conflict('This file is stored already, and is not changed.');

/**
 * Stores a file whose parts have all arrived. Throws notFound, and badRequest when parts are missing or `sha256` does
 * not match; the sender may then send parts again.
 */
export async function finishFile(
  { db }: Pick<WriteDeps, 'db'>,
  userId: string,
  given: { readonly id: string; readonly sha256?: string | undefined },
): Promise<File> {
  const own = { userId, id: parseId(given.id, 'File') };
  const wanted = given.sha256?.toLowerCase();
  return inTransaction(
    db,
    async (tx) => {
      const held = existing(await holdFile.first(tx, own), 'File');
      if (held.state === 'stored') {
        if (wanted !== undefined && wanted !== held.sha256) throw otherSum();
        return held;
      }
      const { sha256, first } = await readAll(tx, own, held.bytes);
      if (wanted !== undefined && wanted !== sha256) throw otherSum();
      return storeArrived({ db: tx }, { ...own, name: held.name, bytes: held.bytes, sha256, first });
    },
    finishing,
  );
}

/** Reads all parts, on a server that may be busy. */
const finishing = { deadlineMs: 20_000 };

const otherSum = () => badRequest('`sha256` is not that of what has arrived. Send the parts again.');

/** Throws badRequest when parts are missing. */
async function readAll(tx: Queries, own: One, bytes: number) {
  const sum = createHash('sha256');
  const missing: number[] = [];
  let first: Uint8Array = new Uint8Array();
  for (let n = 0; n * filePartBytes < bytes; n += 1) {
    const part = await readPart(tx, { ...own, n });
    if (!part) missing.push(n);
    else sum.update(part);
    if (part && n === 0) first = part;
  }
  if (missing.length === 0) return { sha256: sum.digest('hex'), first };
  throw badRequest(
    `Parts are missing: ${missing.slice(0, 10).join(', ')}${missing.length > 10 ? ', …' : ''}.`,
  );
}

/** The properties of a file, from its first part. */
export function described(name: string, first: Uint8Array): Omit<FoundFile, 'bytes' | 'sha256'> {
  const { ending, ...kind } = kindOf(first, name);
  const isUnread = unread.includes(kind.mediaType);
  return {
    name: name || `file.${ending}`,
    ...kind,
    textState: isPicture(kind) ? 'none' : isUnread ? 'failed' : 'waiting',
    textReason: isUnread ? 'unsupported' : null,
  };
}

const unread = ['application/octet-stream', 'application/rtf', 'application/zip'];

/** A file that has arrived completely, but is not stored yet. */
export interface Arrived extends One {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly first: Uint8Array;
}

/** Receives a whole file as a stream, holding one part in memory. Throws as `beginFile`, and then keeps nothing. */
export async function receiveFile(
  deps: Deps,
  userId: string,
  announced: Announced,
  body: Pieces,
): Promise<Arrived> {
  const { id, name, bytes: room } = await beginFile(deps, userId, announced);
  const own = { userId, id };
  try {
    const sum = createHash('sha256');
    let first: Uint8Array | undefined;
    let bytes = 0;
    let n = 0;
    for await (const part of partsOf(body)) {
      bytes += part.length;
      if (bytes > fileBytesMax) throw badRequest(tooLarge(name || 'The file'));
      if (bytes > room) throw noRoom(deps, name || 'The file');
      if (!(await writePart(deps.db, { ...own, n, part }))) throw notFound('File');
      sum.update(part);
      first ??= part.slice();
      n += 1;
    }
    if (!first) throw badRequest(`“${name || 'The file'}” is empty.`);
    return { ...own, name, bytes, first, sha256: sum.digest('hex') };
  } catch (error) {
    await discardFile(deps, own);
    throw error;
  }
}

/** Regroups chunks of any size into parts of the fixed size. A part is valid until the next one is asked for. */
async function* partsOf(pieces: Pieces): AsyncGenerator<Uint8Array> {
  const held = new Uint8Array(filePartBytes);
  let length = 0;
  for await (const piece of pieces) {
    for (let from = 0; from < piece.length; ) {
      const taken = piece.subarray(from, from + filePartBytes - length);
      held.set(taken, length);
      length += taken.length;
      from += taken.length;
      if (length < filePartBytes) continue;
      yield held;
      length = 0;
    }
  }
  if (length > 0) yield held.subarray(0, length);
}

/** Stores a file that has arrived completely. Throws notFound. */
export async function storeArrived(
  { db }: Pick<WriteDeps, 'db'>,
  { userId, id, name, bytes, first, sha256 }: Arrived,
): Promise<File> {
  const file = { userId, id, ...described(name, first), bytes, sha256 };
  return existing(await storeFile.first(db, file), 'File');
}

/** Stores a file from memory. Throws as `beginFile`. */
export async function keepFile(
  deps: Deps,
  userId: string,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
): Promise<File> {
  return storeArrived(deps, await receiveFile(deps, userId, { name, bytes: bytes.length }, [bytes]));
}

/** Removes an upload that is not stored. */
export async function discardFile({ db }: Pick<Deps, 'db'>, { userId, id }: One): Promise<void> {
  // After a failure here the sweep removes it within the hour, as after a crash.
  await deleteUnfinished(db, { userId, id }).catch(() => {});
}
