import { type Queries, reasonOf } from '@jarvis/database';
import type { Deps } from '../../ports/deps.ts';
import { countOf, type ScoredPlace, sweep } from '../../search/sweep.ts';
import { lookedUp, termsOf } from '../../search/terms.ts';
import { dateFit, datesIn, type NamedDate } from './dates.ts';
import { historyMax, selectHits, selectPlaces } from './queries.ts';

/** A request for recall. */
export interface RecallRequest {
  readonly userId: string;
  /** Null for a conversation that begins with this message. */
  readonly conversationId: string | null;
  readonly message: string;
  /** Whether to search other conversations: only when memory is on. */
  readonly elsewhere: boolean;
}

/** The places that match the message. */
export interface FoundPlaces {
  /** Best first. */
  readonly places: readonly ScoredPlace[];
  /** The words that led there, the rarest first. */
  readonly words: readonly string[];
  /** Those that the message names. */
  readonly dates: readonly NamedDate[];
}

/** A stored message that matches the message of a turn; `id`: its conversation's. */
export interface Candidate extends ScoredPlace {
  readonly title: string;
  readonly role: 'user' | 'assistant';
  readonly content: string;
  /** In UTC. */
  readonly createdAt: string;
  /** Text from outside influenced it, or its title. */
  readonly fromWeb: boolean;
  /** It has the person's role, but is a program's. */
  readonly byProgram: boolean;
}

type RecallDeps = Pick<Deps, 'log'> & { readonly db: Queries };

/** The number of best places to read, and of conversations: one more costs as much as ten places. */
const placesMax = 250;
const conversationsMax = 50;
/** Bonus for a message from a month that the message names; twice for the very day. */
const dateScore = 5;
/** Places below this share of the best score are not read. */
const leastPart = 0.2;

/** Matches by the message's words alone. Never rejects: see `attempt`. */
export async function findPlaces(reading: RecallDeps, request: RecallRequest): Promise<FoundPlaces> {
  const { userId, conversationId, message, elsewhere } = request;
  const words = termsOf(message);
  const dates = datesIn(message);
  if (conversationId === null && !elsewhere) return { places: [], words, dates };
  const found =
    words.length === 0
      ? []
      : await attempt(
          reading,
          selectHits(reading.db, { userId, conversationId, elsewhere, words: lookedUp(words) }),
        );
  const rarestFirst = found
    .map(({ term, hits }) => ({ term, count: countOf(hits) }))
    .toSorted((a, b) => a.count - b.count);
  return {
    places: sweep(found, placesMax + historyMax),
    words: rarestFirst.flatMap(({ term }) => words[term - 1] ?? []),
    dates,
  };
}

/** The messages at the best of these places, best first, without denied turns. Never rejects: see `attempt`. */
export async function readPlaces(
  reading: RecallDeps,
  userId: string,
  { places, dates }: Pick<FoundPlaces, 'places' | 'dates'>,
): Promise<Candidate[]> {
  const best = ofBestConversations(places).slice(0, placesMax);
  if (best.length === 0) return [];
  const wanted = Map.groupBy(best, ({ id }) => id);
  const rows = await attempt(
    reading,
    selectPlaces(reading.db, {
      userId,
      wanted: JSON.stringify(
        [...wanted].map(([id, scored]) => ({ id, places: scored.map(({ place }) => place) })),
      ),
    }),
  );
  const candidates = (rows[0]?.found ?? []).flatMap(({ id, title, messages }) => {
    const scores = new Map(wanted.get(id)?.map(({ place, score }) => [place, score]));
    return messages.map(([place, role, content, createdAt, fromWeb, byProgram]): Candidate => {
      const score = (scores.get(place) ?? 0) + dateScore * dateFit(dates, createdAt);
      return { id, title, place, role, content, createdAt, fromWeb, byProgram, score };
    });
  });
  const inOrder = candidates.toSorted((a, b) => b.score - a.score || b.place - a.place);
  const least = leastPart * (inOrder[0]?.score ?? 0);
  return inOrder.filter(({ score }) => score >= least);
}

/** "What is due?" each morning has hundreds of conversations that match alike. */
function ofBestConversations(places: readonly ScoredPlace[]): ScoredPlace[] {
  const best = new Set<string>();
  return places.filter(({ id }) => {
    if (best.size < conversationsMax) best.add(id);
    return best.has(id);
  });
}

/** A turn continues without recall rather than fail or wait beyond the statement's own deadline. */
export async function attempt<Row>({ log }: Pick<RecallDeps, 'log'>, rows: Promise<Row[]>): Promise<Row[]> {
  try {
    return await rows;
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, 'recall failed');
    return [];
  }
}
