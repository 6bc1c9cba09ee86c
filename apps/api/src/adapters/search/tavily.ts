import type { Search } from '@jarvis/core';
import { askForJson } from './ask.ts';
import { cleanResults, list } from './results.ts';

const defaultAddress = 'https://api.tavily.com';

export function tavily(address: string | undefined, apiKey: string): Search {
  const base = (address ?? defaultAddress).replace(/(?<!\/)\/+$/, '').replace(/\/search$/, '');
  return {
    name: 'tavily',
    async search(query, { signal }) {
      const answer = await askForJson(new URL(`${base}/search`), {
        signal,
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query, max_results: 8, search_depth: 'basic' }),
      });
      return cleanResults(list(answer, 'results'), { snippet: 'content' });
    },
  };
}
