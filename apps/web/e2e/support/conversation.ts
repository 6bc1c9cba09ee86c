import type { Locator, Page } from 'playwright-core';

export const inReply = (page: Page, text: string): Locator =>
  page.getByRole('article').getByText(text, { exact: true });

/** What the cue `!wait` says in all. */
export const whole = 'The first half is here. And this is the second half.';

/** Writes a message in a page and sends it. */
export async function sayIn(page: Page, text: string): Promise<void> {
  await page.locator('#composer').fill(text);
  await page.locator('#composer').press('Enter');
}

/** How many messages the conversation has that this address shows. */
export async function messagesStored(page: Page, url: string = page.url()): Promise<number> {
  const id = new URL(url).pathname.split('/').at(-1);
  const answer = await page.context().request.get(`/api/conversations/${id}`);
  return answer.ok() ? ((await answer.json()) as { messages: unknown[] }).messages.length : 0;
}
