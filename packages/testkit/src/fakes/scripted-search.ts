import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { type Search, SearchFailed, type SearchResult } from '@jarvis/core';
import { FakeService } from './serve.ts';

export interface SearchRequest {
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A search service behind real HTTP on loopback that answers like SearXNG, Brave and Tavily. */
export class ScriptedSearch extends FakeService {
  readonly requests: SearchRequest[] = [];
  results: { title?: unknown; url?: unknown; text?: unknown }[] = [];
  /** Answers instead of the results: a status, raw bytes, a redirect, or nothing at all. */
  trouble: { status: number } | { redirect: string } | { raw: string } | { hang: true } | undefined;

  static start = (): Promise<ScriptedSearch> => new ScriptedSearch().listen();

  protected async answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await textOf(req);
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
