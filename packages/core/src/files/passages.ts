import type { ReadText } from '../ports/reader.ts';
import type { NewPassage } from './text-queries.ts';

/** Long enough to be meaningful, short enough to be shown beside others. */
const passageChars = 800;
/** The size of a page in a text without pages. */
const pageChars = 20_000;

/** Divides the whole text into passages. `pages`: the document's own count, or null. */
export function passagesOf({ pieces, pages }: ReadText): { passages: NewPassage[]; pages: number | null } {
  const byPage = Map.groupBy(pieces, ({ page }) => page);
  const passages: NewPassage[] = [];
  let last = 0;
  for (const [page, those] of byPage) {
    const text = those.map((piece) => piece.text).join('\n');
    const texts = page === null ? cut(text, pageChars) : [text];
    for (const whole of texts) {
      last = page ?? last + 1;
      for (const content of cut(whole, passageChars))
        passages.push({ place: passages.length + 1, page: last, content });
    }
  }
  return { passages, pages: pages ?? (byPage.has(null) || last === 0 ? null : last) };
}

/** Cuts at the end of a line, a sentence or a word, if there is one in the latter half. */
function* cut(text: string, charsMax: number): Generator<string> {
  let from = 0;
  while (text.length - from > charsMax) {
    const half = from + charsMax / 2;
    // Searches only the latter half: in the whole text, each search could go back to the beginning.
    const latter = text.slice(half, from + charsMax);
    const end = ['\n', '. ', ' '].find((each) => latter.includes(each));
    let to = end === undefined ? from + charsMax : half + latter.lastIndexOf(end) + end.length;
    // Does not split a surrogate pair.
    if (text.charCodeAt(to - 1) >> 10 === 0x36) to -= 1;
    yield text.slice(from, to);
    from = to;
  }
  if (from < text.length) yield text.slice(from);
}
