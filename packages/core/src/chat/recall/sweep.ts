/** Where a word of the message was said: the places in each conversation, by the conversation's id. */
export type Hits = Readonly<Record<string, readonly number[]>>;

/** A place in a conversation, and how well what is said about there fits the message. */
export interface ScoredPlace {
  readonly conversationId: string;
  readonly place: number;
  readonly score: number;
}

/** What a word counts at its own place, and at those one, two and three away. */
export const nearby = [1, 0.6, 0.4, 0.2];
/** As far as this it counts for the subject of that part of the conversation, less and less; */
export const subjectPlaces = 8;
/** and the subject counts so much beside the place. */
export const subjectPart = 0.5;

/**
 * Scores every place at or near a hit, best first, latest first among equals. For each word: its rarity, times how
 * much of it is said at the place and right beside it, and a part for how much the subject is of it; both saturate,
 * so that all words count more than one of them often.
 */
export function sweep(terms: readonly Hits[]): ScoredPlace[] {
  const messages = messagesOf(terms);
  const conversations = new Map<string, Map<number, number>>();
  for (const hits of terms) {
    const weight = rarity(countOf(hits), messages);
    for (const [id, places] of Object.entries(hits)) {
      const scores = conversations.get(id) ?? new Map<number, number>();
      conversations.set(id, scores);
      for (const [place, { beside, subject }] of spread(places)) {
        const part = saturated(beside) + subjectPart * saturated(subject);
        scores.set(place, (scores.get(place) ?? 0) + weight * part);
      }
    }
  }
  return [...conversations]
    .flatMap(([conversationId, scores]) =>
      Array.from(scores, ([place, score]) => ({ conversationId, place, score })),
    )
    .toSorted((a, b) => b.score - a.score || b.place - a.place);
}

/** What hits count at the places about them. */
function spread(places: readonly number[]): Map<number, { beside: number; subject: number }> {
  const about = new Map<number, { beside: number; subject: number }>();
  for (const at of places) {
    for (let place = Math.max(1, at - subjectPlaces); place <= at + subjectPlaces; place += 1) {
      const counted = about.get(place) ?? { beside: 0, subject: 0 };
      about.set(place, counted);
      const distance = Math.abs(place - at);
      counted.beside += nearby[distance] ?? 0;
      counted.subject += 1 - distance / (subjectPlaces + 1);
    }
  }
  return about;
}

/** In how many messages a word was found. */
export const countOf = (hits: Hits): number =>
  Object.values(hits).reduce((sum, { length }) => sum + length, 0);

/** BM25's saturation, k1 = 1.2. */
export const saturated = (x: number): number => (2.2 * x) / (x + 1.2);

/**
 * How many messages rarity is measured against: counting those of an account would read them all, and only the
 * relation of the words to each other decides.
 */
export const messagesOf = (terms: readonly Hits[]): number =>
  Math.max(400, 2 * Math.max(0, ...terms.map(countOf)));

/** Inverse document frequency, as BM25 has it. */
export const rarity = (found: number, messages: number): number =>
  Math.log(1 + (messages - found + 0.5) / (found + 0.5));
