import type { Embeddings } from '../../ports/connections.ts';
import type { Deps } from '../../ports/deps.ts';
import { embed, modelOf } from './embed.ts';
import { claimConversation, forgetOtherModels, selectToEmbed, storeVectors } from './queries.ts';
import { storedVector } from './vectors.ts';

/** Messages that are sent to the service at once. */
const batchMessages = 64;
/** How much of what is waiting is done before others have their turn. */
const batchesMax = 20;
const batchMs = 20_000;
/** A conversation whose vectors could not be had, or whose process ended, is tried again after this. */
const retryMs = 5 * 60_000;
const forgottenRows = 500;

/**
 * Gives messages vectors that have none of the configured model, in batches, no conversation by two processes at the
 * same time. Throws what the service fails with; what it was asked for then waits a while.
 */
export async function fillVectors(deps: Deps): Promise<void> {
  const { db, embeddings } = deps;
  if (!embeddings) return;
  // Which of the stored vectors are of this model is known by its dimensions, too.
  if (embeddings.dimensions === undefined) await embed(embeddings, ['Hello'], batchMs);
  const model = modelOf(embeddings);
  while ((await forgetOtherModels.count(db, { model, limit: forgottenRows })) === forgottenRows);
  for (let batch = 0; batch < batchesMax; batch += 1) {
    if (modelOf(embeddings) !== model || !(await fillBatch(deps, embeddings))) return;
  }
}

/** False when nothing is waiting. */
async function fillBatch({ db, clock }: Deps, embeddings: Embeddings): Promise<boolean> {
  const retryAt = new Date(clock.now() + retryMs).toISOString();
  const claimed = await claimConversation.first(db, { now: clock.nowIso(), retryAt });
  if (!claimed) return false;
  const rows = await selectToEmbed(db, { ...claimed, limit: batchMessages });
  const texts = rows.flatMap(({ place, content }) => (content === null ? [] : [{ place, content }]));
  const contents = texts.map(({ content }) => content);
  const vectors = texts.length === 0 ? [] : await embed(embeddings, contents, batchMs);
  const stored = vectors.map(storedVector);
  await storeVectors(db, {
    ...claimed,
    model: modelOf(embeddings),
    through: rows.at(-1)?.place ?? claimed.messageCount,
    embeddedPlaces: texts.map(({ place }) => place),
    bits: stored.map(({ bits }) => bits),
    exact: stored.map(({ exact }) => exact),
    now: clock.nowIso(),
  });
  return true;
}
