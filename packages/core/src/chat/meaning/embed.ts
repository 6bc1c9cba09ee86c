import type { Embeddings } from '../../ports/connections.ts';

/** Of a longer text the rest is not looked at: what models read at once is bounded, and so is what it costs. */
export const textCharsMax = 2_000;
const dimensionsMax = 4_096;

/**
 * A vector for each text, all of as many dimensions. Throws what the service fails with, and when it answers with
 * something else, or not within `timeoutMs`.
 */
export async function embed(
  embeddings: Embeddings,
  texts: readonly string[],
  timeoutMs: number,
): Promise<readonly (readonly number[])[]> {
  const signal = AbortSignal.timeout(timeoutMs);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const vectors = await Promise.race([embeddings.embed(texts, signal), late]);
  const dimensions = vectors[0]?.length ?? 0;
  const fit =
    vectors.length === texts.length &&
    dimensions > 0 &&
    dimensions <= dimensionsMax &&
    vectors.every((vector) => vector.length === dimensions && vector.every(Number.isFinite));
  if (!fit)
    throw new Error('The embedding service answered with something else than a vector for each text.');
  embeddings.dimensions = dimensions;
  return vectors;
}

/** What vectors are stored under, so that those of another model, or of other dimensions, are left alone. */
export const modelOf = ({ name, dimensions }: Embeddings): string => `${name} ${dimensions ?? 0}`;
