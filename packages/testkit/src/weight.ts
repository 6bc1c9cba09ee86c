import type { Page } from 'playwright-core';

/** Maximum compressed JavaScript of a page's first load. */
export const firstLoadBytesMax = 150_000;

/** The bytes of JavaScript over the wire that are loaded while `visit` runs, with an empty cache. */
export async function scriptBytes(page: Page, visit: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const scripts = new Set<string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await visit();
  await session.detach();
  return bytes;
}
