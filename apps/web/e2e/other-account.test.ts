import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inReply, isSignedIn, keptTexts, sayIn } from './support/conversation.ts';
import { signIn } from './support/forms.ts';
import { handFiles, textFile } from './support/hand-files.ts';
import { password, wholeJourney } from './support/journey.ts';

const ended = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

wholeJourney(
  'another person who signs in after a session has ended sees nothing of the page, and gets a new one',
  async ({ page, context, signUp, say, expectConsoleError }) => {
    expectConsoleError('401');
    const bob = await signUp({ displayName: 'Bob' });
    await signUp({ displayName: 'Ada' });
    await page.goto('/temporary');
    await say('!echo for Ada alone');
    await inReply(page, 'for Ada alone').waitFor();
    await context.request.post('/api/auth/logout');
    await ended(page).waitFor();

    await noteWhatIsShown(page);
    await signIn(page, bob.email);
    await isSignedIn(page, 'Bob');
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await page.evaluate(`sessionStorage.getItem('shown')`)).toBe(null);
  },
);

wholeJourney(
  'when another tab signs in as another person, the page follows, without its drafts',
  async ({ page, context, signUp, expectConsoleError }) => {
    // The page may still be loading its parts.
    expectConsoleError('401');
    const bob = await signUp({ displayName: 'Bob' });
    const ada = await signUp({ displayName: 'Ada' });
    await context.clearCookies();
    await page.goto('/sign-in');
    const other = await context.newPage();
    await other.goto('/sign-in');
    await signIn(page, ada.email);
    await isSignedIn(page, 'Ada');
    await page.locator('#composer').fill('half a thought of Ada’s');

    await signIn(other, bob.email);
    await isSignedIn(other, 'Bob');
    await isSignedIn(page, 'Bob');
    expect(await page.locator('#composer').inputValue()).toBe('');
    expect(await keptTexts(page)).toEqual(['half a thought of Ada’s']);
  },
);

wholeJourney(
  'a page that has not heard of another sign-in sends nothing in that person’s name',
  async ({ page, context, signUp, expectConsoleError }) => {
    expectConsoleError('401');
    await signUp({ displayName: 'Bob' });
    const cookies = await context.cookies();
    await context.clearCookies();
    await signUp({ displayName: 'Ada' });
    await page.goto('/', { waitUntil: 'networkidle' });
    await page.locator('#composer').fill('for Ada alone');
    await expect.poll(() => keptTexts(page)).toEqual(['for Ada alone']);
    await context.addCookies(cookies);
    await page.locator('#composer').press('Enter');
    await isSignedIn(page, 'Bob');
    expect(await (await context.request.get('/api/conversations')).json()).toEqual({ conversations: [] });
    expect(await keptTexts(page)).toEqual([expect.stringContaining('for Ada alone')]);
  },
);

wholeJourney(
  'a page whose session has ended ignores shortcuts',
  async ({ page, context, signUp, say, expectConsoleError }) => {
    expectConsoleError('401');
    await context.addInitScript(`
      copied = [];
      navigator.clipboard.writeText = async (text) => void copied.push(text);
    `);
    const { email } = await signUp();
    await page.goto('/');
    await say('!echo not for the next one');
    await inReply(page, 'not for the next one').waitFor();
    await page.waitForURL('**/c/*');
    const url = page.url();
    // The reply has ended: it has a button to copy it.
    await page.getByRole('button', { name: 'Copy reply' }).waitFor({ state: 'attached' });
    await page.keyboard.press('Control+Shift+C');
    await expect.poll(() => page.evaluate('copied.length')).toBe(1);
    await context.request.post('/api/auth/logout');
    await ended(page).waitFor();
    await page.keyboard.press('Control+Shift+C');
    await page.keyboard.press('Control+Shift+O');
    await signIn(page, email);
    await ended(page).waitFor({ state: 'detached' });
    expect(page.url()).toBe(url);
    await page.keyboard.press('Control+Shift+C');
    await expect.poll(() => page.evaluate('copied.length')).toBe(2);
  },
);

