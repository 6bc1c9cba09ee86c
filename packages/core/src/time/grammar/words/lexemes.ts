import type { Edge, Part, TimeWords } from '../../../language/time/time-words.ts';
import { figuresOf } from './figures.ts';
import type { Found, Lexemes, Senses } from './senses.ts';
import { isFigure, isWord, type Token, tokensOf } from './tokens.ts';
import { zoneCodes, zonesByCity } from './zones.ts';

type Kind = keyof Senses;
type Entry = { [K in Kind]: { readonly kind: K; readonly value: Senses[K] } }[Kind];

interface Node {
  readonly next: Map<string, Node>;
  readonly entries: Entry[];
}

export type Lexicon = Node;

/** The words of a language as a trie over words. */
export function makeLexicon(words: TimeWords): Lexicon {
  const root: Node = { next: new Map(), entries: [] };
  const add = (phrases: string, entry: Entry) => {
    for (const phrase of phrases.split('|')) {
      let node = root;
      for (const { text } of tokensOf(phrase)) {
        const next: Node = node.next.get(text) ?? { next: new Map(), entries: [] };
        node.next.set(text, next);
        node = next;
      }
      if (node !== root) node.entries.push(entry);
    }
  };
  const each = (lists: readonly string[], first: number, entry: (value: number) => Entry) => {
    for (const [index, phrases] of lists.entries()) add(phrases, entry(first + index));
  };
  const by = <Key extends string>(lists: Readonly<Record<Key, string>>, entry: (key: Key) => Entry) => {
    for (const [key, phrases] of Object.entries<string>(lists)) add(phrases, entry(key as Key));
  };
  const pair = (key: string) => key.split(' ') as [string, never];

  each(words.numbers, 0, (value) => ({ kind: 'number', value }));
  by(words.decimals, (key) => ({ kind: 'decimal', value: Number(key) }));
  each(words.ordinals, 1, (value) => ({ kind: 'ordinal', value }));
  each(words.dayOrdinals ?? words.ordinals, 1, (value) => ({ kind: 'dayOrdinal', value }));
  by(words.last, (key) => ({ kind: 'ordinal', value: Number(key) }));
  each(words.weekdays, 1, (value) => ({ kind: 'weekday', value }));
  each(words.weekdaysShort, 1, (value) => ({ kind: 'weekdayShort', value }));
  each(words.weekdaysOften, 1, (value) => ({ kind: 'weekdayOften', value }));
  each(words.months, 1, (value) => ({ kind: 'month', value }));
  each(words.monthsShort, 1, (value) => ({ kind: 'monthShort', value }));
  by(words.units, (value) => ({ kind: 'unit', value }));
  by(words.minutes, (key) => ({ kind: 'minutes', value: Number(key) }));
  by(words.days, (key) => ({ kind: 'day', value: Number(key) }));
  by(words.parts, (value) => ({ kind: 'part', value }));
  by(words.partsAlone, (value) => ({ kind: 'partAlone', value }));
  by(words.dayParts, (key) => ({
    kind: 'dayPart',
    value: { day: Number(pair(key)[0]), part: pair(key)[1] },
  }));
  by(words.hourNames, (key) => ({ kind: 'hourName', value: Number(key) }));
  by(words.which, (key) => ({ kind: 'which', value: Number(key) }));
  by(words.whichBehind, (key) => ({ kind: 'whichBehind', value: Number(key) }));
  by(words.adverbs, (key) => ({
    kind: 'adverb',
    value: { every: Number(pair(key)[0]), unit: pair(key)[1] },
  }));
  by(words.edges, (value) => ({ kind: 'edge', value }));
  by(words.edgesOf, (key) => ({
    kind: 'edgeOf',
    value: { edge: pair(key)[0] as Edge, unit: pair(key)[1] },
  }));
  by(words.holidays, (value) => ({ kind: 'holiday', value }));
  for (const [city, value] of zonesByCity)
    add(`${city}${words.cityEnding ? `|${city}${words.cityEnding}` : ''}`, { kind: 'zone', value });
  for (const [code, value] of zoneCodes) add(code, { kind: 'zoneCode', value });
  by(words.cities, (value) => ({ kind: 'zone', value }));
  by(words.plain, (kind) => ({ kind, value: true }) as Entry);
  for (const [sign, kind] of signs) add(sign, { kind, value: true });
  for (const [index, weekdays] of words.weekdays.entries())
    for (const [part, names] of Object.entries(words.joinedParts ?? {}) as [Part, string][])
      for (const weekday of weekdays.split('|'))
        for (const name of names.split('|'))
          add(weekday + name, { kind: 'weekdayPart', value: { weekday: index + 1, part } });
  return root;
}

