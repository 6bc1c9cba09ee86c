import { cutAtWord, type SearchResult } from '@jarvis/core';

const resultsMax = 8;
const titleCharsMax = 200;
const snippetCharsMax = 600;
const urlCharsMax = 2_000;

/** The array under `name` in a service's answer; empty if it is missing. */
export function list(value: unknown, name: string): unknown[] {
  const found = (value as Record<string, unknown> | null | undefined)?.[name];
  return Array.isArray(found) ? found : [];
}

/**
 * Results as plain text with http(s) addresses, at most 8, each address once. Drops everything else that a service
 * might send: markup, control characters, other schemes, addresses with a password.
 */
export function cleanResults(results: unknown[], { snippet }: { snippet: string }): SearchResult[] {
  const cleaned = new Map<string, SearchResult>();
  for (const result of results) {
    if (cleaned.size === resultsMax) break;
    const fields = (result ?? {}) as Record<string, unknown>;
    const url = webAddress(fields.url);
    if (url === undefined || cleaned.has(url)) continue;
    const title = plainText(fields.title, titleCharsMax) || new URL(url).hostname;
    cleaned.set(url, { title, url, snippet: plainText(fields[snippet], snippetCharsMax) });
  }
  return [...cleaned.values()];
}

function webAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > urlCharsMax) return undefined;
  const url = URL.parse(value);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return undefined;
  return url.username === '' && url.password === '' ? url.href : undefined;
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
  '#x27': "'",
};

function plainText(value: unknown, charsMax: number): string {
  if (typeof value !== 'string') return '';
  const text = value
    .slice(0, charsMax * 4)
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/&(#?\w{1,6});/g, (whole, name: string) => entities[name.toLowerCase()] ?? whole)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return cutAtWord(text, charsMax);
}
