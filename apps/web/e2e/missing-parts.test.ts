import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { handFiles, textFile } from './support/hand-files.ts';
import { wholeJourney } from './support/journey.ts';

wholeJourney(
  'a part that is gone with an older version is reported, and the page and its draft stay',
  async ({ page, context, signUp, expectConsoleError }) => {
    expectConsoleError('404');
    expectConsoleError('Failed to fetch dynamically imported module');
    await signUp();
    await page.goto('/');
    await page.locator('#composer').fill('half a thought');
    await takeAway(page, 'palette');
    await page.keyboard.press('Control+K');
    await page.getByText('Something went wrong on this page').waitFor();
    await page.getByRole('button', { name: 'Reload' }).waitFor();
    expect(await page.locator('#composer').inputValue()).toBe('half a thought');

    const reload = page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Reload' });
    for (const [part, use] of [
      ['menu-view', () => page.getByRole('button', { name: /Account menu/ }).click()],
      ['copy-last-reply', () => page.keyboard.press('Control+Shift+C')],
      ['composer-files', () => handFiles(page, 'paste', [textFile('notes.txt', 'Not to be sent.')])],
    ] as const) {
      for (const dismiss of await page.getByRole('button', { name: 'Dismiss' }).all()) await dismiss.click();
      await takeAway(page, part);
      await use();
      await reload.waitFor();
    }
    expect(await page.locator('#composer').inputValue()).toBe('half a thought');

    await takeAway(page, 'sign-in-again');
    expectConsoleError('401');
    await context.request.post('/api/auth/logout');
    await page.getByRole('alert').getByText('Your session has ended').waitFor();
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.waitForURL('**/sign-in*');
  },
);

wholeJourney(
  'English replaces a language that cannot be loaded',
  async ({ page, expectConsoleError }) => {
    expectConsoleError('404');
    await takeAway(page, 'app-de');
    await page.goto('/sign-in');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  },
  { locale: 'de-AT' },
);

wholeJourney('the account’s language stays if the browser’s is loaded after it', async ({ page, signUp }) => {
  await signUp({ language: 'de' });
  const { promise: shown, resolve: show } = Promise.withResolvers<void>();
  await page.route('**/assets/app-en-*.js', async (route) => {
    await shown;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.locator('html[lang=de]').waitFor({ state: 'attached' });
  show();
  await page.getByRole('heading', { name: /^Guten/ }).waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('de');
});

wholeJourney('a browser that is too old says so', async ({ page }) => {
  await page.addInitScript(`CSS.supports = () => false; localStorage.setItem('jarvis:language', 'de')`);
  await page.goto('/sign-in');
  await expect.poll(() => page.locator('body').textContent()).toContain('zu alt für Jarvis');
});

wholeJourney('the logo shows over a slow line until the scripts have loaded', async ({ page }) => {
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
  await page.route('**/assets/start-*.js', async (route) => {
    await loaded;
    await route.continue();
  });
  await page.goto('/sign-in', { waitUntil: 'commit' });
  const logo = page.locator('#app > div > img');
  await logo.waitFor();
  await expect.poll(() => page.evaluate<number>('document.images[0].naturalWidth')).toBeGreaterThan(0);
  load();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await logo.count()).toBe(0);
});

/** As after an upgrade: the old version's part is gone. */
const takeAway = (page: Page, part: string) =>
  page.route(`**/assets/${part}-*.js`, (route) => route.fulfill({ status: 404, body: '' }));
