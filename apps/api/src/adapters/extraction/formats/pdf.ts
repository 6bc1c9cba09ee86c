import { getDocumentProxy } from 'unpdf';
import { type Collector, pagesMax, Unreadable } from './collector.ts';

/** Maximum characters of a page: forms that draw each other would never end. */
const pageCharsMax = 200_000;
/** Fewer characters a page, on average, mean scanned pictures. */
const scannedCharsMax = 100;

/** Throws Unreadable. */
export async function readPdf(
  bytes: Uint8Array,
  collector: Collector,
  onPages: (pages: number) => void,
): Promise<void> {
  const document = await open(bytes);
  onPages(document.numPages);
  const last = Math.min(document.numPages, pagesMax);
  for (let n = 1; n <= last; n += 1) {
    const page = await document.getPage(n);
    const { text, isCut } = await textOfPage(page);
    collector.add(n, withWholeWords(text));
    if (isCut) throw new Unreadable('too large');
    page.cleanup();
  }
  if (collector.chars < scannedCharsMax * last) {
    if (collector.chars === 0 || last > 1) throw new Unreadable('scanned');
  }
  if (document.numPages > last) throw new Unreadable('too large');
}

async function open(bytes: Uint8Array) {
  try {
    return await getDocumentProxy(bytes, { useSystemFonts: false, verbosity: 0 });
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new Unreadable(isLocked ? 'encrypted' : 'damaged');
  }
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>;

/** As a stream, which can be stopped early. */
async function textOfPage(page: Page): Promise<{ text: string; isCut: boolean }> {
  const reader = (page.streamTextContent() as ReadableStream<{ items: object[] }>).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text, isCut: false };
    for (const item of value.items) {
      if (!('str' in item)) continue;
      text += String(item.str);
      if ('hasEOL' in item && item.hasEOL) text += '\n';
    }
    if (text.length <= pageCharsMax) continue;
    void reader.cancel().catch(() => {});
    return { text: text.slice(0, pageCharsMax), isCut: true };
  }
}

/** Joins words divided at a line's end, for searches; with the hyphen if the page has it in the word elsewhere. */
function withWholeWords(text: string): string {
  return text.replace(dividedWord, (divided, after: string, behind: string, at: number) => {
    const before = /(?<!\p{L})\p{L}*$/u.exec(text.slice(Math.max(0, at - 40), at))?.[0] ?? '';
    const isOwn = text.includes(`${before}-${after}`);
    return `${isOwn ? divided[0] : ''}${after}${behind}\n`;
  });
}

const dividedWord = /(?<=\p{L})[-\u00ad\u2010]\n(\p{Ll}+)(\p{P}*)[ \n]?/gu;
