import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inReply } from './support/conversation.ts';
import { wholeJourney } from './support/journey.ts';
import { within } from './support/within.ts';

wholeJourney(
  'a page stays until the next one is loaded, and a slow one shows so',
  async ({ page, signUp }) => {
    await signUp();
    await page.goto('/');
    await page.getByRole('heading', { name: /Good/ }).waitFor();
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/assets/tasks-page-*.js', async (route) => {
      await answered;
      await route.continue();
    });
    // Read as soon as the link is marked: after a while, a skeleton takes the page's place.
    const marked = page.evaluate(`new Promise((resolve) => {
      new MutationObserver(() => {
        if (document.querySelector('[aria-current="page"]')?.textContent.trim() === 'Tasks')
          resolve([location.pathname, document.querySelector('h1')?.textContent]);
      }).observe(document.body, { attributes: true, childList: true, subtree: true });
      document.querySelector('nav a[href="/tasks"]').click();
    })`);
    expect(await within('the mark', marked)).toEqual(['/tasks', expect.stringMatching(/^Good/)]);
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    expect(await page.getByRole('navigation').isVisible()).toBe(true);
    answer();
    await page.getByRole('heading', { name: 'Tasks' }).waitFor();
    // A screen reader names it, where the focus stays on the link.
    const spoken = () => page.getByTestId('live-region').textContent();
    await expect.poll(spoken).toBe('Tasks');
    await page.goBack();
    await expect.poll(spoken).toMatch(/^Good/);
  },
);

wholeJourney('a conversation that opens is named to a screen reader', async ({ page, signUp, say }) => {
  await signUp();
  await page.goto('/');
  const spoken = () => page.getByTestId('live-region').textContent();
  await say('!echo Bees');
  await page.getByRole('button', { name: 'Ask again' }).waitFor();
  // A conversation that begins is no other page.
  expect(await spoken()).toBe('Bees');
  const made = await page.request.post('/api/conversations', { data: { title: 'Plan of the garden' } });
  const { conversation } = await made.json();
  await page.request.post(`/api/conversations/${conversation.id}/messages`, { data: { content: 'Hi' } });
  // Its title loads after the page.
  await page.getByRole('link', { name: 'Plan of the garden' }).click();
  await expect.poll(spoken).toBe('Plan of the garden');
  await page.goBack();
  await expect.poll(spoken).toContain('Bees');
});

wholeJourney('after a click on a page and Back, keys change nothing', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/lookups');
  const rule = page.waitForResponse('**/assets/keep-focus*');
  await page.keyboard.press('Tab');
  const url = (await within('the focus rule', rule)).url();
  await page.evaluate(`import('${url}').then(() => undefined)`);
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.getByRole('heading', { name: 'Tasks' }).click();
  await page.goBack();
  await page.getByRole('heading', { name: 'Web lookups' }).waitFor();
  await page.locator('main:focus').waitFor();
});

wholeJourney('links behave like a browser’s', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/');
  const tasks = page.getByRole('link', { name: 'Tasks', exact: true });
  const loaded = page.waitForRequest('**/assets/tasks-page-*.js');
  await tasks.hover();
  await loaded;
  // Left to the browser, which is kept from it: its new tab sometimes never loads under the test's control.
  await page.evaluate(`addEventListener('click', (click) => {
    leftToBrowser = !click.defaultPrevented;
    click.preventDefault();
  }, { once: true })`);
  await tasks.click({ modifiers: ['Control'] });
  expect(await page.evaluate('leftToBrowser')).toBe(true);
  expect(await tasks.getAttribute('href')).toBe('/tasks');
  expect(new URL(page.url()).pathname).toBe('/');

  await tasks.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Tasks' }).waitFor();
  expect(await tasks.getAttribute('aria-current')).toBe('page');
  expect(await page.getByRole('link', { name: 'New chat' }).getAttribute('aria-current')).toBeNull();
  const entries = await page.evaluate('history.length');
  await tasks.click();
  expect(await page.evaluate('history.length')).toBe(entries);
  await page.goBack();
  await page.getByRole('heading', { name: /Good/ }).waitFor();
  await page.goForward();
  await page.getByRole('heading', { name: 'Tasks' }).waitFor();
});

wholeJourney(
  'a page of an older version is reloaded once, and can be left when that does not help',
  async ({ page, signUp, expectConsoleError }) => {
    expectConsoleError('404');
    expectConsoleError('Failed to fetch dynamically imported module');
    await signUp();
    await page.goto('/');
    await page.route('**/assets/tasks-page-*.js', (route) => route.fulfill({ status: 404, body: '' }));
    const loadedAnew = page.waitForEvent('load');
    await page.getByRole('link', { name: 'Tasks', exact: true }).click();
    await loadedAnew;
    await isBroken(page);
    expect(await page.title()).toBe('Something went wrong on this page · Jarvis');
    // The service has made the change.
    expect(await page.getByText('Nothing was stored').count()).toBe(0);
    await page.goBack();
    await page.getByRole('heading', { name: /Good/ }).waitFor();
    await page.goForward();
    await isBroken(page);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'Tasks' }).waitFor();
  },
);

