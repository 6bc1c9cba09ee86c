import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { behindTheStage, journey } from './support/journey.ts';

/** Chooses an entry of the menu of the conversation on the page, and reads the file that is saved. */
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

journey('a conversation is saved as a file, whole and in its order', async ({ page, signUp, say }) => {
  await signUp();
  await page.goto('/');
  await say('!echo **the first** of ../them/all?');
  await page.waitForURL('**/c/*');
  await page.getByRole('button', { name: 'Ask again' }).waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await behindTheStage('fill', id);
  await page.reload();
  await page.getByRole('button', { name: 'Ask again' }).waitFor();

  const markdown = await saved(page, 'Save as Markdown');
  expect(markdown.name).toMatch(/^!echo .*-them-all-?\.md$/);
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
