import type { HeldText, Looking } from './held-text.ts';

/** Of what is longer no link is made: it is shown as the text that it is, and cannot become one. */
const linkCharsMax = 4_000;
const spaceCharsMax = 1_000;
const titleCharsMax = 1_000;
const tagCharsMax = 1_000;
const depthMax = 8;

export interface Destination {
  /** As it is written. */
  readonly destination: string;
  /** What follows may belong to it all the same: it has a bracket before it, or is longer than is looked through. */
  readonly isOpen: boolean;
  /** Behind it; -1 where it is not closed as it should be. */
  readonly end: number;
}

/** Where the bracket is closed that is open; -1 where it is not, in the paragraph. */
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

/** What follows `](`; its end is behind the `)`. */
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

/** What follows `]:`. */
export function* definedDestination(text: HeldText, from: number): Looking<Destination> {
  return yield* destinationAt(text, yield* behindSpace(text, from), /[[\]\\]/);
}

/** A destination that ends where Markdown ends it, or at a sign behind which it is not followed. */
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

/** Behind white space with one end of a line in it at most, and the marks of a quotation that the next begins with. */
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

/** Whether the line behind the end of one is empty, but for the marks of a quotation. */
function* isBlankBehind(text: HeldText, at: number): Looking<boolean> {
  for (let i = at + 1; i < at + spaceCharsMax; i += 1) {
    const char = yield* text.char(i);
    if (!/[ \t>\r]/.test(char)) return /^\n?$/.test(char);
  }
  return true;
}

/** What begins with `<` as a tag, with its `>`; undefined where it has none, or another one begins before. */
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
