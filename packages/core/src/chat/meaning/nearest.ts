import type { Queries } from '@jarvis/database';
import type { Deps } from '../../ports/deps.ts';
import type { RecallRequest } from '../recall/recall-request.ts';
import type { ScoredPlace } from '../recall/sweep.ts';
import { embed, modelOf, textCharsMax } from './embed.ts';
import { selectNearest } from './queries.ts';
import { likeness, storedVector } from './vectors.ts';

/** What a question waits for its vector at most. */
const questionMs = 250;
/** What fits best by its meaning counts so much of what fits best by its words. */
const meaningPart = 0.5;

/** Places by how near they are to the message in meaning: 1 for the nearest, near 0 for the last of them. */
export async function findNearest(
  { db, log, embeddings, policy }: Pick<Deps, 'log' | 'embeddings' | 'policy'> & { readonly db: Queries },
  { userId, conversationId, message, elsewhere }: RecallRequest,
): Promise<ScoredPlace[]> {
  // What the policy denies is sent to nobody.
  if (!embeddings || policy.denial(message)) return [];
  try {
    const [vector = []] = await embed(embeddings, [message.slice(0, textCharsMax)], questionMs);
    const rows = await selectNearest(db, {
      userId,
      conversationId,
      elsewhere,
      model: modelOf(embeddings),
      questionBits: storedVector(vector).bits,
    });
    const likenesses = rows.map(({ exact }) => likeness(vector, exact));
    const [least, most] = [Math.min(...likenesses), Math.max(...likenesses)];
    return rows.map(({ conversationId: at, place }, i) => ({
      conversationId: at,
      place,
      score: most === least ? 1 : ((likenesses[i] ?? 0) - least) / (most - least),
    }));
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'recall by meaning failed');
    return [];
  }
}

/** Adds what fits by its meaning to what fits by its words; best first. */
export function withMeaning(
  byWords: readonly ScoredPlace[],
  byMeaning: readonly ScoredPlace[],
): ScoredPlace[] {
  const unit = meaningPart * (byWords[0]?.score ?? 1);
  const places = new Map(byWords.map((place) => [keyOf(place), place]));
  for (const near of byMeaning) {
    const known = places.get(keyOf(near))?.score ?? 0;
    places.set(keyOf(near), { ...near, score: known + unit * near.score });
  }
  return [...places.values()].toSorted((a, b) => b.score - a.score);
}

const keyOf = ({ conversationId, place }: ScoredPlace): string => `${conversationId} ${place}`;
