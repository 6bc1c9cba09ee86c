import { parseFileIds } from '../../files/attached.ts';
import { fileName } from '../../files/file-name.ts';
import { selectStoredFiles } from '../../files/queries.ts';
import { asRead } from '../../files/reading.ts';
import type { FoundPassage } from '../../files/search.ts';
import { described } from '../../files/upload.ts';
import { newId } from '../../ids.ts';
import type { SentFile } from '../../ports/client-turn.ts';
import type { Deps } from '../../ports/deps.ts';
import type { GatheredFile } from './file-queries.ts';

/** A file of a turn; `held`: its content, if it is not stored. */
export interface TurnFile extends GatheredFile {
  readonly held?: { readonly bytes: Uint8Array; readonly passages: readonly FoundPassage[] };
}

export interface SentFiles {
  /** Of the message. */
  readonly own: readonly TurnFile[];
  /** Of earlier messages, the latest first; `before`: the index of its message. */
  readonly earlier: readonly (TurnFile & { readonly before: number })[];
}

/** All of a request's documents are read within this time; the turn says which are not. */
const readMsMax = 20_000;
/** More documents of one request are not read. */
const documentsMax = 10;

/**
 * The files that a program sent with its messages, the latest read first. Those that are not stored are read in memory.
 * Throws notFound for a malformed id; a stored file of an earlier message may have been deleted.
 */
export async function readSent(deps: Deps, userId: string, sent: readonly SentFile[]): Promise<SentFiles> {
  const own: TurnFile[] = [];
  const earlier: SentFiles['earlier'][number][] = [];
  if (sent.length === 0) return { own, earlier };
  const ids = parseFileIds(sent.flatMap(({ file }) => ('id' in file ? [file.id] : [])));
  const stored = new Map(
    ids.length === 0
      ? []
      : (await selectStoredFiles(deps.db, { userId, ids })).map((file) => [file.id, file]),
  );
  const signal = AbortSignal.timeout(readMsMax);
  let documents = 0;
  for (const { before, file } of sent.toReversed()) {
    const read =
      'id' in file
        ? stored.get(file.id.toLowerCase())
        : await readHeld(deps, file, () => {
            documents += 1;
            return documents > documentsMax ? AbortSignal.abort() : signal;
          });
    if (read && before === null) own.unshift(read);
    if (read && before !== null) earlier.push({ ...read, before });
  }
  return { own, earlier };
}

async function readHeld(
  { clock, reader }: Deps,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
  begin: () => AbortSignal,
): Promise<TurnFile> {
  const id = newId(clock.now());
  const kind = described(fileName(name), bytes);
  const file = { id, ...kind, bytes: bytes.length, pages: null };
  if (kind.textState !== 'waiting') return { ...file, held: { bytes, passages: [] } };
  const whole = async function* () {
    yield bytes;
  };
  const { passages, ...read } = asRead(await reader.read(kind.mediaType, whole(), begin()));
  const found = passages.map((passage, i) => ({ ...passage, fileId: id, place: i + 1 }));
  return { ...file, ...read, held: { bytes, passages: found } };
}