wholeJourney(
  'an unknown address says so, also in the title; a truncated link to a message leads to its conversation',
  async ({ page, signUp, say, expectConsoleError }) => {
    expectConsoleError('404');
    await signUp();
    await page.goto('/nothing');
    await page.getByRole('heading', { name: 'This page does not exist' }).waitFor();
    await expect.poll(() => page.title()).toBe('This page does not exist · Jarvis');
    await page.getByRole('link', { name: 'Back to the start' }).click();
    await say('!echo here it is');
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    const url = page.url();
    await page.goto(`${url}?m=01900000-0000`);
    await inReply(page, 'here it is').waitFor();
    for (const missing of [url.slice(0, -1), '/c/zzz', '/c/01900000-0000-7000-8000-000000000000']) {
      await page.goto(missing);
      await page.getByRole('heading', { name: 'This conversation does not exist' }).waitFor();
      await expect.poll(() => page.title()).toBe('This conversation does not exist · Jarvis');
      expect(await page.locator('#composer').count()).toBe(0);
    }
  },
);

wholeJourney(
  'Back returns to the last position of a page; opening it again begins at its top',
  async ({ page, context, signUp }) => {
    await signUp();
    for (let made = 1; made <= 30; made += 1)
      await context.request.post('/api/tasks', { data: { title: `Task ${made}` } });
    const tasks = page.getByRole('link', { name: 'Tasks', exact: true });
    const first = page.getByText('Task 30', { exact: true });
    const last = page.getByText('Task 1', { exact: true });
    await page.goto('/');
    await tasks.click();
    await last.scrollIntoViewIfNeeded();
    const left = await last.boundingBox();
    await page.getByRole('link', { name: 'Memories', exact: true }).click();
    await page.getByRole('heading', { name: 'Memories', level: 1 }).waitFor();
    await page.goBack();
    await last.waitFor();
    await expect.poll(() => last.boundingBox()).toEqual(left);

    await page.goBack();
    await page.getByRole('heading', { name: /Good/ }).waitFor();
    await tasks.click();
    await first.waitFor();
    expect((await first.boundingBox())?.y).toBeGreaterThan(0);
  },
);

wholeJourney('the palette closes when the browser goes back to another page', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/');
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
  await page.keyboard.press('Control+K');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await palette.waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: /Good/ }).waitFor();
  await palette.waitFor({ state: 'detached' });
});

wholeJourney(
  'a page opened while the service does not answer loads once it does',
  async ({ page, signUp, expectConsoleError }) => {
    expectConsoleError('net::ERR_');
    expectConsoleError('TRPCClientError: Failed to fetch');
    await signUp();
    const shown = Promise.withResolvers<void>();
    await page.route('**/trpc/account.session*', async (route) => {
      await shown.promise;
      await route.abort();
    });
    await page.goto('/tasks');
    // The logo is in the middle of the window, where it stays.
    expect((await page.locator('#app > div:has(svg)').boundingBox())?.height).toBe(800);
    // A screen reader would begin at a status, and not say that the focus is in the composer.
    expect(await page.getByRole('status').count()).toBe(0);
    shown.resolve();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.unrouteAll();
    await page.getByRole('heading', { name: 'Tasks' }).waitFor();
  },
);

wholeJourney(
  'the browser asks before a temporary chat is closed, if something would be lost',
  async (traveller) => {
    const { page, signUp } = traveller;
    await signUp();
    await page.goto('/temporary');
    await page.locator('#composer').fill('half a thought');
    const asked = page.waitForEvent('dialog');
    const reloaded = page.reload();
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.accept();
    await reloaded;
    await page.locator('#composer').waitFor();
  },
);

const isBroken = (page: Page) =>
  page.getByRole('heading', { name: 'Something went wrong on this page' }).waitFor();

wholeJourney(
  'a slow page of a conversation that began in this tab shows so, when the person goes back to it',
  async ({ page, signUp, say }) => {
    await signUp();
    await page.goto('/');
    await say('!echo back');
    await inReply(page, 'back').waitFor();
    await page.waitForURL('**/c/*');
    await page.getByRole('navigation').getByRole('link', { name: 'Tasks' }).click();
    await page.getByText('Nothing to do').waitFor();
    const shown = Promise.withResolvers<void>();
    await page.route('**/assets/conversation-page-*.js', async (route) => {
      await shown.promise;
      await route.continue();
    });
    await page.reload();
    await page.getByText('Nothing to do').waitFor();
    await page.evaluate('history.back()');
    await page.getByText('Nothing to do').waitFor({ state: 'detached' });
    shown.resolve();
    await inReply(page, 'back').waitFor();
  },
);
