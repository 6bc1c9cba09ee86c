import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { limits, shownRefusals } from '@jarvis/contract';
import type { FilePart } from 'ai';
import { badRequest, DomainError, notFound } from '../../errors.ts';
import { parseFileIds } from '../../files/attached.ts';
import { openContent } from '../../files/files.ts';
import { isPicture } from '../../files/media-type.ts';
import { selectFilesOfMessages, selectStoredFiles } from '../../files/queries.ts';
import type { Deps } from '../../ports/deps.ts';
import type { TurnInput } from '../../ports/turns.ts';
import { tokensOf } from '../../text/token-budget.ts';
import { documentLines, hasText, uniquelyNamed } from './documents.ts';
import { selectFilesBefore } from './queries.ts';
import { readSentFiles, type TurnFile } from './sent-files.ts';

/** The files of a turn, in the form that the model gets. */
export interface ShownFiles {
  /** Of the message; stored with it. */
  readonly attached: readonly string[];
  readonly attachedNames: readonly string[];
  /** For the instructions: the files, and their text or the passages that match the message. */
  readonly lines: readonly string[];
  /** Pictures and scanned pages: those of earlier messages, then those of this one. */
  readonly earlier: readonly FilePart[];
  readonly own: readonly FilePart[];
  /** Names of the message's pictures and scanned pages that do not fit. */
  readonly leftOut: readonly string[];
  /** The same, of a program's earlier messages, by the index of the message. */
  readonly placed: ReadonlyMap<number, readonly FilePart[]>;
  /** The names of the message's files, and the shown part of their text: the operator's policy reads them. */
  readonly ownTexts: readonly string[];
  /** Whether the lines contain text of documents. */
  readonly hasText: boolean;
  /** Documents that the tools can read. */
  readonly documents: readonly TurnFile[];
  /** Of the lines, pictures and pages together. */
  readonly tokens: number;
}

interface FilesRequest {
  readonly input: TurnInput;
  /** Null if no message of the conversation named files. */
  readonly conversationId: string | null;
  readonly beforePlace: number;
  /** The person's words. */
  readonly words: string;
  /** In tokens. */
  readonly room: number;
  readonly signal: AbortSignal | undefined;
}

/** Maximum wait for the text of the message's files; after it, the lines say which are unread. */
const textWaitMs = 20_000;
const lookMs = 200;

const { pictureBytesMax, picturePixelsMax, picturesBytesMax } = limits;
const pictureTokens = 1_600;
const pageTokens = 2_500;
const scannedPagesMax = 10;
/** Of earlier messages. */
const earlierPartsMax = 5;
const earlierPartsShare = 0.2;
/** Share of the room for documents. */
const documentsShare = 0.5;

/**
 * The files of the message and of those before it in the conversation. Throws notFound for a file that the account has
 * not stored, badRequest for one that no model takes.
 */
export async function gatherFiles(deps: Deps, userId: string, asked: FilesRequest): Promise<ShownFiles> {
  const { input, conversationId, beforePlace, words, room, signal } = asked;
  const attached = parseFileIds(input.files);
  const [named, before, sent] = await Promise.all([
    filesOfMessage(deps, userId, input, attached, signal),
    conversationId === null ? [] : selectFilesBefore(deps.db, { userId, conversationId, beforePlace }),
    readSentFiles(deps, userId, input.client?.sent ?? []),
  ]);
  const own = [...named, ...sent.own];
  const mine = new Set(own.map(({ id }) => id));
  const earlier = before.filter(({ id }) => !mine.has(id));
  const all: TurnFile[] = uniquelyNamed<TurnFile>([...own, ...sent.earlier, ...earlier]);
  if (attached.length + sent.own.length > 0) refuseTooLarge(own);

  const isPart = partsOf(deps.settings);
  // The model gets all that a program sends; the budget limits only our additions.
  const within = withinBytes();
  const ownParts = within(own.filter(isPart), input.client ? Infinity : room);
  const placed = within(sent.earlier.filter(isPart).filter(isTaken), Infinity);
  const fewer = within(earlier.filter(isPart).slice(0, earlierPartsMax), room * earlierPartsShare);
  const leftOut = new Set(own.filter((file) => isPart(file) && !ownParts.includes(file)).map(({ id }) => id));
  const { lines, texts } = await documentLines(deps, userId, {
    files: all.map((file) => (leftOut.has(file.id) ? { ...file, isLeftOut: true } : file)),
    words,
    tokensMax: room * documentsShare,
  });
  const parts = async (files: readonly TurnFile[]) =>
    (await Promise.all(files.map((file) => partOf(deps, userId, file)))).flat();
  return {
    attached,
    attachedNames: named.map(({ name }) => name),
    lines,
    earlier: await parts(fewer.toReversed()),
    own: await parts(ownParts),
    leftOut: all.flatMap(({ id, name }) => (leftOut.has(id) ? [name] : [])),
    placed: new Map(
      await Promise.all(
        [...Map.groupBy(placed.toReversed(), ({ before }) => before)].map(
          async ([before, those]) => [before, await parts(those)] as const,
        ),
      ),
    ),
    ownTexts: own.map(({ id, name }) => `${name}\n${texts.get(id) ?? ''}`),
    hasText: all.some(hasText),
    documents: all.filter((file) => hasText(file) && !file.held),
    tokens:
      lines.reduce((sum, line) => sum + tokensOf(line, 0), 0) +
      [...ownParts, ...placed, ...fewer].reduce((sum, file) => sum + partTokens(file), 0),
  };
}

