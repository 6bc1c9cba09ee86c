import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['no network', () => Promise.reject(new TypeError('Failed to fetch')), 'the shell'],
  ['the 502 of a proxy', () => Promise.resolve(new Response('Bad Gateway', { status: 502 })), 'the shell'],
  ['the 503 of a proxy', () => Promise.resolve(new Response('Unavailable', { status: 503 })), 'the shell'],
  ['the 504 of a proxy', () => Promise.resolve(new Response('Timed out', { status: 504 })), 'the shell'],
  ['the 503 of the service', () => Promise.resolve(ofTheService(503)), 'its page'],
  ['the 200 of the service', () => Promise.resolve(ofTheService(200)), 'its page'],
] as const)('a navigation that meets %s', async (_, fetch, shown) => {
  const listeners = new Map<string, (event: object) => void>();
  vi.stubGlobal('self', { addEventListener: listeners.set.bind(listeners) });
  vi.stubGlobal('version', '1');
  vi.stubGlobal('location', { origin: 'https://jarvis.example' });
  vi.stubGlobal('caches', { match: () => Promise.resolve(new Response('the shell')) });
  vi.stubGlobal('fetch', fetch);
  vi.resetModules();
  await vi.importActual('./service-worker.js');
  const answer = await new Promise<Response>((respondWith) =>
    listeners.get('fetch')?.({
      request: { method: 'GET', mode: 'navigate', url: 'https://jarvis.example/today' },
      respondWith,
    }),
  );
  expect(await answer.text()).toBe(shown);
});

function ofTheService(status: number): Response {
  return new Response('its page', { status, headers: { 'X-Request-Id': 'one' } });
}
