import type { Found, Lexemes, Senses } from './senses.ts';

/** The words of a text with what each may mean, and what has been found out about it. */
export interface Input {
  readonly lexemes: readonly Lexemes[];
  readonly memo: Map<object, Map<number, readonly Found<unknown>[]>>;
}

/** All readings of the words from a place on. */
export type Parser<T> = (input: Input, at: number) => readonly Found<T>[];

/** A word, or words, of a kind. */
export const word =
  <Kind extends keyof Senses>(kind: Kind): Parser<Senses[Kind]> =>
  ({ lexemes }, at) =>
    (lexemes[at]?.[kind] as readonly Found<Senses[Kind]>[] | undefined) ?? none;

const none: readonly never[] = [];

/** One after the other. */
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

/** Every alternative that fits. */
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

/** With it where it is there, and without. */
export const opt =
  <T>(part: Parser<T>): Parser<T | undefined> =>
  (input, at) => {
    const found = part(input, at);
    // Without it first: of readings of the same words, the one with the longer phrases is taken.
    return [{ value: undefined, end: at }, ...found];
  };

/** Only where the same words do not read otherwise. */
export const unless =
  <T>(part: Parser<T>, other: Parser<unknown>): Parser<T> =>
  (input, at) => {
    const found = part(input, at);
    if (found.length === 0) return found;
    const others = other(input, at);
    return found.filter(({ end }) => !others.some((reading) => reading.end === end));
  };

/** Where something else follows. */
export const not =
  (part: Parser<unknown>): Parser<true> =>
  (input, at) =>
    part(input, at).length === 0 ? [{ value: true, end: at }] : none;

/** What the parts mean together; undefined: nothing. */
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

/** One to `most` of them with something between. */
export const list =
  <T>(item: Parser<T>, between: Parser<unknown>, most: number): Parser<readonly T[]> =>
  (input, at) => {
    const all: Found<readonly T[]>[] = [];
    let partial: Found<readonly T[]>[] = item(input, at).map(({ value, end }) => ({ value: [value], end }));
    for (let count = 1; partial.length > 0; count += 1) {
      all.push(...partial);
      if (count === most) break;
      partial = partial.flatMap(({ value, end }) =>
        between(input, end).flatMap((gap) =>
          item(input, gap.end).map((next) => ({ value: [...value, next.value], end: next.end })),
        ),
      );
    }
    return all;
  };

/** Reads each place once. A thunk, because grammars refer to each other. */
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
