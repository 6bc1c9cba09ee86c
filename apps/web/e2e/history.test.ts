import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { conversationIn } from './support/conversation.ts';
import { behindTheStage, type Traveller, wholeJourney } from './support/journey.ts';

/** An account with more of everything than a page shows. */
async function signUpInACrowd({ page, signUp, say }: Traveller): Promise<void> {
  await signUp();
  await page.goto('/');
  await say('!echo the newest');
  await page.waitForURL('**/c/*');
  await page.getByRole('button', { name: 'Ask again' }).waitFor();
  await behindTheStage('crowd', conversationIn(page.url()));
}

wholeJourney(
  'the history continues while scrolling, and so do search results and lookups',
  async (traveller) => {
    const { page, say, checkAccess, expectConsoleError } = traveller;
    await signUpInACrowd(traveller);
    await page.reload();

    const list = page.getByRole('region', { name: 'Conversations' });
    const rows = list.getByRole('link');
    await list.getByRole('link', { name: 'Older 99' }).waitFor();
    expect(await rows.count()).toBe(100);
    const scrollDown = (selector: string) =>
      page.evaluate(`document.querySelector('${selector}').scrollTo(0, 1e6)`);
    await scrollDown('nav section');
    await expect.poll(() => rows.count()).toBe(200);
    await scrollDown('nav section');
    await expect.poll(() => rows.count()).toBe(251);
    expect(await list.getByText('Loading').count()).toBe(0);
    // The browser lays out only the months near the view: a list of thousands would slow down each key press.
    const laidOut = `[...document.querySelectorAll('nav li')].filter((row) => row.checkVisibility({ contentVisibilityAuto: true }))`;
    expect(await page.evaluate(`${laidOut}.length`)).toBeLessThan(200);
    // Where a style asks what an ancestor has, WebKit styles each row again at each key press.
    const styles = `[...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)).join()`;
    expect(await page.evaluate(styles)).not.toMatch(/:has\([^)]*\)+ [^{]/);
    // A group cuts off what reaches beyond it: the focus ring of its last row, which is 4 pixels wide, does not.
    const belowRow = `(row => row.closest('nav div').getBoundingClientRect().bottom - row.getBoundingClientRect().bottom)(document.querySelector('nav li:last-child > a'))`;
    expect(await page.evaluate(belowRow)).toBeGreaterThanOrEqual(4);

    // What is in view stays there while the list changes above it.
    const inView = list.getByRole('link', { name: 'Older 120' });
    await inView.scrollIntoViewIfNeeded();
    const before = await inView.boundingBox();
    await page.request.delete('/api/conversations/01900000-0000-7000-8000-000000000032');
    await expect.poll(() => rows.count()).toBe(250);
    expect((await inView.boundingBox())?.y).toBe(before?.y);

    await list.getByRole('link', { name: 'Older 250' }).click();
    await page.getByRole('article').getByText('Tides 250').waitFor();
    await say('!echo again');
    await page.getByRole('article').getByText('again', { exact: true }).waitFor();
    await expect.poll(() => rows.first().textContent()).toBe('Older 250');
    expect(await rows.count()).toBe(250);

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('tides');
    const found = page.getByRole('group', { name: 'Conversations' }).getByRole('option');
    await expect.poll(() => found.count()).toBe(30);
    await checkAccess();
    await page.keyboard.press('ArrowUp');
    await scrollDown('[role=dialog] .overflow-y-auto');
    await expect.poll(() => found.count()).toBe(60);
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'Web lookups' }).click();
    const lookups = page.getByText(/^Tides \d+$/);
    await expect.poll(() => lookups.count()).toBe(100);
    await lookups.last().scrollIntoViewIfNeeded();
    await expect.poll(() => lookups.count()).toBe(200);
    expect(await page.getByRole('link', { name: 'Open the conversation' }).count()).toBe(200);
    expectConsoleError('500');
    await page.route(/trpc\/web\.history/, (route) => route.fulfill({ status: 500, body: '{}' }));
    await lookups.last().scrollIntoViewIfNeeded();
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    expect(await lookups.count()).toBe(200);
    await page.unroute(/trpc\/web\.history/);
    await again.click();
    await expect.poll(() => lookups.count()).toBe(250);
  },
);

