import { isUtf8 } from 'node:buffer';
import type { Pieces } from '@jarvis/core';
import { Parser } from 'htmlparser2';
import { Unreadable } from './collector.ts';

/** Events of a document; the names of XML's elements are without prefix. `isIn`: whether one of these elements is open. */
export interface Events {
  open?(name: string, attributes: Readonly<Record<string, string>>, isIn: IsIn): void;
  close?(name: string): void;
  text?(text: string, isIn: IsIn): void;
}

type IsIn = (...names: readonly string[]) => boolean;

/** Deeper than any real document; the parser takes quadratic time in the open elements. */
const depthMax = 256;

/** Streams XML: its own entities are ignored, and nothing is fetched. Throws Unreadable if it nests too deeply. */
export const readXml = (pieces: Pieces, events: Events): Promise<void> => readMarkup(pieces, true, events);

async function readMarkup(pieces: Pieces, xml: boolean, { open, close, text }: Events): Promise<void> {
  let depth = 0;
  const counts = new Map<string, number>();
  const isIn: IsIn = (...names) => names.some((name) => counts.has(name));
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > depthMax) throw new Unreadable('too large');
        const opened = xml ? local(name) : name;
        open?.(opened, attributes, isIn);
        counts.set(opened, (counts.get(opened) ?? 0) + 1);
      },
      onclosetag(name) {
        depth -= 1;
        const closed = xml ? local(name) : name;
        const left = (counts.get(closed) ?? 0) - 1;
        if (left > 0) counts.set(closed, left);
        else counts.delete(closed);
        close?.(closed);
      },
      ontext: (piece) => text?.(piece, isIn),
    },
    { xmlMode: xml, decodeEntities: true },
  );
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const piece of pieces) {
    decoder ??= new TextDecoder(encodingOfMarkup(piece, xml));
    parser.write(decoder.decode(piece, { stream: true }));
  }
  if (decoder) parser.write(decoder.decode());
  parser.end();
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/** UTF-16 by its byte order mark, else UTF-8, else Windows-1252. */
export function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/**
 * HTML in UTF-8 may declare another encoding, or only mention one. The first piece of XML may be ASCII alone, or end
 * within a character. A declaration that is readable as ASCII is wrong when it says UTF-16.
 */
function encodingOfMarkup(first: Uint8Array, xml: boolean): string {
  const found = encodingOf(first);
  if (found.startsWith('utf-16') || (!xml && found === 'utf-8')) return found;
  const head = Buffer.from(first.subarray(0, 1_024)).toString('latin1');
  const said = /(?:encoding|charset)\s*=\s*["']?(?!utf-16)([\w-]{1,40})/i.exec(head)?.[1];
  const usual = xml ? 'utf-8' : found;
  try {
    return new TextDecoder(said ?? usual).encoding;
  } catch {
    return usual;
  }
}

const silent = ['script', 'style', 'noscript', 'template', 'head'];
const blocks = new Set(
  'address article aside blockquote br dd div dl dt figcaption footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table title tr ul'.split(
    ' ',
  ),
);

export async function textOfHtml(pieces: Pieces, xml: boolean): Promise<string> {
  let text = '';
  await readMarkup(pieces, xml, {
    open(name) {
      if (blocks.has(name)) text += '\n';
      if (name === 'td' || name === 'th') text += '\t';
    },
    close(name) {
      if (blocks.has(name)) text += '\n';
    },
    text(piece, isIn) {
      if (!isIn(...silent)) text += isIn('pre') ? piece : piece.replace(/\s+/g, ' ');
    },
  });
  return text;
}
