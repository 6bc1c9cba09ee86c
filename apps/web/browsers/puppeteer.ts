import { findChromium } from '@jarvis/testkit/browser';
import { testDefaults } from '@jarvis/testkit/vitest';
import puppeteer, { type LaunchOptions, type Page } from 'puppeteer-core';
import type { Browser, Engine, EnginePage, Missing, Screen } from './engine.ts';
import { installed } from './installed.ts';

/** Over the DevTools protocol; the same browser as in `e2e`, so it always exists. */
export async function chromium(): Promise<Engine> {
  const { executablePath, args, env } = await findChromium();
  return {
    name: 'Chromium',
    start: ({ dark, ...viewport }) =>
      launch(
        { browser: 'chrome', executablePath, args: [...args], env: { ...process.env, ...env } },
        viewport,
        (page) =>
          page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }]),
      ),
  };
}

/** Over WebDriver BiDi. */
export async function firefox(): Promise<Engine | Missing> {
  const name = 'Firefox';
  const executablePath = installed(
    'firefox-esr',
    'firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  );
  if (!executablePath) return { name, packages: 'firefox-esr' };
  return {
    name,
    start: ({ dark, ...viewport }) =>
      launch(
        {
          browser: 'firefox',
          executablePath,
          extraPrefsFirefox: { 'ui.systemUsesDarkTheme': dark ? 1 : 0, 'intl.accept_languages': 'en-GB' },
        },
        viewport,
      ),
  };
}

async function launch(
  options: LaunchOptions,
  viewport: Omit<Screen, 'dark'>,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<Browser> {
  const browser = await puppeteer.launch({
    ...options,
    defaultViewport: viewport,
    timeout: testDefaults.testTimeout,
    protocolTimeout: testDefaults.expect.poll.timeout,
  });
  let shown: Page | undefined;
  return {
    async newPage() {
      const page = await browser.newPage();
      // In front of the others.
      shown = page;
      await prepare(page);
      return driven(page, async () => {
        if (shown !== page) await page.bringToFront();
        shown = page;
      });
    },
    close: () => browser.close(),
  };
}

function driven(page: Page, show: () => Promise<void>): EnginePage {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  return {
    errors,
    goto: (url) => show().then(() => page.goto(url)),
    reload: () => show().then(() => page.reload()),
    evaluate: (expression) => show().then(() => page.evaluate(expression)),
    click: (x, y) => show().then(() => page.mouse.click(x, y)),
    type: (text) => show().then(() => page.keyboard.type(text)),
    press: (key) => show().then(() => page.keyboard.press(key)),
    screenshot: () => show().then(() => page.screenshot()),
  };
}