/**
 * The message's files; for a rewritten reply, those of the message that it answers. Waits for their text, until
 * the turn is stopped. Throws notFound.
 */
async function filesOfMessage(
  deps: Deps,
  userId: string,
  { version }: TurnInput,
  attached: readonly string[],
  signal?: AbortSignal,
): Promise<TurnFile[]> {
  const asked = version?.asked;
  if (!asked && attached.length === 0) return [];
  const until = performance.now() + textWaitMs;
  for (;;) {
    const found = asked
      ? (await selectFilesOfMessages(deps.db, { userId, ids: [asked.id] })).flatMap(({ file }) => file ?? [])
      : await selectStoredFiles(deps.db, { userId, ids: attached });
    if (!asked && found.length < attached.length) throw notFound('File');
    const isWaiting = found.some(({ textState }) => textState === 'waiting');
    if (!isWaiting || signal?.aborted || performance.now() > until)
      return found.toSorted((a, b) => attached.indexOf(a.id) - attached.indexOf(b.id));
    await pause(lookMs, undefined, { signal }).catch(() => {});
  }
}

const isScan = ({ textReason, pages }: TurnFile): boolean =>
  textReason === 'scanned' && pages !== null && pages <= scannedPagesMax;

/** Whether a file is sent itself: a picture, or a scan. */
const partsOf =
  ({ modelInput }: Deps['settings']) =>
  (file: TurnFile): boolean =>
    (modelInput !== 'text' && isPicture(file)) || (/auto|pdf/.test(modelInput) && isScan(file));

const partTokens = (file: TurnFile): number =>
  isPicture(file) ? pictureTokens : (file.pages ?? 1) * pageTokens;

/** Whether servers of models accept a picture of this size. */
const isTaken = ({ bytes, width, height }: TurnFile): boolean =>
  bytes <= pictureBytesMax && Math.max(width ?? 0, height ?? 0) <= picturePixelsMax;

function refuseTooLarge(files: readonly TurnFile[]): void {
  for (const { name, bytes, width, height } of files.filter(isPicture)) {
    const named = (refusal: string) => badRequest(refusal.replace('{name}', () => name));
    if (bytes > pictureBytesMax) throw named(shownRefusals.pictureTooLarge);
    if (Math.max(width ?? 0, height ?? 0) > picturePixelsMax) throw named(shownRefusals.pictureTooWide);
  }
  const all = files
    .filter((file) => isPicture(file) || isScan(file))
    .reduce((sum, { bytes }) => sum + bytes, 0);
  if (all > picturesBytesMax) throw badRequest(shownRefusals.picturesTooLarge);
}

/** Chooses the first files that fit `room` (tokens) and, together with those chosen before, one request (bytes). */
function withinBytes() {
  let bytes = 0;
  return <Shown extends TurnFile>(files: readonly Shown[], room: number): Shown[] => {
    let tokens = 0;
    return files.filter((file) => {
      if (bytes + file.bytes > picturesBytesMax || tokens + partTokens(file) > room) return false;
      bytes += file.bytes;
      tokens += partTokens(file);
      return true;
    });
  };
}

/** Bytes, never an address: a provider, or the SDK, would fetch it. None of a file that was deleted meanwhile. */
async function partOf(deps: Deps, userId: string, file: TurnFile): Promise<FilePart[]> {
  const { mediaType, name: filename } = file;
  try {
    const data =
      file.held?.bytes ?? (await buffer((await openContent(deps, userId, file.id)).read(0, file.bytes)));
    return [{ type: 'file', mediaType: mediaType ?? '', data, filename }];
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'notFound') return [];
    throw error;
  }
}
