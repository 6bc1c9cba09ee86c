import type { Part, TimeWords } from '../../../language/time/time-words.ts';
import { figuresOf } from './figures.ts';
import { type Found, type Lexemes, listed, type Senses } from './senses.ts';
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
  const lists = { dayOrdinals: words.ordinals, ...words };
  for (const [kind, [list, value]] of Object.entries(listed))
    for (const [key, phrases] of Object.entries<string>(lists[list]))
      add(phrases, { kind, value: value(key) } as Entry);
  for (const [key, phrases] of Object.entries(words.last))
    add(phrases, { kind: 'ordinal', value: Number(key) });
  for (const [value, names] of zonesByCity)
    for (const city of names.split('|'))
      add(words.cityEnding ? `${city}|${city}${words.cityEnding}` : city, { kind: 'zone', value });
  for (const [value, names] of zoneCodes) add(names, { kind: 'zoneCode', value });
  for (const [value, phrases] of Object.entries(words.cities)) add(phrases, { kind: 'zone', value });
  for (const [kind, phrases] of [...Object.entries(words.plain), ...Object.entries(signs)])
    add(phrases, { kind, value: true } as Entry);
  for (const [index, weekdays] of words.weekdays.entries())
    for (const [part, names] of Object.entries(words.joinedParts) as [Part, string][])
      for (const weekday of weekdays.split('|'))
        for (const name of names.split('|')) {
          const value = { weekday: index + 1, part };
          add(weekday + name, { kind: 'weekdayPart', value });
          add(`${weekday}${name}s`, { kind: 'weekdayPartOften', value });
        }
  return root;
}

const signs = { comma: ',', dash: '-|–', dot: '.', hyphen: '-|/', open: '(', close: ')', at: '@' };

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
      // "Martedi'", "meta'": an apostrophe for the accent. Not "today's"
      const behind = tokens[end + 1];
      const bare = behind?.isGlued && isWord(behind) ? text : text.replace(/'$/, '');
      node = isLiteral ? undefined : (node.next.get(text) ?? node.next.get(bare));
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

/** `A4`, `v2.5`, `$9`, `9 %`, `COVID-19`, unlike `Oct-9` and `9am-5pm`: figures that count or name something else. */
function isPartOfName(tokens: readonly Token[], at: number, lexicon: Lexicon): boolean {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (!token) return false;
  if (isWord(token)) {
    // "Check-in", "pre-Christmas"; not "mid-December", "Mon-Fri"
    const name = tokens[at - 2];
    const isJoined = token.isGlued && before?.raw === '-' && before.isGlued;
    return isJoined && name !== undefined && isWord(name) && !lexicon.next.has(name.text);
  }
  if (!isFigure(token)) return false;
  if (after && /^[%€$£‰+*=]$/.test(after.raw)) return true;
  if (!before) return false;
  if (/^[$€£#№+*=<>§]$/.test(before.raw)) return true;
  if (!token.isGlued) return false;
  if (isWord(before)) return !/^\p{L}{3,}$|['’]$|^h$/iu.test(before.raw);
  const [sign, name] = [before, tokens[at - 2]];
  const isOfName = /^[-_.:/\\]$/.test(sign.raw) && sign.isGlued && name !== undefined && isWord(name);
  return isOfName && !lexicon.next.get(name.text)?.entries.some(({ kind }) => /^(?:month|[ap]m$)/.test(kind));
}
