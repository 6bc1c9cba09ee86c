/**
 * Finds formulas in Markdown (`$…$`, `$$…$$`, `\(…\)`, `\[…\]`) and covers them before Markdown is parsed, which
 * would remove their backslashes, read their stars as emphasis and split them at blank lines. Each character of a
 * covered formula is moved to a Unicode plane without punctuation; `formula-nodes.ts` moves it back.
 */

/** Longer text is not a formula: it would hold back too much while it streams. */
const formulaCharsMax = 4_000;
const plane = 0xf0000;
const opening = '\u{FFFFE}';
const closing = '\u{FFFFF}';
const moved = /[\u{F0000}-\u{FFFFF}]/gu;
const movedFormula = /\u{FFFFE}([\u{F0000}-\u{FFFFD}]*)\u{FFFFF}/gu;

/**
 * The text with its formulas covered. Code, prices and shell variables are not formulas. `unfinished`: more text
 * follows; a possibly incomplete formula at the end is left out.
 */
export function coverFormulas(text: string, unfinished = false): string {
  if (!/[$\u{F0000}-\u{FFFFF}]|\\(?:[([]|$)/u.test(text)) return text;
  const find = finder(text);
  let covered = '';
  let at = 0;
  while (at < text.length) {
    const { kind, to } = formulaOrTextAt(text, at, find);
    if (unfinished && (kind === 'unfinished' || (kind === 'formula' && to === text.length))) break;
    const piece = text.slice(at, to);
    covered +=
      kind === 'formula'
        ? opening + cover(withoutQuoteMarks(text, at, piece)) + closing
        : // A character of the plane that is in the text must be restored.
          piece.replace(moved, cover);
    at = to;
  }
  return covered;
}

/** The text before its formulas were covered. */
export const uncover = (text: string): string =>
  text.replace(moved, (char) => {
    return char === opening || char === closing
      ? ''
      : String.fromCharCode((char.codePointAt(0) ?? plane) - plane);
  });

/** Splits a covered text into plain text and formulas, each with its delimiters. */
export const splitFormulas = (covered: string): { kind: 'text' | 'formula'; text: string }[] =>
  covered
    .split(movedFormula)
    .map((part, index) => ({
      kind: index % 2 ? ('formula' as const) : ('text' as const),
      text: uncover(part),
    }))
    .filter(({ text }) => text !== '');

/** The formula without its delimiters, and whether it is displayed on its own line. */
export function readFormula(source: string): { tex: string; display: boolean } {
  const width = /^\$(?!\$)/.test(source) ? 1 : 2;
  return { tex: source.slice(width, -width), display: /^(?:\$\$|\\\[)/.test(source) };
}

function cover(text: string): string {
  let covered = '';
  for (let at = 0; at < text.length; at += 1) {
    covered += String.fromCodePoint(plane + Math.min(text.charCodeAt(at), 0xfffd));
  }
  return covered;
}

interface FormulaPiece {
  /** `unfinished`: a formula if its end is still to come, text if the text is complete. */
  readonly kind: 'text' | 'formula' | 'unfinished';
  readonly to: number;
}

function formulaOrTextAt(text: string, at: number, find: Find): FormulaPiece {
  if (at === 0 || text[at - 1] === '\n') {
    const to = fenceEnd(text, at);
    if (to !== undefined) return { kind: 'text', to };
  }
  special.lastIndex = at;
  const [run = ''] = special.exec(text) ?? [];
  const to = at + run.length;
  if (run[0] === '`') return { kind: 'text', to: codeSpanEnd(text, at, run) };
  if (run === '\\') return { kind: to === text.length ? 'unfinished' : 'text', to };
  const end =
    run === '$'
      ? dollarFormulaEnd(text, at)
      : run === '$$' || run === '\\(' || run === '\\['
        ? markedFormulaEnd(text, at, run, find)
        : undefined;
  if (end === 'unfinished') return { kind: 'unfinished', to };
  return end === undefined ? { kind: 'text', to } : { kind: 'formula', to: end };
}

/** A run of back-ticks or dollars, an escape, a line break, or other text. */
const special = /`+|\$+|\\[^\n]?|\n|[^`$\\\n]+/y;

/** The end of a code fence that begins with this line. */
function fenceEnd(text: string, at: number): number | undefined {
  fenceStart.lastIndex = at;
  const mark = fenceStart.exec(text)?.[1];
  if (mark === undefined) return undefined;
  const close = new RegExp(`\\n[ \\t>]*${mark[0]}{${mark.length},}[ \\t]*(?=\\n|$)`, 'g');
  close.lastIndex = at;
  return close.test(text) ? close.lastIndex : text.length;
}

/** Also in a quotation or a list. */
const fenceStart = /(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})/y;

/** The position after the code that these back-ticks begin, or after the back-ticks if they begin none. */
function codeSpanEnd(text: string, at: number, ticks: string): number {
  const from = at + ticks.length;
  const paragraph = text.slice(from, paragraphEnd(text, from));
  const close = new RegExp(`(?<!\`)${ticks}(?!\`)`).exec(paragraph);
  return close ? from + close.index + ticks.length : from;
}

function paragraphEnd(text: string, from: number): number {
  const blank = /\n[ \t>]*\n/g;
  blank.lastIndex = from;
  return blank.exec(text)?.index ?? text.length;
}

type End = number | 'unfinished' | undefined;

/** `$x$` is on one line, close to its delimiters, and apart from letters and digits: `$5 and $10` are prices. */
function dollarFormulaEnd(text: string, at: number): End {
  if (letterOrDigit.test(text[at - 1] ?? '') || /\s/.test(text[at + 1] ?? '')) return undefined;
  dollarContent.lastIndex = at + 1;
  const content = dollarContent.exec(text)?.[0] ?? '';
  if (isProse(content)) return undefined;
  const close = at + 1 + content.length;
  if (close === text.length) return isPrice(content) ? undefined : 'unfinished';
  if (text[close] !== '$' || content === '' || /\s$/.test(content)) return undefined;
  const next = text[close + 1] ?? '';
  return next === '$' || letterOrDigit.test(next) ? undefined : close + 1;
}

const letterOrDigit = /[\p{L}\p{N}]/u;
const dollarContent = new RegExp(`(?:\\\\[^\\n]?|[^$\\\\\\n]){0,${formulaCharsMax}}`, 'y');

/** The position of a mark that is not escaped, at or after another position; -1 without one. */
type Find = (mark: string, from: number) => number;

/** Remembers its results, so that a text with many beginnings and no end is not searched again for each. */
function finder(text: string): Find {
  const found = new Map<string, { readonly from: number; readonly at: number }>();
  return (mark, from) => {
    const last = found.get(mark);
    if (last && last.from <= from && (last.at < 0 || from <= last.at)) return last.at;
    let at = text.indexOf(mark, from);
    while (at >= 0 && escaped.test(text.slice(Math.max(0, at - 20), at))) at = text.indexOf(mark, at + 1);
    found.set(mark, { from, at });
    return at;
  };
}

const escaped = /(?:^|[^\\])(?:\\\\)*\\$/;
const closings = { $$: '$$', '\\(': '\\)', '\\[': '\\]' } as const;

/** `$$x$$`, `\(x\)` and `\[x\]`; a formula on its own lines may contain blank lines. */
function markedFormulaEnd(text: string, at: number, mark: keyof typeof closings, find: Find): End {
  const from = at + 2;
  const to = from + formulaCharsMax;
  const end = find(closings[mark], from);
  const isNear = end >= 0 && end + 2 <= to;
  if (!isNear && to < text.length) return undefined;
  const block = mark !== '\\(' && ownLine.test(lineBefore(text, at));
  const within = text.slice(from, isNear ? end : to);
  const content = block ? within : within.slice(0, paragraphEnd(within, 0));
  if (/```|~~~/.test(content) || (!block && mark === '$$' && isProse(content))) return undefined;
  if (!isNear || content !== within) return from + content.length === text.length ? 'unfinished' : undefined;
  return content.trim() === '' || text[end + 2] === '$' ? undefined : end + 2;
}

/** What may precede a formula on its own lines: spaces, and markers of quotations and lists. */
const ownLine = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*$/;

/** The beginning of the line, as far as needed. */
const lineBefore = (text: string, at: number) =>
  text.slice(Math.max(0, at - 100), at).replace(/^[\s\S]*\n/, '');

/** Words in sequence, and no sign of a formula. */
const isProse = (content: string) => !/[\\^_={}]/.test(content) && /\s\p{L}{2,}/u.test(content);

/** A number so far, and no sign of a formula. */
const isPrice = (content: string) => /^\d[^\\^_={}+*/<>|]*$/.test(content);

/** In a quotation each line of a formula has the quotation marker before it. */
const withoutQuoteMarks = (text: string, at: number, source: string): string =>
  /^[ \t]*>/.test(lineBefore(text, at)) ? source.replace(/\n[ \t]*(?:>[ \t]?)+/g, '\n') : source;
