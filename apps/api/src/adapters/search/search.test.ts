import type { Search } from '@jarvis/core';
import { ScriptedSearch } from '@jarvis/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSearch } from './search.ts';

let server: ScriptedSearch;
beforeAll(async () => {
  server = await ScriptedSearch.start();
});
beforeEach(() => {
  server.requests.length = 0;
  server.trouble = undefined;
  server.results = [];
});
afterAll(() => server.close());

const make = (provider: Search['name']) => createSearch({ provider, url: server.url, apiKey: 'key-1' });
const soon = () => ({ signal: AbortSignal.timeout(20_000), language: 'de' });

describe.each(['searxng', 'brave', 'tavily'] as const)('%s', (provider) => {
  it('sends the query, and returns plain text with web addresses', async () => {
    server.results = [
      { title: '<b>Bees</b> &amp; honey', url: 'https://bees.example/', text: 'All\u0000 about\n bees' },
      { title: 'Script', url: 'javascript:alert(1)', text: 'x' },
      { title: 'File', url: 'file:///etc/passwd', text: 'x' },
      { title: 'With a password', url: 'https://user:pass@bees.example/', text: 'x' },
      { title: 'Again', url: 'https://bees.example/', text: 'x' },
      { title: '', url: 'http://untitled.example/page', text: 7 },
      { title: 7, url: 7 },
    ];
    expect(await make(provider).search('bees & honey', soon())).toEqual([
      { title: 'Bees & honey', url: 'https://bees.example/', snippet: 'All about bees' },
      { title: 'untitled.example', url: 'http://untitled.example/page', snippet: '' },
    ]);
    expect(server.requests).toMatchObject([{ query: 'bees & honey' }]);
  });

  it('returns at most 8 results', async () => {
    server.results = Array.from({ length: 20 }, (_, i) => ({
      title: `${i}`,
      url: `https://e.example/${i}`,
      text: '',
    }));
    expect(await make(provider).search('x', soon())).toHaveLength(8);
  });

  it.each([
    [{ status: 401 }, 'The search service refused its key.'],
    [{ status: 429 }, 'The search service has had too many requests.'],
    [{ status: 500 }, 'The search service answered 500.'],
    [{ raw: '<html>' }, 'The search service answered something that cannot be read.'],
    [{ raw: `"${'x'.repeat(1_100_000)}"` }, 'The search service answered too much.'],
  ])('reports %o in plain words', async (trouble, reason) => {
    server.trouble = trouble;
    await expect(make(provider).search('x', soon())).rejects.toMatchObject({ name: 'SearchFailed', reason });
  });

  it('follows no redirect, so its key goes nowhere else', async () => {
    const other = await ScriptedSearch.start();
    server.trouble = { redirect: `${other.url}/stolen` };
    await expect(make(provider).search('x', soon())).rejects.toMatchObject({
      reason: 'The search service cannot be reached.',
    });
    expect(other.requests).toEqual([]);
    await other.close();
  });

  it('reads an answer without usable content as no results', async () => {
    server.trouble = { raw: '{"results": null, "web": 3}' };
    expect(await make(provider).search('x', soon())).toEqual([]);
  });

  it('ends at its deadline', async () => {
    server.trouble = { hang: true };
    const search = make(provider).search('x', { signal: AbortSignal.timeout(50), language: 'en' });
    await expect(search).rejects.toMatchObject({ reason: 'The search took too long.' });
  });
});

it('each service gets its key where it expects it', async () => {
  for (const provider of ['searxng', 'brave', 'tavily'] as const) await make(provider).search('x', soon());
  const [searxng, brave, tavily] = server.requests;
  expect(JSON.stringify(searxng)).not.toContain('key-1');
  expect(brave).toMatchObject({ path: '/res/v1/web/search', headers: { 'x-subscription-token': 'key-1' } });
  expect(tavily).toMatchObject({ path: '/search', headers: { authorization: 'Bearer key-1' } });
});

it('an unreachable service fails in plain words', async () => {
  const gone = await ScriptedSearch.start();
  const search = createSearch({ provider: 'searxng', url: gone.url, apiKey: undefined });
  await gone.close();
  await expect(search.search('x', soon())).rejects.toMatchObject({
    reason: 'The search service cannot be reached.',
  });
});
