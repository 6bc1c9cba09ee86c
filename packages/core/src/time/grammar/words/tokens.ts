import { fold } from '../../../text/fold.ts';

/** A word, a number or a sign. */
export interface Token {
  readonly raw: string;
  /** Folded. */
  readonly text: string;
  /** The position in the original text, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** Directly follows the token before, without white space. */
  readonly isGlued: boolean;
  /** Has no meaning as a time: quoted, an address, a part of a name such as `A4` or of a price. */
  readonly isLiteral: boolean;
}

const pattern =
  /\d{4}-\d{1,2}-\d{1,2}T\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?|\d{4}-\d{1,2}-\d{1,2}(?![\d:])|\d{1,2}-\d{1,2}-\d{2,4}(?![\d:])|\d+(?:[.:/]\d+)*\.?|[\p{L}\p{M}]+['’]?|[^\s]/gu;

/** Quoted or foreign text: quotes, addresses, tags. No quantifier is adjacent to another, so that time stays linear. */
const literals =
  /"[^"]*"|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|`[^`]*`|(?<![\p{L}\p{N}])['‘][^'’\s][^'’]{0,200}['’](?![\p{L}\p{N}])|\bhttps?:\/\/\S+|\bwww\.\S+|(?<=^|\s)[^\s@]{1,64}@[^\s@.]{1,64}\.\S+|(?<=^|\s)[#/]\S+/giu;

export function tokensOf(text: string): Token[] {
  const quoted = [...text.matchAll(literals)].map(
    ({ index, 0: found }) => [index, index + found.length] as const,
  );
  const tokens: Token[] = [];
  let next = 0;
  for (const { 0: raw, index: start } of text.matchAll(pattern)) {
    const end = start + raw.length;
    while ((quoted[next]?.[1] ?? end) <= start) next += 1;
    const [from, until] = quoted[next] ?? [end, end];
    const before = tokens.at(-1);
    tokens.push({
      raw,
      text: fold(raw).replace('’', "'"),
      start,
      end,
      isGlued: before?.end === start,
      isLiteral: start < until && end > from,
    });
  }
  return tokens;
}

export const isFigure = ({ raw }: Token): boolean => /^\d/.test(raw);
export const isWord = ({ raw }: Token): boolean => /^\p{L}/u.test(raw);
