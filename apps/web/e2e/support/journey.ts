import { randomInt } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import { findChromium } from '@jarvis/testkit/browser';
import { testDefaults } from '@jarvis/testkit/vitest';
import { whole } from '@jarvis/testkit/whole';
import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { homeHost } from './home-host.ts';

export { behindTheStage } from './behind-the-stage.ts';

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
export const password = 'a long enough password';

/** A person at a browser, and a journey's commands. */
export interface Traveller {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Opens an account without the form, and signs in. */
  signUp(fields?: { displayName?: string; language?: 'en' | 'de' | 'it' }): Promise<{ email: string }>;
  /** Writes a message and sends it. */
  say(text: string): Promise<void>;
  /** A page of the same person in another browser, signed in with the password. */
  onAnotherDevice(email: string): Promise<Page>;
  /** Fails if an accessibility rule is broken, in the light theme or the dark one. */
  checkAccess(): Promise<void>;
  /** Expects console errors that contain this text. */
  expectConsoleError(text: string): void;
}

interface JourneyOptions extends BrowserContextOptions {
  readonly model?: 'scripted' | 'builtin';
  /**
   * Through the connection that `behindTheStage('cut')` cuts for all: used in one file alone, because files run
   * concurrently.
   */
  readonly canBeCut?: boolean;
}

const found = await findChromium();
/** One for the files of a worker, which share its modules. Playwright ends it with the worker. */
const browser = await chromium.launch({
  executablePath: found.executablePath,
  args: [...found.args, `--host-resolver-rules=MAP ${homeHost} 127.0.0.1`],
  env: { ...(process.env as Record<string, string>), ...found.env },
});
let people = 0;

/**
 * A journey through the app in its own browser context. It fails on any error in the console, any report of the
 * content security policy and any request to another host.
 */
export function journey(
  name: string,
  travel: (traveller: Traveller) => Promise<void>,
  {
    model = 'scripted',
    canBeCut = false,
    inWhole = false,
    ...options
  }: JourneyOptions & { readonly inWhole?: boolean } = {},
): void {
  test.runIf(whole === inWhole)(name, async () => {
    const device: BrowserContextOptions = {
      baseURL: inject(model === 'builtin' ? 'builtinUrl' : canBeCut ? 'cutUrl' : 'baseUrl'),
      extraHTTPHeaders: { 'x-forwarded-for': networkOfItsOwn() },
      locale: 'en-GB',
      viewport: { width: 1280, height: 800 },
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
      ...options,
    };
    const context = await browser.newContext(device);
    const others: BrowserContext[] = [];
    context.setDefaultTimeout(testDefaults.expect.poll.timeout);
    const problems: string[] = [];
    // Playwright's own message when it blocks service workers in a journey.
    const expected: string[] = ['blocked by Playwright'];
    context.on('page', (page) => watch(page, problems));
    const unanswered = new Set<Request>();
    context.on('requestfinished', (request) => unanswered.delete(request));
    context.on('requestfailed', (request) => unanswered.delete(request));
    context.on('request', (request) => {
      unanswered.add(request);
      if (!isOurs.test(request.url())) {
        problems.push(`request to ${request.url()}`);
      }
    });
    // A color is judged at rest, not during the transition between themes.
    await context.addInitScript(withoutTransitions);
    const page = await context.newPage();
    try {
      await travel({
        page,
        context,
        signUp: (fields) => signUp(context, fields),
        say: async (text) => {
          const field = page.locator('#composer');
          await field.fill(text);
          if (options.hasTouch) await page.locator('form:has(#composer) button[type=submit]').click();
          else await field.press('Enter');
        },
        onAnotherDevice: async (email) => {
          const other = await browser.newContext(device);
          others.push(other);
          await other.request.post('/api/auth/login', { data: { email, password } });
          return other.newPage();
        },
        checkAccess: () => checkAccess(page),
        expectConsoleError: (text) => expected.push(text),
      });
      expect(problems.filter((problem) => !expected.some((text) => problem.includes(text)))).toEqual([]);
    } catch (error) {
      if (process.env.E2E_SCREENSHOTS) {
        const file = `${process.env.E2E_SCREENSHOTS}/${name.replace(/\W+/g, '-')}.png`;
        await page.screenshot({ path: file }).catch(() => undefined);
      }
      const shown = await page.locator('body').innerText({ timeout: 2_000 }).catch(String);
      const waiting = [...unanswered].map((request) => `waits for ${decodeURIComponent(request.url())}`);
      const told = [`${page.url()} shows:`, shown.slice(0, 2_000), ...waiting, ...problems];
      throw new Error(told.join('\n'), { cause: error });
    } finally {
      for (const other of others) await other.close();
      await context.close();
    }
  });
}

/** A journey that only `npm run test:whole` drives. */
export const wholeJourney = (
  name: string,
  travel: (traveller: Traveller) => Promise<void>,
  options?: JourneyOptions,
): void => journey(name, travel, { ...options, inWhole: true });

const isOurs = new RegExp(`^(http://(localhost|127\\.0\\.0\\.1|${homeHost}):|blob:|data:)`);

/** An address of the range for benchmarks (RFC 2544), as a proxy before the service would have reported it. */
const networkOfItsOwn = () => `198.18.${randomInt(256)}.${randomInt(1, 255)}`;

/** A style sheet made by script, which the content security policy allows: no rule against inline styles applies. */
const withoutTransitions = `
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { transition: none !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
`;

function watch(page: Page, problems: string[]) {
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      problems.push(`${message.text()} (${message.location().url})`);
    }
  });
  page.on('pageerror', (error) => problems.push(error.stack || String(error)));
}

async function signUp(
  context: BrowserContext,
  { displayName, language }: { displayName?: string; language?: string } = {},
): Promise<{ email: string }> {
  let email = '';
  const register = async () => {
    people += 1;
    email = `traveller-${process.pid}-${Date.now()}-${people}@example.org`;
    const data = { email, password, confirmPassword: password, displayName: displayName ?? '' };
    return (await context.request.post('/api/auth/register', { data })).status();
  };
  // On a busy machine the service may refuse either for a moment.
  await expect.poll(register, { interval: 500, message: 'an account is opened' }).toBe(201);
  if (language) {
    const data = { preferredLanguage: language };
    const choose = async () => (await context.request.patch('/api/auth/profile', { data })).status();
    await expect.poll(choose, { interval: 500, message: 'its language is stored' }).toBe(200);
  }
  return { email };
}

/** All rules in the light theme; in the dark one the rules that a theme can break. */
async function checkAccess(page: Page): Promise<void> {
  // A page that is still being loaded has none.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  for (const theme of ['light', 'dark']) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    // Passing rules are not described, and no second page is opened for the report: a quarter of the time.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
    if (theme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block']);
    const { violations } = await axe.analyze();
    const found = violations.map(
      ({ id, nodes }) =>
        `${theme}: ${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join('; ')}`,
    );
    expect(found, page.url()).toEqual([]);
  }
}
