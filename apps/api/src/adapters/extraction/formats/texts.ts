import { type Collector, Unreadable } from './collector.ts';
import { readXml, textOfHtml } from './markup.ts';
import { relationsOf } from './relations.ts';
import { beside, type Zipped } from './zipped.ts';

/** Deleted text, the former place of moved text, second forms of drawings, and the definitions of tab stops. */
const skipped = ['del', 'moveFrom', 'Fallback', 'tabs', 'tabLst'];

/** Only the latest piece ever changes: changing the whole text would take quadratic time for a table. */
class Text {
  readonly #pieces: string[] = [];
  #latest = '';

  add(piece: string): void {
    this.#latest += piece;
  }

  endCell(): void {
    this.#pieces.push(`${this.#latest.trimEnd()}\t`);
    this.#latest = '';
  }

  endRow(): void {
    const cell = this.#pieces.pop()?.trimEnd() ?? '';
    this.#pieces.push(cell, `${this.#latest.trimEnd()}\n`);
    this.#latest = '';
  }

  take(): string {
    const text = this.#pieces.join('') + this.#latest;
    this.#pieces.length = 0;
    this.#latest = '';
    return text;
  }
}

/**
 * Paragraphs of Word's and PowerPoint's markup: `p` ends one, `t` contains text. Throws Unreadable if the first element
 * is not `root`.
 */
async function paragraphs(pieces: AsyncIterable<Uint8Array>, root?: string): Promise<string> {
  const text = new Text();
  let first: string | undefined;
  await readXml(pieces, {
    open(name, _attributes, isIn) {
      first ??= name;
      if (isIn(...skipped)) return;
      if (name === 'tab') text.add('\t');
      else if (name === 'br' || name === 'cr') text.add('\n');
      else if (name === 'noBreakHyphen') text.add('-');
    },
    close(name) {
      if (name === 'p') text.add('\n');
      else if (name === 'tc') text.endCell();
      else if (name === 'tr') text.endRow();
    },
    text(piece, isIn) {
      if (isIn('t') && !isIn(...skipped)) text.add(piece);
    },
  });
  if (root !== undefined && first !== root) throw new Unreadable('damaged');
  return text.take();
}

export async function readDocx(zip: Zipped, collector: Collector): Promise<void> {
  collector.add(null, await paragraphs(zip.read('word/document.xml'), 'document'));
  for (const name of ['word/footnotes.xml', 'word/endnotes.xml'])
    collector.add(null, await paragraphs(zip.read(name)));
}

export async function readPptx(zip: Zipped, collector: Collector): Promise<void> {
  const slides = zip.names
    .filter((name) => /^ppt\/slides\/slide\d{1,6}\.xml$/.test(name))
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  if (slides.length === 0) throw new Unreadable('damaged');
  for (const [index, slide] of slides.entries()) {
    let text = await paragraphs(zip.read(slide));
    // Numbered apart from the slides: the only notes of a presentation are the first.
    for (const { type, path } of await relationsOf(zip, slide))
      if (type === 'notesSlide') text += `\n${await paragraphs(zip.read(path))}`;
    collector.add(index + 1, text);
  }
}

/** OpenDocument's text and slides; each `draw:page` of a presentation is a page. */
export async function readOpenText(zip: Zipped, collector: Collector): Promise<void> {
  if (!zip.names.includes('content.xml')) throw new Unreadable('damaged');
  const text = new Text();
  let page: number | null = null;
  const flush = () => collector.add(page, text.take());
  await readXml(zip.read('content.xml'), {
    open(name, attributes) {
      if (name === 'page') {
        flush();
        page = (page ?? 0) + 1;
      } else if (name === 'tab') text.add('\t');
      else if (name === 'line-break') text.add('\n');
      else if (name === 's') text.add(' '.repeat(Math.min(100, Number(attributes['text:c'] ?? 1) || 1)));
    },
    close(name) {
      if (name === 'p' || name === 'h') text.add('\n');
      else if (name === 'table-cell') text.endCell();
      else if (name === 'table-row') text.endRow();
    },
    text(piece, isIn) {
      if (isIn('p', 'h') && !isIn('tracked-changes')) text.add(piece);
    },
  });
  flush();
}

export async function readEpub(zip: Zipped, collector: Collector): Promise<void> {
  let root: string | undefined;
  await readXml(zip.read('META-INF/container.xml'), {
    open(name, attributes) {
      if (name === 'rootfile') root ??= attributes['full-path'];
    },
  });
  if (root === undefined) throw new Unreadable('damaged');
  const locked = await lockedEntries(zip);
  const addresses = new Map<string, string>();
  const spine: string[] = [];
  await readXml(zip.read(root), {
    open(name, { id, href, idref }) {
      if (name === 'item' && id !== undefined && href !== undefined) addresses.set(id, href);
      if (name === 'itemref' && idref !== undefined) spine.push(idref);
    },
  });
  let page = 0;
  for (const id of spine) {
    const chapter = beside(root, decodedAddress(addresses.get(id) ?? ''));
    if (locked.has(chapter)) throw new Unreadable('encrypted');
    page += 1;
    collector.add(page, await textOfHtml(zip.read(chapter), true));
  }
}

/** Encrypted entries, which only the bookseller's reader can open. Any book may have encrypted fonts. */
async function lockedEntries(zip: Zipped): Promise<Set<string>> {
  const locked = new Set<string>();
  await readXml(zip.read('META-INF/encryption.xml'), {
    open(name, { URI }) {
      if (name === 'CipherReference' && URI !== undefined) locked.add(decodedAddress(URI));
    },
  });
  return locked;
}

function decodedAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
