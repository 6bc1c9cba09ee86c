import type { Found, Lexemes, Senses } from '../words/senses.ts';

/** The possible meanings of a text's words, with a cache of readings. */
export interface Input {
  readonly lexemes: readonly Lexemes[];
  readonly memo: Map<object, Map<number, readonly Found<unknown>[]>>;
}

/** All readings of the words from a position on. */
export type Parser<T> = (input: Input, at: number) => readonly Found<T>[];

/** One or more words of a kind. */
export const word =
  <Kind extends keyof Senses>(kind: Kind): Parser<Senses[Kind]> =>
  ({ lexemes }, at) =>
    (lexemes[at]?.[kind] as readonly Found<Senses[Kind]>[] | undefined) ?? none;

const none: readonly never[] = [];

/** Parsers in sequence. */
export function seq<T extends readonly unknown[]>(...parts: { [K in keyof T]: Parser<T[K]> }): Parser<T> {
  const [head, ...tail] = parts as unknown as readonly Parser<unknown>[];
  return (input, at) => {
    const heads = head?.(input, at) ?? none;
    if (heads.length === 0) return none;
    let partial = heads.map(({ value, end }) => ({ value: [value], end }));
    for (const part of tail) {
      const longer: Found<unknown[]>[] = [];
      for (const { value, end } of partial)
        for (const next of part(input, end)) longer.push({ value: [...value, next.value], end: next.end });
      if (longer.length === 0) return none;
      partial = longer;
    }
    return partial as unknown as readonly Found<T>[];
  };
}

/** Every alternative that matches. */
export const either =
  <T>(...alternatives: readonly Parser<T>[]): Parser<T> =>
  (input, at) => {
    let all: readonly Found<T>[] = none;
    for (const alternative of alternatives) {
      const found = alternative(input, at);
      if (found.length > 0) all = all.length === 0 ? found : [...all, ...found];
    }
    return all;
  };

/** With the part if it is there, and without it. */
export const opt =
  <T>(part: Parser<T>): Parser<T | undefined> =>
  (input, at) => {
    const found = part(input, at);
    // Without the part first: among readings of the same words, the one with the longer phrases wins.
    return [{ value: undefined, end: at }, ...found];
  };

/** Only if the same words have no other reading. */
export const unless =
  <T>(part: Parser<T>, other: Parser<unknown>): Parser<T> =>
  (input, at) => {
    const found = part(input, at);
    if (found.length === 0) return found;
    const others = other(input, at);
    return found.filter(({ end }) => !others.some((reading) => reading.end === end));
  };

/** Only if something else follows. */
export const not =
  (part: Parser<unknown>): Parser<true> =>
  (input, at) =>
    part(input, at).length === 0 ? [{ value: true, end: at }] : none;

/** The combined meaning of the parts; undefined rejects the reading. */
export const to =
  <T, U>(part: Parser<T>, meaning: (value: T) => U | undefined): Parser<U> =>
  (input, at) => {
    const all: Found<U>[] = [];
    for (const { value, end } of part(input, at)) {
      const meant = meaning(value);
      if (meant !== undefined) all.push({ value: meant, end });
    }
    return all;
  };

/** One to `most` items with a separator. */
export const list = <T>(item: Parser<T>, between: Parser<unknown>, most: number): Parser<readonly T[]> => {
  const one = to(item, (value): readonly T[] => [value]);
  if (most === 1) return one;
  const more = to(seq(item, between, list(item, between, most - 1)), ([first, , rest]) => [first, ...rest]);
  return either(one, more);
};

/** Caches the readings at each position. Takes a thunk, because grammars refer to each other. */
export function shared<T>(part: () => Parser<T>): Parser<T> {
  const key = {};
  return (input, at) => {
    const places = input.memo.get(key) ?? new Map<number, readonly Found<unknown>[]>();
    input.memo.set(key, places);
    const known = places.get(at) as readonly Found<T>[] | undefined;
    if (known) return known;
    const found = part()(input, at);
    places.set(at, found);
    return found;
  };
}
