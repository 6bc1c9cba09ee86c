import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestCluster } from '@jarvis/testkit';
import lighthouse, { desktopConfig } from 'lighthouse';
import { type BrowserContext, chromium } from 'playwright-core';
import { findChromium } from './support/chromium.ts';
import { freePort, startServer } from './support/server.ts';
import { firstLoadBytesMax, scriptBytes } from './support/weight.ts';

/**
 * Measures the built web app in the tests' Chromium: what the first load costs, and what Lighthouse thinks of the
 * sign-in and chat pages. Prints JSON, for `npm run bench`; build the app before (build-if-stale.ts).
 */
export interface WebMeasurement {
  readonly firstLoadBytesMax: number;
  readonly signIn: PageMeasurement;
  readonly chat: PageMeasurement;
}

interface PageMeasurement {
  /** Compressed JavaScript, as it came over the wire with an empty cache. */
  readonly bytes: number;
  readonly desktop: Judgement;
  readonly mobile: Judgement;
}

const categories = ['performance', 'accessibility', 'best-practices'] as const;
type Category = (typeof categories)[number];

/** Scores from 0 to 100, and the audits that cost points. */
type Judgement = Record<Category, number> & { readonly lost: string[] };

export async function measureWeb(): Promise<WebMeasurement> {
  const stopCluster = await startTestCluster();
  const server = await startServer();
  const profile = await mkdtemp(join(tmpdir(), 'jarvis-lighthouse-'));
  const port = await freePort();
  const { executablePath, args, env } = await findChromium();
  // Lighthouse opens a page of its own in the default context, where the session has to be.
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    serviceWorkers: 'block',
    args: [...args, `--remote-debugging-port=${port}`],
    env: { ...(process.env as Record<string, string>), ...env },
  });
  try {
    const signIn = await visit(context, `${server.url}/sign-in`, port);
    await context.clearCookies();
    const password = 'a long enough password';
    await context.request.post(`${server.url}/api/auth/register`, {
      data: { email: 'judge@example.org', password, confirmPassword: password, displayName: 'Ada' },
    });
    const chat = await visit(context, server.url, port);
    return { firstLoadBytesMax, signIn, chat };
  } finally {
    await context.close();
    await server.close();
    await stopCluster();
    await rm(profile, { recursive: true, force: true });
  }
}

async function visit(context: BrowserContext, url: string, port: number): Promise<PageMeasurement> {
  const page = await context.newPage();
  const bytes = await scriptBytes(page, async () => {
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
  await page.close();
  return { bytes, desktop: await judge(url, port, 'desktop'), mobile: await judge(url, port, 'mobile') };
}

/** `mobile` is Lighthouse's default: a middling phone, four times slower than this machine, on slow 4G. */
async function judge(url: string, port: number, form: 'desktop' | 'mobile'): Promise<Judgement> {
  const run = await lighthouse(
    url,
    { port, onlyCategories: [...categories], disableStorageReset: true, logLevel: 'error' },
    form === 'desktop' ? desktopConfig : undefined,
  );
  if (!run) throw new Error(`Lighthouse said nothing of ${url}`);
  const { lhr } = run;
  if (new URL(lhr.finalDisplayedUrl).href !== new URL(url).href) {
    throw new Error(`Lighthouse looked at ${lhr.finalDisplayedUrl} instead of ${url}`);
  }
  const scores = Object.fromEntries(
    categories.map((category) => [category, Math.round((lhr.categories[category]?.score ?? 0) * 100)]),
  ) as Record<Category, number>;
  const lost = categories.flatMap((category) =>
    (lhr.categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${id} (${lhr.audits[id]?.displayValue ?? lhr.audits[id]?.score})`),
  );
  return { ...scores, lost };
}

if (import.meta.main) {
  process.stdout.write(`${JSON.stringify(await measureWeb())}\n`);
}
