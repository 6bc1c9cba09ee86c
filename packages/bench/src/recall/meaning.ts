import { type Embeddings, fillVectors } from '@jarvis/core';
import type { Database } from '@jarvis/database';
import { testDeps } from '@jarvis/testkit';
import { embeddingTool } from '../tools.ts';

/** An embedding model behind HTTP, as the service is given one by EMBEDDING_MODEL. */
export async function startEmbeddings(): Promise<Embeddings & { close(): Promise<void> }> {
  const { url, close } = await (await embeddingTool()).serveEmbeddings();
  return {
    name: 'openai-compatible:all-MiniLM-L6-v2',
    close,
    async embed(input, signal) {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${url}/embeddings`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ input }),
        signal,
      });
      const { data } = (await answer.json()) as { data: { embedding: number[] }[] };
      return data.map(({ embedding }) => embedding);
    },
  };
}

/** Gives all that is stored its vectors. The model is asked for each text first, since the service waits 20 s at most. */
export async function fill(db: Database, embeddings: Embeddings): Promise<void> {
  const contents = (await db.run('select distinct content from messages', [])).map(([content]) =>
    String(content),
  );
  for (const content of contents) await embeddings.embed([content], AbortSignal.timeout(60_000));
  const waiting = 'select 1 from conversations where embedded_count < message_count limit 1';
  while ((await db.run(waiting, [])).length > 0) await fillVectors({ ...testDeps(db), embeddings });
}
