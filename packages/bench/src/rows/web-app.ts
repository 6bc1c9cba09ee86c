import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  freePort,
  freshDatabase,
  lengthenConversation,
  startServiceProcess,
  startTestCluster,
} from '@jarvis/testkit';
import { findChromium, firstLoadBytes, firstLoadBytesMax } from '@jarvis/testkit/browser';
import { type BrowserContext, chromium } from 'playwright-core';
import { heading, line } from '../report.ts';
import { type Judgement, lighthouseTool } from '../tools.ts';

const build = fileURLToPath(new URL('../../../../apps/web/build-if-stale.ts', import.meta.url));

/** The built web app in a real browser: the size of its first load, and Lighthouse's scores. */
export async function webApp(): Promise<void> {
  heading('Web app');
  await promisify(execFile)(process.execPath, [build]);
  const stopCluster = await startTestCluster();
  const db = await freshDatabase();
  const service = await startServiceProcess({ DATABASE_URL: db.url });
  const profile = await mkdtemp(join(tmpdir(), 'jarvis-lighthouse-'));
  const port = await freePort();
  const { executablePath, args, env } = await findChromium();
  // Lighthouse opens its own page in the default context, which must have the session.
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    serviceWorkers: 'block',
    args: [...args, `--remote-debugging-port=${port}`],
    env: { ...(process.env as Record<string, string>), ...env },
  });
  try {
    const password = 'a long enough password';
    const email = 'judge@example.org';
    const ask = async <Answer>(path: string, data: object): Promise<Answer> =>
      (await context.request.post(`${service.url}/api/${path}`, { data })).json();
    await ask('auth/register', { email, password, confirmPassword: password, displayName: 'Ada' });
    await context.clearCookies();
    const { signIn, newChat } = firstLoadBytesMax;
    await measure(context, port, { name: 'sign-in', url: `${service.url}/sign-in`, gzipMax: signIn });
    await ask('auth/login', { email, password });
    await measure(context, port, { name: 'new chat', url: service.url, gzipMax: newChat });
    const { conversationId } = await ask<{ conversationId: string }>('jarvis/chat', { message: 'Hello' });
    await lengthenConversation(db, conversationId);
    const url = `${service.url}/c/${conversationId}`;
    await measure(context, port, { name: 'chat of 5,002 messages', url });
  } finally {
    await context.close();
    await service.stop();
    await db.close();
    await stopCluster();
    await rm(profile, { recursive: true, force: true });
  }
}

interface Visit {
  readonly name: string;
  readonly url: string;
  /** The bound of its first load, in bytes. */
  readonly gzipMax?: number;
}

async function measure(context: BrowserContext, port: number, { name, url, gzipMax }: Visit): Promise<void> {
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const { compressed, gzipped } = await firstLoadBytes(page);
  await page.close();
  const { judge } = await lighthouseTool();
  line(
    `${name}: first load, scripts and styles`,
    `Brotli ${inKb(compressed)}, gzip ${inKb(gzipped)}`,
    gzipMax === undefined ? undefined : `gzip at most ${gzipMax / 1_000} kB`,
  );
  line(`${name}: Lighthouse, desktop`, scores(await judge(url, port, 'desktop')), 'at least 95 each');
  line(
    `${name}: Lighthouse, phone`,
    scores(await judge(url, port, 'mobile')),
    'performance at least 90, accessibility 100',
  );
}

const inKb = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;

const scores = (page: Judgement) =>
  `performance ${page.performance}, accessibility ${page.accessibility}, best practices ${page['best-practices']}`;
