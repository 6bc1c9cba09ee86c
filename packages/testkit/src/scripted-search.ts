import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Search, SearchFailed, type SearchResult } from '@jarvis/core';

export interface SearchRequest {
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A search service behind real HTTP on loopback that answers like SearXNG, Brave and Tavily. */
export class ScriptedSearch {
  readonly requests: SearchRequest[] = [];
  results: { title?: unknown; url?: unknown; text?: unknown }[] = [];
  /** Answers instead of the results: a status, raw bytes, a redirect, or nothing at all. */
  trouble: { status: number } | { redirect: string } | { raw: string } | { hang: true } | undefined;
  readonly #server: Server;

  constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<ScriptedSearch> {
    const server = createServer();
    const scripted = new ScriptedSearch(server);
    server.on('request', (req, res) => void scripted.#answer(req, res).catch(() => res.destroy()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return scripted;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of req.setEncoding('utf8')) body += chunk;
    const url = new URL(req.url ?? '/', this.url);
    const query = url.searchParams.get('q') ?? (JSON.parse(body || '{}') as { query?: string }).query ?? '';
    this.requests.push({ path: url.pathname, query, headers: req.headers, body });
    const { trouble } = this;
    if (trouble && 'hang' in trouble) return;
    if (trouble && 'redirect' in trouble) {
      res.writeHead(307, { location: trouble.redirect }).end();
      return;
    }
    if (trouble && 'raw' in trouble) {
      res.writeHead(200, { 'content-type': 'application/json' }).end(trouble.raw);
      return;
    }
    res.writeHead(trouble?.status ?? 200, { 'content-type': 'application/json' });
    const results = this.results.map(({ title, url: at, text }) => ({
      title,
      url: at,
      content: text,
      description: text,
    }));
    res.end(JSON.stringify({ results, web: { results } }));
  }
}

/** A search without HTTP, for core's own tests; `failure` makes it fail, `hang` makes it ignore its deadline. */
export function fakeSearch(
  results: readonly SearchResult[],
  trouble: { failure?: string; hang?: boolean } = {},
): Search & { readonly queries: string[] } {
  const queries: string[] = [];
  return {
    name: 'searxng',
    queries,
    async search(query) {
      queries.push(query);
      if (trouble.failure !== undefined) throw new SearchFailed(trouble.failure);
      if (trouble.hang) return new Promise(() => {});
      return [...results];
    },
  };
}
