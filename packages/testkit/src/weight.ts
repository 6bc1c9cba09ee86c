import type { Page } from 'playwright-core';

/** Maximum scripts and styles of a page's first load, with gzip. */
export const firstLoadBytesMax = { signIn: 120_000, newChat: 145_000 } as const;

/**
 * The scripts and styles that a page has loaded so far, in bytes. `compressed`: as the service sends them to this
 * browser, with Brotli; `gzipped`: as it sends them to one that knows only gzip. Without headers.
 */
export async function firstLoadBytes(page: Page): Promise<{ compressed: number; gzipped: number }> {
  const loaded = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\.(?:js|css)$/.test(new URL(name).pathname))
      .map((entry) => ({
        url: entry.name,
        bytes: Number('encodedBodySize' in entry && entry.encodedBodySize),
      })),
  );
  const gzipped = await Promise.all(
    loaded.map(async ({ url }) => {
      const answer = await page.request.get(url, { headers: { 'accept-encoding': 'gzip' } });
      return Number(answer.headers()['content-length']);
    }),
  );
  return {
    compressed: loaded.reduce((sum, { bytes }) => sum + bytes, 0),
    gzipped: gzipped.reduce((sum, bytes) => sum + bytes, 0),
  };
}
