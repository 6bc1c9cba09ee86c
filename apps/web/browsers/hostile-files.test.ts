import { createServer } from 'node:http';
import { freePort } from '@jarvis/testkit';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Hostile, hostileFiles } from '../e2e/support/hostile-files.ts';
import { journey } from './journey.ts';
import type { Tab } from './tab.ts';

/** Serves the files with the types that their senders declare. */
const careless = createServer(({ url }, res) => {
  const hostile = hostileFiles.find(({ name }) => url === `/${name}`);
  res.writeHead(200, { 'Content-Type': hostile?.said ?? 'text/plain' }).end(hostile?.bytes ?? 'nothing');
});
let carelessUrl: string;
beforeAll(async () => {
  const port = await freePort();
  carelessUrl = `http://localhost:${port}`;
  await new Promise<void>((resolve) => careless.listen(port, resolve));
});
afterAll(() => careless.close());

journey(
  'a hostile file runs nothing here when it is opened or taken for a script',
  async ({ tab, signUp, expectErrors }) => {
    expectErrors('MIME type', 'SyntaxError', 'NetworkError', 'Failed to fetch', 'CORS', 'ERR_FAILED');
    await signUp();
    const paths: string[] = [];
    for (const hostile of hostileFiles) paths.push(`/api/files/${await send(tab, hostile)}/content`);
    await openAll(tab, paths, '/robots.txt');
    expect(await tab.value(ran)).toBe('');
    // Waits for the windows.
    const asSaid = hostileFiles.map(({ name }) => `${carelessUrl}/${name}`);
    await openAll(tab, asSaid, carelessUrl);
    const all = hostileFiles.map(({ name }) => `${name} ran with cookies: `);
    await tab.becomes(ran, all.toSorted().join('\n'));
  },
);

const ran = `[...new Set(Object.values(localStorage))].sort().join('\\n')`;

/** Files as windows and as scripts of a page of their origin that runs nothing itself. */
async function openAll(tab: Tab, paths: readonly string[], plain: string): Promise<void> {
  await tab.open(plain);
  for (const path of paths) {
    // Does not wait for an end, because a download has none.
    if (await tab.value(`open('${path}') !== null`)) continue;
    // WebKit opens no windows without a click, but ends with a download.
    await tab.open(path).catch(() => undefined);
    await tab.open(plain);
  }
  for (const path of paths)
    await tab.value(`new Promise((onload) => {
      document.head.append(Object.assign(document.createElement('script'), { src: '${path}', onload, onerror: onload }));
    }).then(() => true)`);
}

const send = (tab: Tab, { name, said, bytes }: Hostile) =>
  tab.value<string>(`fetch('/api/files?name=${name}', {
    method: 'POST',
    headers: { 'content-type': '${said}' },
    body: Uint8Array.from(atob('${bytes.toString('base64')}'), (c) => c.charCodeAt(0)),
  }).then((answer) => answer.json()).then(({ file }) => file.id)`);
