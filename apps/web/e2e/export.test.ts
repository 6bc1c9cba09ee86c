import { text } from 'node:stream/consumers';
import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { asksBeforeReload, conversationIn } from './support/conversation.ts';
import { behindTheStage, wholeJourney } from './support/journey.ts';

/** Chooses an entry of the menu of the conversation on the page, and reads the saved file. */
async function saved(page: Page, entry: string): Promise<{ name: string; text: string }> {
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Options for/ })
    .click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: entry }).click(),
  ]);
  return { name: download.suggestedFilename(), text: await text(await download.createReadStream()) };
}

wholeJourney('a conversation is saved as a file, complete and in order', async ({ page, signUp, say }) => {
  await signUp();
  await page.goto('/');
  await say('!echo **the first** of ../them/all?');
  await page.waitForURL('**/c/*');
  await page.getByRole('button', { name: 'Ask again' }).waitFor();
  const id = conversationIn(page.url());
  await behindTheStage('fill', id);
  await page.reload();
  await page.getByRole('button', { name: 'Ask again' }).waitFor();

  const markdown = await saved(page, 'Save as Markdown');
  expect(markdown.name).toMatch(/^!echo [^/\\]*\.md$/);
  expect(markdown.text).toMatch(/^# !echo \*\*the first/);
  expect(markdown.text.match(/^\*\*(You|Jarvis)\*\* · /gm)).toHaveLength(5_002);
  expect(markdown.text.indexOf('Question 1\n')).toBeLessThan(markdown.text.indexOf('Question 4999\n'));
  expect(markdown.text.trimEnd()).toMatch(/\*\*the first\*\* of \.\.\/them\/all\?$/);

  const json = await saved(page, 'Save as JSON');
  expect(json.name).toMatch(/\.json$/);
  const { conversations } = JSON.parse(json.text) as {
    conversations: { id: string; messages: { role: string; content: string }[] }[];
  };
  expect(conversations.map((conversation) => conversation.id)).toEqual([id]);
  const messages = conversations[0]?.messages ?? [];
  expect(messages).toHaveLength(5_002);
  expect(messages.slice(0, 2).map(({ role }) => role)).toEqual(['user', 'assistant']);
  expect(messages[0]?.content).toBe('Question 1');
});

wholeJourney(
  'an export of another program is imported, and a file that is not an export is a failure',
  async ({ page, signUp, checkAccess, expectConsoleError }) => {
    await signUp();
    await page.goto('/account');
    const choose = (name: string, text: string) =>
      page
        .getByLabel('Import conversations')
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await choose('notes.json', '{"notes": ["hello"]}');
    const failed = page.getByRole('alert').getByText('The import failed');
    await failed.waitFor();
    expect(await page.getByText('Import finished').count()).toBe(0);
    await checkAccess();

    const message = { uuid: 'a', sender: 'human', text: 'Which boats are there?' };
    const boats = {
      uuid: 'boats',
      name: 'Boats',
      created_at: '1969-07-20T20:17:00Z',
      chat_messages: [message],
    };
    const held = Promise.withResolvers<void>();
    await page.route('**/trpc/conversations.import*', async (route) => {
      await held.promise;
      await route.continue();
    });
    // A browser asks only after a click or a key.
    await page.keyboard.press('Tab');
    await choose('claude.json', JSON.stringify([boats]).slice(0, -1));
    await page.getByRole('button', { name: 'Import conversations' }).and(page.locator(':disabled')).waitFor();
    await asksBeforeReload(page);
    await page.getByRole('link', { name: 'Tasks' }).click();
    const question = page.getByRole('dialog', { name: 'Stop the import?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('link', { name: 'Tasks' }).click();
    await question.waitFor();
    held.resolve();
    await question.waitFor({ state: 'detached' });
    const result = '1 conversation imported, with 1 new message';
    await page.getByRole('listitem').filter({ hasText: result }).waitFor();
    await page.getByTestId('live-region').filter({ hasText: result }).waitFor({ state: 'attached' });
    await page.getByText('Not all of the file could be read').waitFor();
    expect(await failed.count()).toBe(0);
    await checkAccess();

    // The connection is lost for a moment; after the first request, the account is full.
    expectConsoleError('ERR_CONNECTION_RESET');
    expectConsoleError('400 (Bad Request)');
    const data = { code: 'BAD_REQUEST', httpStatus: 400, reason: 'accountFull' };
    const full = { status: 400, json: [{ error: { message: 'Full', code: -32_600, data } }] };
    for (const answer of [
      (route: Route) => route.fulfill(full),
      (route: Route) => route.continue(),
      (route: Route) => route.abort('connectionreset'),
    ])
      await page.route('**/trpc/conversations.import*', answer, { times: 1 });
    const many = Array.from({ length: 25 }, (_, i) => ({ ...boats, uuid: `c${i}`, name: `Ship ${i}` }));
    await choose('claude.json', JSON.stringify(many));
    await page.getByText('Import stopped. Importing the same file again adds the rest.').waitFor();
    await page.getByRole('alert').getByText('account is full').waitFor();
    const shown = (first: number, more: string) =>
      page.getByRole('listitem').filter({ hasText: `${first} conversations imported, with ${more}` });
    await shown(20, '20 new messages').waitFor();
    await choose('claude.json', JSON.stringify(many));
    await page.getByText('Import finished').waitFor();
    await shown(5, '5 new messages').waitFor();
    await page.getByRole('listitem').filter({ hasText: '20 were already there' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Boats' }).click();
    await page.getByRole('article').getByText('Which boats are there?').waitFor();
  },
);
