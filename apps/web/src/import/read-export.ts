import { JSONParser } from '@streamparser/json';
import { Unzip, UnzipInflate } from 'fflate';

/** Bytes of a file read at a time; in a zip they may expand a thousandfold. */
const pieceBytes = 16 * 1024;

/** The paths of conversations in a document that is one object: a list of conversations, or one conversation. */
const partsOfObject = [
  '$.conversations.*',
  ...[
    ...['conversation', 'messages', 'mapping', 'current_node', 'chat_messages', 'chat'],
    ...['id', 'uuid', 'conversationId', 'conversation_id', 'title', 'name'],
    ...['create_time', 'created_at', 'createdAt', 'exportAt'],
  ].map((part) => `$.${part}`),
];

/** A file that is not an export, or is broken. */
export class UnreadableExport extends Error {}

/**
 * The conversations of an export, a JSON document or a zip of several, in file order, one at a time: for a file of
 * any size, only one of them is in memory. An unreadable file in a zip yields an UnreadableExport in place of its
 * rest. Throws one for the whole file. Reports the bytes of each piece whose conversations are through.
 */
export async function* readExport(
  file: ReadableStream<Uint8Array>,
  onThrough: (bytes: number) => void,
): AsyncGenerator<unknown> {
  const found: unknown[] = [];
  let take: ((piece: Uint8Array, last: boolean) => void) | undefined;
  const reader = file.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      for (const piece of done ? [new Uint8Array()] : piecesOf(value)) {
        take ??= isZip(piece) ? zipReader(found) : documentReader((value) => found.push(value));
        take(piece, done);
        yield* found.splice(0);
        onThrough(piece.length);
      }
      if (done) return;
    }
  } catch (error) {
    throw error instanceof UnreadableExport ? error : new UnreadableExport('broken', { cause: error });
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

const isZip = ([p, k]: Uint8Array) => p === 0x50 && k === 0x4b;

function zipReader(found: unknown[]) {
  let isOurs = false;
  const unzip = new Unzip((file) => {
    // In an export of ours, the files of the account follow: one may itself be an export, or a zip of one.
    if (isOurs || !file.name.endsWith('.json') || file.name.includes('__MACOSX')) return;
    isOurs = file.name === 'account.json';
    // The exports of other programs have further lists: of people, projects, ratings, shared links.
    const read = documentReader((value) => {
      if (conversationParts.some((part) => Object.hasOwn(Object(value), part))) found.push(value);
    });
    let broken = false;
    const attempt = (work: () => void) => {
      if (broken) return;
      try {
        work();
      } catch (cause) {
        // The others may be readable.
        broken = true;
        found.push(new UnreadableExport('broken', { cause }));
      }
    };
    file.ondata = (error, piece, last) =>
      attempt(() => {
        if (error) throw error;
        read(piece, last);
      });
    attempt(() => file.start());
  });
  unzip.register(UnzipInflate);
  let end: readonly Uint8Array[] = [];
  return (piece: Uint8Array, last: boolean) => {
    unzip.push(piece, last);
    if (piece.length > 0) end = [...end.slice(-1), piece];
    if (last && !latin1(end).includes(endRecord)) found.push(new UnreadableExport('cut off'));
  };
}

/** Begins the last record of a zip, which only a comment follows. */
const endRecord = 'PK\u0005\u0006';
const latin1 = (pieces: readonly Uint8Array[]): string =>
  pieces.map((piece) => new TextDecoder('latin1').decode(piece)).join('');

/** Its first character tells whether it is a list or an object. */
function documentReader(onFound: (value: unknown) => void) {
  let parser: JSONParser | undefined;
  /** The parts of an object. */
  const whole: Record<string, unknown> = {};
  return (piece: Uint8Array, last: boolean) => {
    const first = parser ? undefined : piece.find((byte) => !blank.has(byte));
    if (first !== undefined) {
      const isList = first === openBracket;
      if (!isList && first !== openBrace) throw new UnreadableExport('no JSON');
      const paths = isList ? ['$.*'] : partsOfObject;
      parser = new JSONParser({ paths, keepStack: false, stringBufferSize: 65_536 });
      parser.onValue = ({ key, value, stack }) => {
        if (isList || stack.length > 1) onFound(value);
        else whole[String(key)] = value;
      };
    }
    if (parser && !parser.isEnded) parser.write(piece);
    if (!last) return;
    if (parser && !parser.isEnded) throw new UnreadableExport('cut off');
    if (conversationParts.some((part) => part in whole)) onFound(whole);
  };
}

const conversationParts = ['messages', 'mapping', 'chat_messages', 'chat', 'conversation'];
const openBracket = 0x5b;
const openBrace = 0x7b;
/** JSON's white space, and the byte order mark. */
const blank = new Set([0x20, 0x0a, 0x0d, 0x09, 0xef, 0xbb, 0xbf]);
