import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { inReply, isSignedIn, keptTexts } from './support/conversation.ts';
import { register, signIn } from './support/forms.ts';
import { homeHost } from './support/home-host.ts';
import { behindTheStage, password, wholeJourney } from './support/journey.ts';
import { within } from './support/within.ts';

const lost = (page: Page) => page.getByText('The connection to Jarvis is lost.');

wholeJourney(
  'a service lost during a reply is reported, and the reply continues without a click',
  async ({ page, signUp, say, checkAccess, expectConsoleError }) => {
    expectConsoleError('net::ERR_');
    await signUp();
    await page.goto('/');
    await say('!wait gone-midway');
    await page.getByText('The first half is here.').waitFor();
    await page.locator('.growing').waitFor();
    await behindTheStage('cut');
    await lost(page).waitFor();
    await inReply(page, 'The first half is here.').waitFor();
    await checkAccess();
    await behindTheStage('mend');
    await lost(page).waitFor({ state: 'detached' });
    await behindTheStage('open', 'gone-midway');
    await inReply(page, 'The first half is here. And this is the second half.').waitFor();
    await page.locator('.growing').waitFor({ state: 'detached' });
    await page.getByRole('alert').waitFor({ state: 'detached' });
  },
  { canBeCut: true },
);

wholeJourney(
  'behind a proxy that holds back streams, the connection counts as lost only while the service is unreachable',
  async ({ page, signUp, expectConsoleError }) => {
    expectConsoleError('502');
    await signUp();
    await page.route('**/trpc/live.changes*', () => undefined);
    await page.goto('/');
    await page.waitForResponse('**/api/health');
    // The next one begins after the first was judged.
    await page.waitForRequest('**/api/health');
    expect(await lost(page).count()).toBe(0);
    await page.route('**/api/health', (route) => route.fulfill({ status: 502 }));
    await lost(page).waitFor();
    await page.unroute('**/api/health');
    await lost(page).waitFor({ state: 'detached' });
  },
);

wholeJourney(
  'a conversation opened while the service is unreachable is shown once it is back',
  async ({ page, signUp, say, expectConsoleError }) => {
    expectConsoleError('net::ERR_');
    expectConsoleError('cross-world service worker');
    await signUp();
    await page.goto('/');
    await within('the service worker', page.evaluate('navigator.serviceWorker.ready'));
    await expect.poll(() => page.evaluate('caches.keys().then((names) => names.length)')).toBe(1);
    await say('!echo still here');
    await inReply(page, 'still here').waitFor();
    await page.waitForURL('**/c/*');
    await behindTheStage('cut');
    await page.reload();
    await page.getByRole('main').getByText('This could not be loaded').waitFor();
    await lost(page).waitFor();
    await behindTheStage('mend');
    await inReply(page, 'still here').waitFor();
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /still here/ })
      .waitFor();
    await lost(page).waitFor({ state: 'detached' });
  },
  { canBeCut: true, serviceWorkers: 'allow' },
);

wholeJourney(
  'a page whose parts are not loaded opens once an unreachable service is back',
  async ({ page, signUp, expectConsoleError }) => {
    expectConsoleError('net::ERR_');
    await signUp();
    await page.goto('/');
    await page.locator('#composer').fill('half a thought');
    await behindTheStage('cut');
    await page.getByRole('link', { name: 'Tasks' }).click();
    await lost(page).waitFor();
    await page.waitForURL('**/tasks');
    await page.getByRole('status', { name: 'Loading' }).first().waitFor();
    await behindTheStage('mend');
    await page.getByText('Nothing to do').waitFor();
    await page.getByRole('link', { name: 'New chat' }).click();
    await expect.poll(() => page.locator('#composer').inputValue()).toBe('half a thought');
  },
  { canBeCut: true },
);

wholeJourney(
  'a page that missed a change of the account reloads when it reads the session again',
  async ({ page, context, signUp, expectConsoleError }) => {
    expectConsoleError('net::ERR_');
    // It may learn before the cut that Ada's session has ended.
    expectConsoleError('401');
    expectConsoleError('Failed to fetch dynamically imported module');
    const bob = await signUp({ displayName: 'Bob' });
    await signUp({ displayName: 'Ada' });
    await page.goto('/');
    await isSignedIn(page, 'Ada');
    await page.getByText('Your conversations will be listed here.').waitFor();
    await page.locator('#composer').fill('half a thought of Ada’s');
    await context.request.post('/api/auth/login', { data: { email: bob.email, password } });
    await behindTheStage('cut');
    await lost(page).waitFor();
    await behindTheStage('mend');
    await isSignedIn(page, 'Bob');
    expect(await page.locator('#composer').inputValue()).toBe('');
    expect(await keptTexts(page)).toEqual(['half a thought of Ada’s']);
  },
  { canBeCut: true },
);

