import { type SearchProvider, searchProviders } from '@jarvis/contract';
import type { Search, SearchResult, SearchSettings } from '@jarvis/core';
import { askForJson } from './ask.ts';
import { cleanResults, list } from './results.ts';

/** A client of the search service; its address may be with or without the path of the endpoint. */
export function createSearch({ provider, url, apiKey = '' }: SearchSettings): Search {
  const { path, ask } = services[provider];
  const address = (url ?? searchProviders[provider].address ?? '').replace(/(?<!\/)\/+$/, '');
  const endpoint = address.endsWith(path) ? address : `${address}${path}`;
  return {
    name: provider,
    search: async (query, options) => ask(new URL(endpoint), query, { ...options, apiKey }),
  };
}

interface SearchRequest {
  readonly signal: AbortSignal;
  readonly language: string;
  readonly apiKey: string;
}

interface SearchService {
  readonly path: string;
  ask(url: URL, query: string, asked: SearchRequest): Promise<SearchResult[]>;
}

const services: Readonly<Record<SearchProvider, SearchService>> = {
  /** SearXNG's JSON format, which the instance must allow (`search.formats`). */
  searxng: {
    path: '/search',
    async ask(url, query, { signal, language }) {
      url.search = String(new URLSearchParams({ q: query, format: 'json', language }));
      return cleanResults(list(await askForJson(url, { signal }), 'results'), { snippet: 'content' });
    },
  },
  brave: {
    path: '/res/v1/web/search',
    async ask(url, query, { signal, language, apiKey }) {
      url.search = String(new URLSearchParams({ q: query, count: '8', search_lang: language }));
      const answer = await askForJson(url, { signal, headers: { 'x-subscription-token': apiKey } });
      const { web } = (answer ?? {}) as { web?: unknown };
      return cleanResults(list(web, 'results'), { snippet: 'description' });
    },
  },
  tavily: {
    path: '/search',
    async ask(url, query, { signal, apiKey }) {
      const answer = await askForJson(url, {
        signal,
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query, max_results: 8, search_depth: 'basic' }),
      });
      return cleanResults(list(answer, 'results'), { snippet: 'content' });
    },
  },
};
