import { Collector, type Piece, type Problem, Unreadable } from './collector.ts';
import { textOfHtml } from './markup.ts';
import { readPdf } from './pdf.ts';
import { readOds, readXlsx } from './sheets.ts';
import { readDocx, readEpub, readOpenText, readPptx } from './texts.ts';
import { Zipped } from './zipped.ts';

export interface Told {
  onPiece(piece: Piece): void;
  onPages(pages: number): void;
}

const zipped: Readonly<Record<string, (zip: Zipped, collector: Collector) => Promise<void>>> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': readDocx,
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': readPptx,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': readXlsx,
  'application/vnd.oasis.opendocument.text': readOpenText,
  'application/vnd.oasis.opendocument.presentation': readOpenText,
  'application/vnd.oasis.opendocument.spreadsheet': readOds,
  'application/epub+zip': readEpub,
};

/** Reads the text of a document, and reports it piece by piece. Returns the problem, if any. */
export async function readText(mediaType: string, bytes: Uint8Array, told: Told): Promise<Problem | null> {
  const collector = new Collector(told.onPiece);
  try {
    const ofZip = zipped[mediaType];
    if (ofZip) await ofZip(await Zipped.open(bytes), collector);
    else if (mediaType === 'application/pdf') await readPdf(bytes, collector, told.onPages);
    else if (mediaType === 'text/html') collector.add(null, await textOfHtml(once(bytes), false));
    else collector.add(null, plainText(bytes));
    return null;
  } catch (error) {
    if (error instanceof Unreadable) return error.problem;
    // An array, a string or a stack has reached its maximum size.
    return error instanceof RangeError ? 'too large' : 'damaged';
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** UTF-8, else UTF-16 by its byte order mark, else Windows-1252. */
function plainText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