const signs = [
  [',', 'comma'],
  ['-', 'dash'],
  ['–', 'dash'],
  ['.', 'dot'],
  ['-', 'hyphen'],
  ['/', 'hyphen'],
  ['(', 'open'],
  [')', 'close'],
  ['@', 'at'],
] as const;

/** The possible meanings from each token on: words of the lexicon, and figures. */
export function lexemesOf(
  tokens: readonly Token[],
  words: TimeWords,
  lexicon: Lexicon,
  monthFirst: boolean,
): Lexemes[] {
  return tokens.map((token, at) => {
    const found: { [K in Kind]?: Found<Senses[K]>[] } = {};
    const note = <K extends Kind>(kind: K, value: Senses[K], end: number) => {
      const list = (found[kind] ?? []) as Found<Senses[K]>[];
      found[kind] = list as never;
      if (!list.some((other) => other.end === end && other.value === value)) list.push({ value, end });
    };
    if (token.isLiteral || isPartOfName(tokens, at, lexicon)) return found;
    let node: Node | undefined = lexicon;
    for (let end = at; node && end < tokens.length; ) {
      const { text, isLiteral } = tokens[end] ?? token;
      node = isLiteral ? undefined : node.next.get(text);
      end += 1;
      for (const { kind, value } of node?.entries ?? []) {
        if (kind === 'zoneCode' && !isCode(token)) continue;
        if (kind === 'hyphen' && !(token.isGlued && tokens[end]?.isGlued)) continue;
        if ((kind === 'am' || kind === 'pm') && text.length === 1 && end === at + 1 && !isHalf(tokens, at))
          continue;
        const isSmall = token.raw === words.smallWord && tokens[end]?.raw !== '.';
        if (text === words.smallWord && (isSmall ? kind === 'weekdayShort' : kind === 'about')) continue;
        // `3d`; "h" alone is a word as well as a unit.
        if (kind === 'unit' && /^[dmw]$/i.test(token.raw) && !(token.isGlued && token.raw === text)) continue;
        note(kind, value as never, end);
        // The full stop of an abbreviation.
        if (shortKinds.has(kind) && tokens[end]?.raw === '.' && tokens[end]?.isGlued)
          note(kind, value as never, end + 1);
      }
    }
    if (isFigure(token)) figuresOf(tokens, at, words, monthFirst, note);
    return found;
  });
}

/** Accepts `3:18a` and `at 3p`, but not `4a`. */
const isHalf = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.isGlued === true &&
  (tokens[at - 1]?.raw.includes(':') === true || /^(?:at|@)$/.test(tokens[at - 2]?.text ?? ''));

/** Zone codes are in capitals: "ist" and "est" are words. */
const isCode = ({ raw, text }: Token): boolean =>
  raw === raw.toUpperCase() || /^(?:utc|gmt|cet|mez|\p{L}{5,})$/u.test(text);

const shortKinds = new Set<Kind>(['weekdayShort', 'monthShort', 'unit', 'about', 'am', 'pm']);

/** `A4`, `v2.5`, `$9`, `9 %`, `COVID-19`, unlike `Oct-9`: figures that count or name something else. */
function isPartOfName(tokens: readonly Token[], at: number, lexicon: Lexicon): boolean {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (!token || !isFigure(token)) return false;
  if (after && /^[%€$£‰+*=]$/.test(after.raw)) return true;
  if (!before) return false;
  if (/^[$€£#№+*=<>§]$/.test(before.raw)) return true;
  if (!token.isGlued) return false;
  if (isWord(before)) return !/^\p{L}{3,}$|['’]$|^h$/iu.test(before.raw);
  const [sign, name] = [before, tokens[at - 2]];
  const isOfName = /^[-_.:/\\]$/.test(sign.raw) && sign.isGlued && name !== undefined && isWord(name);
  return isOfName && !lexicon.next.get(name.text)?.entries.some(({ kind }) => /^month/.test(kind));
}
