import type { TextReason } from '@jarvis/contract';
import { Collector, type Piece, Unreadable } from './collector.ts';
import { encodingOf, readXml, textOfHtml } from './markup.ts';
import { readOds } from './ods.ts';
import { readPdf } from './pdf.ts';
import { readDocx, readEpub, readOpenText, readPptx } from './texts.ts';
import { readXlsx } from './xlsx.ts';
import { openZip, type Zipped } from './zipped.ts';

type Told = { readonly piece: Piece } | { readonly pages: number };

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
export async function readText(
  mediaType: string,
  bytes: Uint8Array,
  tell: (told: Told) => void,
): Promise<TextReason | null> {
  const collector = new Collector((piece) => tell({ piece }));
  try {
    const ofZip = zipped[mediaType];
    if (ofZip) {
      const zip = await openZip(bytes);
      if (await hasPassword(zip)) throw new Unreadable('encrypted');
      await ofZip(zip, collector);
    } else if (mediaType === 'application/x-ole-storage')
      throw new Unreadable(hasEncryptedPackage(bytes) ? 'encrypted' : 'unsupported');
    else if (mediaType === 'application/pdf') await readPdf(bytes, collector, (pages) => tell({ pages }));
    else if (mediaType === 'text/html') collector.add(null, await textOfHtml([bytes], false));
    else collector.add(null, new TextDecoder(encodingOf(bytes)).decode(bytes));
    return null;
  } catch (error) {
    if (error instanceof Unreadable) return error.problem;
    // An array, a string or a stack has reached its maximum size.
    return error instanceof RangeError ? 'too large' : 'damaged';
  }
}

/** OpenDocument encrypts the entries, and lists them as such. */
async function hasPassword(zip: Zipped): Promise<boolean> {
  let found = false;
  await readXml(zip.read('META-INF/manifest.xml'), {
    open(name) {
      found ||= name === 'encryption-data';
    },
  });
  return found;
}

/** Microsoft's programs encrypt the whole file as one stream, named in the directory: its entries have 128 bytes. */
function hasEncryptedPackage(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const name = Buffer.from('EncryptedPackage', 'utf16le');
  for (let at = file.indexOf(name); at >= 0; at = file.indexOf(name, at + 2)) if (at % 128 === 0) return true;
  return false;
}
