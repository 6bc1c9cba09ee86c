import { fold, wordsOf as foldedWords } from '../../text/fold.ts';
import type { Term } from './terms.ts';
import type { FoundTurn } from './turns.ts';

/** How often each term was found, here and elsewhere. */
export type Rarity = readonly (readonly [term: number, here: boolean, found: number])[];

export interface ScoredTurn {
  readonly turn: FoundTurn;
  readonly score: number;
}

/** What a word of the turn is worth that is not the term itself but… */
const likeness = { sameBeginning: 0.9, sameMeaning: 0.6, mistyped: 0.7 } as const;
/** A word that only the reply has is the assistant's, and seldom the fact. */
const inReplyOnly = 0.6;
/** Of a turn's score, what the turn after it (a question's answer) and the one before it get. */
const passedOn = 0.5;
const passedBack = 0.3;
/** A turn's own question is seldom what answers another. */
const questionPart = 0.75;
/** Between equals the later one: what was said last holds. */
const laterIsBetter = 0.05;

/**
 * Best first. A turn is worth the terms it has, rare ones more, close ones nearly as much as exact ones; having
 * all of them counts more than the same one often. Turns next to a good one get a part of its score.
 */
export function rank(terms: readonly Term[], rarity: Rarity, turns: readonly FoundTurn[]): ScoredTurn[] {
  const founds = new Map(rarity.map(([i, here, found]) => [`${i}${here}`, found]));
  const wanted = terms.map(({ word, others }, i) => ({
    i: i + 1,
    word: fold(word),
    others: new Set(others.map((other) => rootOf(fold(other)))),
  }));
  const inOrder = turns.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const own = new Map<string, number>();
  for (const [at, turn] of inOrder.entries()) {
    const [person, reply] = [wordsOf(turn.person), wordsOf(turn.reply)];
    let sum = 0;
    let whole = 0;
    for (const term of wanted) {
      const found = founds.get(`${term.i}${turn.here}`);
      if (found === undefined) continue;
      const weight = weightOf(found);
      whole += weight;
      const isUnknown = found === 0;
      sum +=
        weight * Math.max(matchOf(term, person, isUnknown), inReplyOnly * matchOf(term, reply, isUnknown));
    }
    if (whole === 0) continue;
    const covered = sum / whole;
    const isQuestion = turn.person.trimEnd().endsWith('?');
    const later = 1 + (laterIsBetter * at) / inOrder.length;
    own.set(turn.id, sum * (0.5 + 0.5 * covered) * (isQuestion ? questionPart : 1) * later);
  }

  const scores = new Map(own);
  for (const { id, next } of inOrder) {
    if (next === undefined) continue;
    raise(scores, next, passedOn * (own.get(id) ?? 0));
    raise(scores, id, passedBack * (own.get(next) ?? 0));
  }
  return inOrder
    .map((turn) => ({ turn, score: scores.get(turn.id) ?? 0 }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
}

function raise(scores: Map<string, number>, id: string, by: number): void {
  const score = scores.get(id);
  if (score !== undefined) scores.set(id, Math.max(score, by) + 0.2 * Math.min(score, by));
}

/**
 * By how many messages have it, from 7 for one that is nearly alone down to under 1 for a common one. One that
 * none has is mistyped or of no help: neither may decide.
 */
const weightOf = (found: number): number => Math.log(1 + 1_000 / (found === 0 ? 50 : found));

interface Wanted {
  readonly word: string;
  readonly others: ReadonlySet<string>;
}

function matchOf({ word, others }: Wanted, words: Words, isUnknown: boolean): number {
  if (words.all.has(word)) return 1;
  const root = rootOf(word);
  if (words.roots.has(root)) return likeness.sameBeginning;
  for (const other of others) if (words.roots.has(other)) return likeness.sameMeaning;
  if (isUnknown && word.length >= 4) {
    for (const other of words.all) if (isMistyped(word, other)) return likeness.mistyped;
  }
  return 0;
}

interface Words {
  readonly all: ReadonlySet<string>;
  readonly roots: ReadonlySet<string>;
}

function wordsOf(text: string): Words {
  const all = new Set(foldedWords(text));
  const roots = new Set<string>();
  for (const word of all) roots.add(rootOf(word));
  return { all, roots };
}

/** The words of a few conversations: most come again and again. */
const knownRoots = new Map<string, string>();
const knownRootsMax = 10_000;

function rootOf(word: string): string {
  const known = knownRoots.get(word);
  if (known !== undefined) return known;
  const root = rootMade(word);
  if (knownRoots.size >= knownRootsMax) knownRoots.clear();
  knownRoots.set(word, root);
  return root;
}

/** Much as the index has it: spelling made alike, no ending, six letters at most. */
const rootMade = (word: string): string =>
  word
    .replace(/(?<=.{3})(?:ing|ed|s)$/, '')
    .replace(/sch/g, 's')
    .replace(/c[hk]?/g, 'k')
    .replace(/ph/g, 'f')
    .replace(/(?<=[aou])e/g, '')
    .replace(/y/g, 'i')
    .replace(/(.)\1/g, '$1')
    .slice(0, 6)
    .replace(/(?<=^.{3,})(?:ern|e[nmrs]?|i?[aeio])$/, '');

/** Most of their triples of letters are the same. */
function isMistyped(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 2 || b.length < 4 || a[0] !== b[0]) return false;
  const [first, second] = [triplesOf(a), triplesOf(b)];
  let shared = 0;
  for (const triple of first) if (second.has(triple)) shared += 1;
  return (2 * shared) / (first.size + second.size) >= 0.5;
}

function triplesOf(word: string): Set<string> {
  const padded = `  ${word} `;
  const triples = new Set<string>();
  for (let i = 0; i + 3 <= padded.length; i += 1) triples.add(padded.slice(i, i + 3));
  return triples;
}
