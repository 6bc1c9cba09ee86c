import { createHash } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * An embedding service behind real HTTP on loopback, as OpenAI-compatible servers have it. Texts get vectors close to
 * each other when they have words in common, or words of one of its groups.
 */
export class ScriptedEmbeddings {
  /** The texts of each request. */
  readonly requests: (readonly string[])[] = [];
  /** Words that mean the same. */
  groups: readonly (readonly string[])[] = [];
  dimensions = 256;
  /** `refuse`: answers with an error; `hang`: takes requests and never answers; `garble`: answers something else. */
  mood: 'willing' | 'refuse' | 'hang' | 'garble' = 'willing';
  readonly #server: Server;

  constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<ScriptedEmbeddings> {
    const server = createServer();
    const scripted = new ScriptedEmbeddings(server);
    server.on('request', async (req, res) => {
      let body = '';
      for await (const chunk of req.setEncoding('utf8')) body += chunk;
      scripted.#answer((JSON.parse(body) as { input: string[] }).input, res);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return scripted;
  }

  /** Includes `/v1`. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** All that it was ever sent. */
  get texts(): readonly string[] {
    return this.requests.flat();
  }

  reset(): void {
    this.requests.length = 0;
    this.mood = 'willing';
    this.dimensions = 256;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(texts: readonly string[], res: ServerResponse): void {
    this.requests.push(texts);
    if (this.mood === 'hang') return;
    const given = this.mood === 'garble' ? texts.slice(1) : texts;
    const data = given.map((text, index) => ({ index, embedding: this.#vectorOf(text) }));
    const body = this.mood === 'refuse' ? { error: { message: 'refused by the script' } } : { data };
    res
      .writeHead(this.mood === 'refuse' ? 503 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ object: 'list', model: 'scripted', ...body }));
  }

  #vectorOf(text: string): number[] {
    const sum = new Array<number>(this.dimensions).fill(0);
    for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
      const meaning = this.groups.find((group) => group.includes(word))?.[0] ?? word;
      for (const [i, part] of directionOf(meaning, this.dimensions).entries()) sum[i] = (sum[i] ?? 0) + part;
    }
    return sum;
  }
}

/** The same for the same word; two words' have nothing in common. */
function directionOf(word: string, dimensions: number): number[] {
  const bytes = createHash('shake256', { outputLength: dimensions }).update(word).digest();
  return Array.from(bytes, (byte) => byte / 127.5 - 1);
}
