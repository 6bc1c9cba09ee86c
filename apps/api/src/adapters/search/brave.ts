import type { Search } from '@jarvis/core';
import { askForJson } from './ask.ts';
import { cleanResults, list } from './results.ts';

const defaultAddress = 'https://api.search.brave.com';

export function brave(address: string | undefined, apiKey: string): Search {
  const base = (address ?? defaultAddress).replace(/(?<!\/)\/+$/, '').replace(/\/res\/v1\/web\/search$/, '');
  return {
    name: 'brave',
    async search(query, { signal, language }) {
      const url = new URL(`${base}/res/v1/web/search`);
      url.search = String(new URLSearchParams({ q: query, count: '8', search_lang: language }));
      const answer = await askForJson(url, { signal, headers: { 'x-subscription-token': apiKey } });
      const web = typeof answer === 'object' && answer !== null && 'web' in answer ? answer.web : undefined;
      return cleanResults(list(web, 'results'), { snippet: 'description' });
    },
  };
}
