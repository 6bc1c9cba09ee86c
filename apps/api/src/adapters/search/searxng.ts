import type { Search } from '@jarvis/core';
import { askForJson } from './ask.ts';
import { cleanResults, list } from './results.ts';

/** SearXNG's JSON format, which the instance must allow (`search.formats`). */
export function searxng(address: string): Search {
  const base = address.replace(/(?<!\/)\/+$/, '').replace(/\/search$/, '');
  return {
    name: 'searxng',
    async search(query, { signal, language }) {
      const url = new URL(`${base}/search`);
      url.search = String(new URLSearchParams({ q: query, format: 'json', language }));
      const answer = await askForJson(url, { signal });
      return cleanResults(list(answer, 'results'), { snippet: 'content' });
    },
  };
}
