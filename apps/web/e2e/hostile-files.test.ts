import type { BrowserContext, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { type Hostile, hostileFiles, lure } from './support/hostile-files.ts';
import { wholeJourney } from './support/journey.ts';
import { within } from './support/within.ts';

const names = [
  'invoice\u202efdp.html',
  '"; filename="a.html\r\nSet-Cookie: a=b\r\n',
  '../../a/%2e%2e\u0000.html',
];

wholeJourney(
  'a hostile file runs nothing here, however our pages embed or open it, and its name is no instruction',
  async ({ page, context, signUp, expectConsoleError }) => {
    for (const refusal of [
      'MIME type',
      'X-Frame-Options',
      "directive 'default-src 'none''",
      'Origin-Agent-Cluster',
      'SyntaxError',
    ])
      expectConsoleError(refusal);
    await signUp();
    const paths: string[] = [];
    for (const hostile of hostileFiles)
      paths.push(`/api/files/${(await send(context, hostile.name, hostile)).id}/content`);
    // As if only the answer with a file protected us: this page of our origin has no policy.
    await page.route('**/lure', (route) => route.fulfill({ contentType: 'text/html', body: lure }));
    await page.goto('/lure');
    const ended: string[] = [];
    const onEnd = (request: Request) => {
      if (request.resourceType() === 'document') ended.push(new URL(request.url()).pathname);
    };
    context.on('requestfinished', onEnd).on('requestfailed', onEnd);
    await within('what files became of a page', page.evaluate(`embed(${JSON.stringify(paths)})`));
    // As a window, a frame, an embedded part and an object.
    await expect
      .poll(() => ended.toSorted())
      .toEqual(paths.flatMap((path) => Array(4).fill(path)).toSorted());
    expect(await ranIn(page)).toEqual([]);
    expect(await (await context.request.get('/api/tasks')).json()).toEqual({ tasks: [] });

    // The same bytes, served with the types that their senders declare, do run, but even then without the session's
    // cookie.
    for (const { name, said, bytes } of hostileFiles)
      await context.route(`**/as-said/${name}`, (route) => route.fulfill({ contentType: said, body: bytes }));
    await page.evaluate(`void embed(${JSON.stringify(hostileFiles.map(({ name }) => `/as-said/${name}`))})`);
    await expect
      .poll(async () => new Set(await ranIn(page)))
      .toEqual(
        new Set([
          ...hostileFiles.map(({ name }) => `${name} ran with cookies: `),
          ...['script.js', 'gif-and-script.gif'].map((name) => `/as-said/${name} serves`),
        ]),
      );
    for (const other of context.pages()) if (other !== page) await other.close();

    for (const name of names) {
      const { id } = await send(context, name, { said: 'text/html', bytes: Buffer.from('<p>') });
      const downloading = page.waitForEvent('download');
      await page.goto(`/api/files/${id}/content`).catch(() => undefined);
      const saved = (await downloading).suggestedFilename();
      expect(saved).toMatch(/\.html/);
      expect(saved).not.toMatch(/[\p{Cc}\p{Bidi_Control}/\\"]/u);
    }
    expect((await context.cookies()).map(({ name }) => name)).toEqual(['jarvis_session']);
  },
  { serviceWorkers: 'allow' },
);

async function send(
  context: BrowserContext,
  name: string,
  { said, bytes }: Pick<Hostile, 'said' | 'bytes'>,
): Promise<{ id: string }> {
  const answer = await context.request.post(`/api/files?name=${encodeURIComponent(name)}`, {
    headers: { 'content-type': said },
    data: bytes,
  });
  return ((await answer.json()) as { file: { id: string } }).file;
}

const ranIn = async (page: Page): Promise<string[]> =>
  (await page.evaluate('[...ran, ...Object.values(localStorage)]')) as string[];
