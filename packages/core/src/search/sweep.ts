/** The places of a word in each conversation, or in each file. */
export type Hits = readonly (readonly [id: string, places: readonly number[]])[];

/** A place in a conversation, or of a passage in a file, and how well its surroundings match the message. */
export interface ScoredPlace {
  /** Of the conversation or the file. */
  readonly id: string;
  readonly place: number;
  readonly score: number;
}

/** The weight of a word at its own place, and one and two places away. */
export const nearby = [1, 0.5, 0.25];
/** Up to this distance it also counts for the subject of that part of the conversation, less with distance. */
export const subjectPlaces = 8;
/** The weight of the subject; the place and its direct neighbours have the weight 1. */
export const subjectPart = 0.5;

/**
 * Scores every place at or near a hit; the best `placesMax` first, the latest first among equals. For each word: its
 * rarity, times its weight at the place and its neighbours, plus a part for its weight in the subject; both saturate,
 * so that all words count more than one frequent word.
 */
export function sweep(terms: readonly { readonly hits: Hits }[], placesMax: number): ScoredPlace[] {
  const counts = terms.map(({ hits }) => countOf(hits));
  const messages = messagesOf(counts);
  const words = new Map<string, Word[]>();
  let last = 0;
  for (const [i, { hits }] of terms.entries()) {
    const weight = rarity(counts[i] ?? 0, messages);
    for (const [id, unordered] of hits) {
      const places = unordered.toSorted((a, b) => a - b);
      const known = words.get(id);
      if (known) known.push({ places, weight });
      else words.set(id, [{ places, weight }]);
      last = Math.max(last, places.at(-1) ?? 0);
    }
  }
  let best: ScoredPlace[] = [];
  let least = 0;
  let cutAt = 4 * placesMax;
  const sums = new Sums(last);
  for (const [id, found] of words) {
    for (const word of found) sums.addWord(word);
    sums.take(found, (place, score) => {
      if (score < least) return;
      best.push({ id, place, score });
      if (best.length < cutAt) return;
      least = leastOfBest(best, placesMax);
      best = best.filter((each) => each.score >= least);
      cutAt = best.length + 3 * placesMax;
    });
  }
  least = leastOfBest(best, placesMax);
  return best
    .filter(({ score }) => score >= least)
    .sort((a, b) => b.score - a.score || latestFirst(a, b))
    .slice(0, placesMax);
}

const steps = 1_000;

/** A score that the best `count` have, and few others: finding it takes a fifth of the time of sorting them. */
function leastOfBest(found: readonly ScoredPlace[], count: number): number {
  if (found.length <= count) return 0;
  let highest = 0;
  for (const { score } of found) highest = Math.max(highest, score);
  const step = highest / steps;
  const scoresFrom = new Uint32Array(steps + 1);
  for (const { score } of found) {
    const at = Math.floor(score / step);
    scoresFrom[at] = (scoresFrom[at] ?? 0) + 1;
  }
  let least = steps;
  for (let left = count - (scoresFrom[least] ?? 0); left > 0; left -= scoresFrom[least] ?? 0) least -= 1;
  // Rounding must not exclude a score of this step.
  return (least - 0.001) * step;
}

/** A word in one conversation or file. */
interface Word {
  /** Ascending. */
  readonly places: readonly number[];
  readonly weight: number;
}

/** Sums by place, in arrays that are reused for each conversation or file. */
class Sums {
  readonly #beside: Float64Array;
  readonly #subject: Float64Array;
  readonly #score: Float64Array;

  constructor(lastPlace: number) {
    const size = lastPlace + subjectPlaces + 1;
    this.#beside = new Float64Array(size);
    this.#subject = new Float64Array(size);
    this.#score = new Float64Array(size);
  }

  addWord({ places, weight }: Word): void {
    for (const at of places) {
      for (let place = Math.max(1, at - subjectPlaces); place <= at + subjectPlaces; place += 1) {
        const distance = Math.abs(place - at);
        if (distance < nearby.length)
          this.#beside[place] = (this.#beside[place] ?? 0) + (nearby[distance] ?? 0);
        this.#subject[place] = (this.#subject[place] ?? 0) + 1 - distance / (subjectPlaces + 1);
      }
    }
    eachNear(places, (place) => {
      const part = saturated(this.#beside[place] ?? 0) + subjectPart * saturated(this.#subject[place] ?? 0);
      this.#score[place] = (this.#score[place] ?? 0) + weight * part;
      this.#beside[place] = 0;
      this.#subject[place] = 0;
    });
  }

  /** Passes on the scores around these words, and resets the sums. */
  take(words: readonly Word[], add: (place: number, score: number) => void): void {
    for (const { places } of words) {
      eachNear(places, (place) => {
        const score = this.#score[place] ?? 0;
        if (score === 0) return;
        this.#score[place] = 0;
        add(place, score);
      });
    }
  }
}

/** Calls `visit` once for each place that has one of `ascending` in its surroundings. */
function eachNear(ascending: readonly number[], visit: (place: number) => void): void {
  let from = 1;
  for (const at of ascending) {
    for (let place = Math.max(from, at - subjectPlaces); place <= at + subjectPlaces; place += 1)
      visit(place);
    from = at + subjectPlaces + 1;
  }
}

/** Ids ascend with time. */
const latestFirst = (a: ScoredPlace, b: ScoredPlace): number => {
  if (a.id === b.id) return b.place - a.place;
  return a.id < b.id ? 1 : -1;
};

/** The number of messages, or passages, with the word. */
export const countOf = (hits: Hits): number => hits.reduce((sum, [, { length }]) => sum + length, 0);

/** BM25's saturation, k1 = 1.2. */
export const saturated = (x: number): number => (2.2 * x) / (x + 1.2);

/**
 * The number of messages that rarity is relative to. Counting an account's messages would read them all, and only the
 * ratio between the words matters.
 */
export const messagesOf = (counts: readonly number[]): number => Math.max(400, 2 * Math.max(0, ...counts));

/** Inverse document frequency, as in BM25. */
export const rarity = (found: number, messages: number): number =>
  Math.log(1 + (messages - found + 0.5) / (found + 0.5));