wholeJourney(
  'signing out locks the other tabs of the browser at once',
  async ({ page, context, signUp, say, checkAccess, expectConsoleError }) => {
    expectConsoleError('401');
    const { email } = await signUp();
    await page.goto('/');
    await say('!echo nobody else may read this');
    await inReply(page, 'nobody else may read this').waitFor();
    const other = await context.newPage();
    await other.goto('/tasks');
    // The announcement disappears with the page, and does not wait for the form.
    await expect.poll(() => page.getByTestId('live-region').textContent()).toContain('nobody else may read');
    const { promise: loading, resolve: load } = Promise.withResolvers<void>();
    await page.route('**/assets/sign-in-again*', async (route) => {
      await loading;
      await route.continue();
    });
    await other.getByRole('button', { name: /Account menu/ }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect
      .poll(() => page.getByText('nobody else may read this').filter({ visible: true }).count())
      .toBe(0);
    await expect.poll(() => page.title()).toBe('Your session has ended · Jarvis');
    load();
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    expect(await page.getByText('nobody else may read this').filter({ visible: true }).count()).toBe(0);
    await checkAccess();

    await other.waitForURL('**/sign-in');
    await signIn(other, email);
    await other.getByRole('heading', { name: /Good/ }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await page.getByTestId('live-region').textContent())?.trim()).toBe('');
    await inReply(page, 'nobody else may read this').waitFor();
    await expect.poll(() => page.title()).toContain('nobody else');
  },
);

wholeJourney(
  'ending all other sessions locks their pages and closes their streams at once',
  async ({ page, signUp, say, onAnotherDevice }) => {
    const { email } = await signUp();
    await page.goto('/');
    await say('!echo for my eyes only');
    await inReply(page, 'for my eyes only').waitFor();
    await page.waitForURL('**/c/*');
    const other = await onAnotherDevice(email);
    await other.goto(page.url());
    await inReply(other, 'for my eyes only').waitFor();
    // Ended by the service, or by the page that learned of it: whichever is first.
    const ofChanges = (request: { url(): string }) => request.url().includes('live.changes');
    const streamClosed = Promise.race([
      other.waitForEvent('requestfinished', ofChanges),
      other.waitForEvent('requestfailed', ofChanges),
    ]);
    await page.goto('/sessions');
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await other.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await streamClosed;
    expect(await other.getByText('for my eyes only').filter({ visible: true }).count()).toBe(0);
    await page.getByText('You are signed in nowhere else.').waitFor();
  },
);

wholeJourney(
  'by plain http from another machine many tabs load at once and share changes, and texts are copied',
  async ({ page, context, say, expectConsoleError }) => {
    // Headers for https alone.
    expectConsoleError('Cross-Origin-Opener-Policy');
    expectConsoleError('Origin-Agent-Cluster');
    const home = inject('baseUrl').replace('localhost', homeHost);
    await context.addInitScript(
      `addEventListener('copy', ({ target }) => (globalThis.copied = target.value));`,
    );
    await page.goto(`${home}/register`);
    await register(page, `home-${Date.now()}@example.org`);
    await page.getByRole('heading', { name: /Good/ }).waitFor();
    expect(await page.evaluate('isSecureContext')).toBe(false);

    const tabs = await Promise.all(Array.from({ length: 8 }, () => context.newPage()));
    await Promise.all(
      tabs.map(async (tab) => {
        await tab.goto(`${home}/tasks`);
        await tab.getByText('Nothing to do').waitFor();
      }),
    );
    await tabs[0]?.getByPlaceholder('What needs doing?').fill('Water the plants');
    await tabs[0]?.keyboard.press('Enter');
    for (const tab of tabs) await tab.getByText('Water the plants', { exact: true }).waitFor();

    await say('!echo over plain http');
    await inReply(page, 'over plain http').waitFor();
    const reply = page.getByRole('article').last();
    await reply.getByRole('button', { name: 'Copy reply' }).click();
    await reply.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('copied')).toBe('over plain http');

    // Also from a dialog, which traps the focus.
    await page.goto(`${home}/keys`);
    await page.getByPlaceholder('What is it for?').fill('Laptop');
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = (await page.getByTestId('shown-once').textContent()) ?? '';
    await page.getByRole('button', { name: 'Copy key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Copied', exact: true }).waitFor();
    expect(await page.evaluate('copied')).toBe(key);
  },
);

wholeJourney('without internet, a reachable Jarvis works as usual', async ({ page, context, signUp }) => {
  await context.addInitScript(`Object.defineProperty(navigator, 'onLine', { get: () => false });`);
  await signUp();
  await page.goto('/');
  await page.getByText('Your conversations will be listed here.').waitFor();
  await page.evaluate(`dispatchEvent(new Event('offline'))`);
  await page.getByRole('link', { name: 'Tasks' }).click();
  await page.getByText('Nothing to do').waitFor();
  expect(await lost(page).count()).toBe(0);
});
