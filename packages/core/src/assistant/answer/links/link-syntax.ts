import type { HeldText, Looking } from './held-text.ts';

/** Longer text is not a link: it is shown as text, and cannot become one. */
const linkCharsMax = 4_000;
const spaceCharsMax = 1_000;
const titleCharsMax = 1_000;
const tagCharsMax = 1_000;
const depthMax = 8;

export interface Destination {
  /** As written. */
  readonly destination: string;
  /**
   * The following text may still belong to it: there is an open bracket before it, or it exceeds the examined length.
   */
  readonly isOpen: boolean;
  /** The position after it; -1 if it is not closed properly. */
  readonly end: number;
}

/** The position of the closing bracket; -1 if the paragraph has none. */
export function* closingBracket(text: HeldText, from: number): Looking<number> {
  let depth = 1;
  for (let i = from; i < linkCharsMax && depth <= depthMax; i += 1) {
    const char = yield* text.char(i);
    if (char === '' || (char === '\n' && (yield* isBlankBehind(text, i)))) break;
    if (char === '\\') i += 1;
    else if (char === '[') depth += 1;
    else if (char === ']') depth -= 1;
    if (depth === 0) return i;
  }
  return -1;
}

/** The destination after `](`; its end is after the `)`. */
export function* inlineDestination(text: HeldText, from: number): Looking<Destination> {
  const found = yield* destinationAt(text, yield* behindSpace(text, from));
  if (found.end === -1) return found;
  let at = yield* behindSpace(text, found.end);
  const char = yield* text.char(at);
  if (at > found.end && /["'(]/.test(char)) {
    const close = yield* titleEnd(text, at, char === '(' ? ')' : char);
    if (close === -1) return { ...found, end: -1 };
    at = yield* behindSpace(text, close);
  }
  return { ...found, end: (yield* text.char(at)) === ')' ? at + 1 : -1 };
}

/** The destination after `]:`. */
export function* definedDestination(text: HeldText, from: number): Looking<Destination> {
  return yield* destinationAt(text, yield* behindSpace(text, from), /[[\]\\]/);
}

/** A destination up to its end in Markdown, or up to a character after which parsing stops. */
function* destinationAt(text: HeldText, from: number, stop?: RegExp): Looking<Destination> {
  const isAngled = (yield* text.char(from)) === '<';
  let depth = 0;
  let i = isAngled ? from + 1 : from;
  for (; i < from + linkCharsMax; i += 1) {
    const char = yield* text.char(i);
    if (stop?.test(char)) break;
    if (isAngled ? /^[<>\r\n]?$/.test(char) : /^[\0- \x7f]?$/.test(char)) break;
    if (char === '\\' && /[!-/:-@[-`{-~]/.test(yield* text.char(i + 1))) i += 1;
    else if (!isAngled && char === '(') depth += 1;
    else if (!isAngled && char === ')') depth -= 1;
    if (depth < 0 || depth > depthMax) break;
  }
  const last = yield* text.char(i);
  const isStopped = stop?.test(last) === true;
  const isClosed = isAngled ? last === '>' : depth <= 0 && i < from + linkCharsMax && !isStopped;
  return {
    destination: text.slice(isAngled ? from + 1 : from, i),
    isOpen: isAngled || isStopped || i === from + linkCharsMax || (i === from && /[^\S\r\n]/.test(last)),
    end: isClosed ? i + Number(isAngled) : -1,
  };
}

function* titleEnd(text: HeldText, from: number, close: string): Looking<number> {
  for (let i = from + 1; i < from + titleCharsMax; i += 1) {
    const char = yield* text.char(i);
    if (char === close) return i + 1;
    if (char === '' || (close === ')' && char === '(')) return -1;
    if (char === '\n' && (yield* isBlankBehind(text, i))) return -1;
    if (char === '\\') i += 1;
  }
  return -1;
}

/** The position after white space with at most one line break, and the quotation marks of the next line. */
function* behindSpace(text: HeldText, from: number): Looking<number> {
  let at = from;
  let lines = 0;
  for (; at < from + spaceCharsMax; at += 1) {
    const char = yield* text.char(at);
    if (char === '\n') lines += 1;
    if (lines > 1 || !(/[ \t\r\n]/.test(char) || (char === '>' && lines > 0))) break;
  }
  return at;
}

/** Whether the line after a line break is empty, except for quotation marks. */
function* isBlankBehind(text: HeldText, at: number): Looking<boolean> {
  for (let i = at + 1; i < at + spaceCharsMax; i += 1) {
    const char = yield* text.char(i);
    if (!/[ \t>\r]/.test(char)) return /^\n?$/.test(char);
  }
  return true;
}

/** A tag from `<` to `>`; undefined if it is unclosed, or another one begins before its end. */
export function* tagAhead(text: HeldText): Looking<string | undefined> {
  let quote = '';
  let last = '';
  for (let i = 1; i < tagCharsMax; i += 1) {
    const char = yield* text.char(i);
    if (char === '' || (char === '\n' && (yield* isBlankBehind(text, i)))) return undefined;
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '>') return text.slice(0, i + 1);
    else if (char === '<') return undefined;
    else if (last === '=' && /["']/.test(char)) quote = char;
    if (!/\s/.test(char)) last = char;
  }
  return undefined;
}