wholeJourney('a change renders no other row of a long list again', async (traveller) => {
  const { page } = traveller;
  await signUpInACrowd(traveller);
  // Each minute, the tasks tell their times anew.
  await page.clock.setFixedTime(new Date());
  await page.goto('/lookups');
  const lookups = page.getByText(/^Tides \d+$/);
  await expect.poll(() => lookups.count()).toBe(100);
  await watchRows(page, 'main li');
  await lookups.last().scrollIntoViewIfNeeded();
  await expect.poll(() => lookups.count()).toBe(200);
  expect(await renderedAgain(page)).toEqual([]);

  await watchRows(page, 'nav section li');
  const renamed = '01900000-0000-7000-8000-000000000005';
  await page.request.patch(`/api/conversations/${renamed}`, { data: { title: 'Renamed' } });
  await page.getByRole('link', { name: 'Renamed' }).waitFor();
  // It is a new row, in another group.
  expect(await renderedAgain(page)).toEqual([]);

  await page.goto('/tasks');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Low water 2', { exact: true }).waitFor();
  await watchRows(page, 'main li');
  await page.getByRole('checkbox', { name: 'Reopen “Low water 2”' }).click();
  await page.getByRole('button', { name: 'Open 1' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await renderedAgain(page)).toEqual([]);
});

/** React keeps an element's properties at it: an object that is made anew whenever its component is rendered. */
const propsOf = `(row) => row[Object.keys(row).find((name) => name.startsWith('__reactProps$'))]`;

async function watchRows(page: Page, selector: string): Promise<void> {
  const count = await page.evaluate(`
    window.watchedRows = [...document.querySelectorAll('${selector}')].map((row) => [row, (${propsOf})(row)]);
    window.watchedRows.filter(([, props]) => props).length;
  `);
  expect(count).toBeGreaterThan(50);
}

/** The texts of the watched rows that are still there and were rendered again. */
const renderedAgain = (page: Page): Promise<unknown> =>
  page.evaluate(`
    window.watchedRows
      .filter(([row, props]) => row.isConnected && (${propsOf})(row) !== props)
      .map(([row]) => row.innerText.trim());
  `);

wholeJourney(
  'completed tasks continue to the oldest while scrolling, also after a failure',
  async (traveller) => {
    const { page, expectConsoleError } = traveller;
    await signUpInACrowd(traveller);
    await page.goto('/tasks');
    await page.getByRole('button', { name: 'Done' }).click();
    const done = page.getByText(/^Low water \d+$/);
    await expect.poll(() => done.count()).toBe(1_000);
    expectConsoleError('500');
    await page.route(/trpc\/tasks\.list/, (route) => route.fulfill({ status: 500, body: '{}' }));
    await done.last().scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await done.count()).toBe(1_000);
    await page.unroute(/trpc\/tasks\.list/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Low water 1', { exact: true }).waitFor();
    expect(await done.count()).toBe(1_001);
  },
);

wholeJourney(
  'the palette shows a conversation with a running reply once, also one beyond the loaded list',
  async (traveller) => {
    const { page, say } = traveller;
    await signUpInACrowd(traveller);
    await page.goto('/c/01900000-0000-7000-8000-0000000000fa');
    await page.getByRole('article').getByText('Tides 250').waitFor();
    await say('!wait for more on Tides 250');
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('Tides 250');
    const found = page.getByRole('group', { name: 'Conversations' }).getByRole('option');
    await found.filter({ hasText: 'Older 250' }).waitFor();
    expect(await found.count()).toBe(1);
  },
);
