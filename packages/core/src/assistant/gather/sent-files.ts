import { parseFileIds } from '../../files/attached.ts';
import { fileName } from '../../files/file-name.ts';
import { selectStoredFiles } from '../../files/queries.ts';
import { asRead } from '../../files/reading.ts';
import type { FoundPassage } from '../../files/search.ts';
import { described } from '../../files/upload.ts';
import { isId, newId } from '../../ids.ts';
import type { SentFile } from '../../ports/client-turn.ts';
import type { Deps } from '../../ports/deps.ts';
import type { ReadText } from '../../ports/reader.ts';
import type { GatheredFile } from './queries.ts';

/** A file of a turn; `held`: its content, if it is not stored; `isLeftOut`: it did not fit. */
export interface TurnFile extends GatheredFile {
  readonly isLeftOut?: boolean;
  readonly held?: { readonly bytes: Uint8Array; readonly passages: readonly FoundPassage[] };
}

interface SentFiles {
  /** Of the message. */
  readonly own: readonly TurnFile[];
  /** Of earlier messages, the latest first; `before`: the index of its message. */
  readonly earlier: readonly (TurnFile & { readonly before: number })[];
}

/**
 * Maximum time for reading a request's documents (one alone has less), and for waiting for their turns. The prompt
 * names the unread ones.
 */
const readMsMax = 21_000;
const turnsMsMax = 30_000;
/** Maximum documents read for one request. */
const documentsMax = 10;

/** What is left of a request's limits. */
interface Left {
  readonly turns: AbortSignal;
  readMs: number;
  documents: number;
}

/**
 * The files that a program sent with its messages, the latest read first. Unstored ones are read in memory. A missing
 * file that an earlier message names by its id is left out.
 */
export async function readSentFiles(
  deps: Deps,
  userId: string,
  sent: readonly SentFile[],
): Promise<SentFiles> {
  const own: TurnFile[] = [];
  const earlier: SentFiles['earlier'][number][] = [];
  if (sent.length === 0) return { own, earlier };
  // Those that earlier messages name by id.
  const ids = parseFileIds(sent.flatMap(({ file }) => ('id' in file && isId(file.id) ? [file.id] : [])));
  const found = ids.length === 0 ? [] : await selectStoredFiles(deps.db, { userId, ids });
  const stored = new Map(found.map((file) => [file.id, file]));
  const left: Left = {
    turns: AbortSignal.timeout(turnsMsMax),
    readMs: readMsMax,
    documents: documentsMax,
  };
  for (const { before, file } of sent.toReversed()) {
    const read = 'id' in file ? stored.get(file.id.toLowerCase()) : await readHeld(deps, userId, file, left);
    if (read && before === null) own.unshift(read);
    if (read && before !== null) earlier.push({ ...read, before });
  }
  return { own, earlier };
}

async function readHeld(
  deps: Deps,
  userId: string,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
  left: Left,
): Promise<TurnFile> {
  const id = newId(deps.clock.now());
  const kind = described(fileName(name), bytes);
  const file = { id, ...kind, bytes: bytes.length, pages: null };
  const text =
    kind.textState === 'waiting' ? await readInTurn(deps, userId, kind.mediaType, bytes, left) : null;
  if (!text) return { ...file, held: { bytes, passages: [] } };
  const { passages, ...read } = asRead(text);
  return { ...file, ...read, held: { bytes, passages: passages.map((each) => ({ ...each, fileId: id })) } };
}

/** Null: not read within the request's limits. Waiting for other requests' documents does not count as reading time. */
async function readInTurn(
  { reader }: Deps,
  userId: string,
  mediaType: string,
  bytes: Uint8Array,
  left: Left,
): Promise<ReadText | null> {
  if (left.documents === 0 || left.readMs <= 0) return null;
  left.documents -= 1;
  const end = await reader.turn(userId, left.turns).catch(() => undefined);
  if (!end) return null;
  const since = performance.now();
  const signal = AbortSignal.timeout(left.readMs);
  try {
    const text = await reader.read(mediaType, [bytes], signal);
    return signal.aborted ? null : text;
  } catch {
    // No later attempt reads it.
    return { problem: 'too large', pages: null, pieces: [] };
  } finally {
    left.readMs = Math.floor(left.readMs - (performance.now() - since));
    end();
  }
}