wholeJourney(
  'signing out removes unsent texts in all tabs, and asks first',
  async ({ page, context, signUp, say, checkAccess, expectConsoleError }) => {
    // Another tab may send a request before it learns of it.
    expectConsoleError('401');
    const { email } = await signUp({ displayName: 'Ada' });
    const other = await context.newPage();
    await other.goto('/');
    await sayIn(other, '!echo stored');
    await other.getByRole('button', { name: 'Ask again' }).waitFor();
    await other.locator('#composer').fill('half a thought');
    await page.goto('/');
    await holdMessages(page);
    await say('!echo still on its way');
    await page.getByRole('main').getByText('still on its way').first().waitFor();

    const signOut = async () => {
      await page.getByRole('button', { name: /Account menu/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    };
    await signOut();
    const asked = page.getByRole('dialog', { name: 'Sign out and remove unsent texts?' });
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await asked.waitFor({ state: 'detached' });
    expect(await keptTexts(page)).toEqual(['half a thought']);
    await signOut();
    await checkAccess();
    await asked.getByRole('button', { name: 'Remove and sign out' }).click();
    await Promise.all([page.waitForURL('**/sign-in'), other.waitForURL('**/sign-in')]);
    expect(await keptTexts(page)).toEqual([]);

    await signIn(page, email);
    await isSignedIn(page, 'Ada');
    expect(await page.locator('#composer').inputValue()).toBe('');
    await signOut();
    await page.waitForURL('**/sign-in');
  },
);

wholeJourney(
  'a page is left without a question, also during an upload or an import, by a sign-out or for another person',
  async ({ page, context, signUp, expectConsoleError }) => {
    // A page that is left may still be loading its parts.
    expectConsoleError('401');
    const bob = await signUp({ displayName: 'Bob' });
    await signUp({ displayName: 'Ada' });
    const never = Promise.withResolvers<void>();
    await page.route(/conversations\.import|\/parts\//, () => never.promise);
    page.on('dialog', (dialog) => void dialog.dismiss());
    await page.goto('/account');
    // A browser asks only after a click or a key.
    await page.keyboard.press('Tab');
    const chat = { uuid: 'x', name: 'Boats', created_at: '2024-07-20T20:17:00Z' };
    const said = { uuid: 'm', sender: 'human', text: 'Hi', created_at: chat.created_at };
    const buffer = Buffer.from(JSON.stringify([{ ...chat, chat_messages: [said] }]));
    const file = { name: 'claude.json', mimeType: 'application/json', buffer };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Import conversations' }).and(page.locator(':disabled')).waitFor();
    await context.clearCookies();
    const other = await context.newPage();
    await other.goto('/sign-in');
    await signIn(other, bob.email);
    await isSignedIn(page, 'Bob');

    await page.keyboard.press('Tab');
    await handFiles(page, 'drop', [textFile('notes.txt', 'Not to be sent.')]);
    await page.getByRole('button', { name: 'Cancel notes.txt' }).waitFor();
    await page.getByRole('button', { name: /Account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/sign-in');
  },
);

wholeJourney(
  'a deleted account leaves no texts in the browser',
  async ({ page, signUp, say, expectConsoleError }) => {
    // The page may still be loading its parts.
    expectConsoleError('401');
    const { email } = await signUp();
    await page.goto('/');
    await holdMessages(page);
    await say('!echo still on its way');
    await page.getByRole('main').getByText('still on its way').first().waitFor();
    await page.locator('#composer').fill('half a thought');
    await expect.poll(() => keptTexts(page)).toEqual(['half a thought']);
    await page.getByRole('button', { name: /Account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('dialog').getByLabel('E-mail').fill(email);
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await page.waitForURL('**/sign-in');
    expect(await keptTexts(page)).toEqual([]);
  },
);

/** From now on, a reply that becomes visible is recorded under a name that the next page of the tab can read. */
const noteWhatIsShown = (page: Page) =>
  page.evaluate(`
    new MutationObserver(() => {
      const replies = [...document.querySelectorAll('article')];
      const shown = replies.find((reply) => reply.checkVisibility({ visibilityProperty: true }));
      if (shown) sessionStorage.setItem('shown', shown.textContent);
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
  `);

/** Messages get no answer, and remain pending. */
const holdMessages = (page: Page) => page.route('**/trpc/chat.start*', () => {});
