import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { behindTheStage, journey } from './support/journey.ts';

async function say(page: Page, text: string) {
  await page.locator('#composer').fill(text);
  await page.locator('#composer').press('Enter');
}

const said = (page: Page, text: string) => page.getByRole('article').getByText(text, { exact: true });

journey('an edited message is another version, and the arrows lead to both', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/');
  await say(page, '!echo first answer');
  await said(page, 'first answer').waitFor();
  await say(page, '!echo what followed');
  await said(page, 'what followed').waitFor();

  const article = page.getByRole('article').first();
  await article.hover();
  await article.getByRole('button', { name: 'Edit message' }).click();
  await page.getByRole('textbox', { name: 'Edit message' }).fill('!echo second answer');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await said(page, 'second answer').waitFor();
  await expect.poll(() => said(page, 'what followed').count()).toBe(0);

  await article.hover();
  await article.getByRole('button', { name: 'Earlier version' }).click();
  await said(page, 'what followed').waitFor();
  expect(await said(page, 'second answer').count()).toBe(0);
  await page.reload();
  await said(page, 'what followed').waitFor();
  await article.hover();
  await article.getByRole('button', { name: 'Later version' }).click();
  await said(page, 'second answer').waitFor();
});

journey(
  'a reply is written again in its place, also in a tab that looks on',
  async ({ context, page, signUp }) => {
    await signUp();
    await page.goto('/');
    await say(page, '!wait versions-one');
    await page.waitForURL('**/c/*');
    await behindTheStage('open', 'versions-one');
    const whole = 'The first half is here. And this is the second half.';
    await said(page, whole).waitFor();
    const other = await context.newPage();
    await other.goto(page.url());
    await said(other, whole).waitFor();

    await page.getByRole('button', { name: 'Ask again' }).click();
    await page.getByText('The first half is here.', { exact: true }).waitFor();
    // The message that both replies answer is there once.
    expect(await said(page, '!wait versions-one').count()).toBe(1);
    await behindTheStage('open', 'versions-one');
    await page.getByRole('img', { name: 'Version 2 of 2' }).waitFor();
    await other.getByRole('img', { name: 'Version 2 of 2' }).waitFor();
    expect(await said(other, whole).count()).toBe(1);
  },
);
