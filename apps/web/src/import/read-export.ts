import { JSONParser } from '@streamparser/json';
import { Unzip, UnzipInflate } from 'fflate';

/** So much of a file is read at a time; of a zip a thousandfold may come out of it. */
const pieceBytes = 16 * 1024;

/** What is read of a document that is one object: a list of conversations, or one conversation. */
const partsOfObject = [
  '$.conversations.*',
  ...['conversation', 'messages', 'mapping', 'current_node', 'chat_messages', 'chat'],
  ...['id', 'uuid', 'conversationId', 'conversation_id', 'title', 'name'],
  ...['create_time', 'created_at', 'createdAt', 'exportAt'],
].map((part) => (part.startsWith('$') ? part : `$.${part}`));

/** A file that is no export, or that is broken. */
export class UnreadableExport extends Error {}

/**
 * The conversations of an export as they stand in it, a JSON document or a zip of several, one at a time: of a file
 * of any size no more is held than one of them. In place of the rest of a file in a zip that cannot be read comes an
 * UnreadableExport. Throws one.
 */
export async function* readExport(file: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  const found: unknown[] = [];
  let take: ((piece: Uint8Array, last: boolean) => void) | undefined;
  const reader = file.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      for (const piece of done ? [new Uint8Array()] : piecesOf(value)) {
        take ??= isZip(piece) ? zipReader(found) : documentReader(found);
        take(piece, done);
        yield* found.splice(0);
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
  const unzip = new Unzip((file) => {
    if (!file.name.endsWith('.json') || file.name.includes('__MACOSX')) return;
    const read = documentReader(found);
    let broken = false;
    const attempt = (work: () => void) => {
      if (broken) return;
      try {
        work();
      } catch (cause) {
        // The others may be whole.
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
  return (piece: Uint8Array, last: boolean) => unzip.push(piece, last);
}

/** Whether it is a list or an object is not known before its first character. */
function documentReader(found: unknown[]) {
  let parser: JSONParser | undefined;
  let whole: Record<string, unknown> | undefined;
  return (piece: Uint8Array, last: boolean) => {
    const first = parser ? undefined : piece.find((byte) => !blank.has(byte));
    if (first === openBracket) {
      parser = new JSONParser({ paths: ['$.*'], keepStack: false, stringBufferSize: 65_536 });
      parser.onValue = ({ value }) => found.push(value);
    } else if (first !== undefined) {
      if (first !== openBrace) throw new UnreadableExport('no JSON');
      const parts: Record<string, unknown> = {};
      whole = parts;
      parser = new JSONParser({ paths: partsOfObject, keepStack: false, stringBufferSize: 65_536 });
      parser.onValue = ({ key, value, stack }) => {
        if (stack.length > 1) found.push(value);
        else parts[String(key)] = value;
      };
    }
    if (parser && !parser.isEnded) parser.write(piece);
    if (!last) return;
    if (parser && !parser.isEnded) throw new UnreadableExport('cut off');
    if (whole && conversationParts.some((part) => whole && part in whole)) found.push(whole);
  };
}

const conversationParts = ['messages', 'mapping', 'chat_messages', 'chat', 'conversation'];
const openBracket = 0x5b;
const openBrace = 0x7b;
/** White space of JSON, and the byte order mark. */
const blank = new Set([0x20, 0x0a, 0x0d, 0x09, 0xef, 0xbb, 0xbf]);
