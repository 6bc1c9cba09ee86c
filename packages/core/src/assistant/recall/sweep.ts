/** The places of a word in each conversation. */
export type Hits = readonly (readonly [conversationId: string, places: readonly number[]])[];

/** A place in a conversation (of a passage: in its file), and how well its surroundings match the message. */
export interface ScoredPlace {
  readonly conversationId: string;
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
    for (const [conversationId, places] of hits) {
      const known = words.get(conversationId);
      if (known) known.push({ places, weight });
      else words.set(conversationId, [{ places, weight }]);
      for (const place of places) last = Math.max(last, place);
    }
  }
  let best: ScoredPlace[] = [];
  let least = 0;
  // Cut now and then, without sorting all of them.
  const cut = () => {
    best = best.toSorted((a, b) => b.score - a.score || latestFirst(a, b)).slice(0, placesMax);
  };
  const sums = new Sums(last);
  for (const [conversationId, found] of words) {
    for (const word of found) sums.addWord(word);
    sums.take(found, (place, score) => {
      if (score < least) return;
      best.push({ conversationId, place, score });
      if (best.length < 4 * placesMax) return;
      cut();
      least = best.at(-1)?.score ?? 0;
    });
  }
  cut();
  return best;
}

/** A word in one conversation. */
interface Word {
  readonly places: readonly number[];
  readonly weight: number;
}

/** Sums by place, in arrays that are reused for each conversation. */
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
        this.#beside[place] = (this.#beside[place] ?? 0) + (nearby[distance] ?? 0);
        this.#subject[place] = (this.#subject[place] ?? 0) + 1 - distance / (subjectPlaces + 1);
      }
    }
    for (const at of places) {
      for (let place = Math.max(1, at - subjectPlaces); place <= at + subjectPlaces; place += 1) {
        const subject = this.#subject[place] ?? 0;
        if (subject === 0) continue;
        const part = saturated(this.#beside[place] ?? 0) + subjectPart * saturated(subject);
        this.#score[place] = (this.#score[place] ?? 0) + weight * part;
        this.#beside[place] = 0;
        this.#subject[place] = 0;
      }
    }
  }

  /** Passes on the scores around these words, and resets the sums. */
  take(words: readonly Word[], add: (place: number, score: number) => void): void {
    for (const { places } of words) {
      for (const at of places) {
        for (let place = Math.max(1, at - subjectPlaces); place <= at + subjectPlaces; place += 1) {
          const score = this.#score[place] ?? 0;
          if (score === 0) continue;
          this.#score[place] = 0;
          add(place, score);
        }
      }
    }
  }
}

/** Ids of conversations ascend with time. */
const latestFirst = (a: ScoredPlace, b: ScoredPlace): number => {
  if (a.conversationId === b.conversationId) return b.place - a.place;
  return a.conversationId < b.conversationId ? 1 : -1;
};

/** The number of messages with the word. */
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
