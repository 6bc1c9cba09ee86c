import type { Locator, Page } from 'playwright-core';

/** A text of the conversation itself: the live region repeats replies. */
export const inReply = (page: Page, text: string): Locator =>
  page.getByRole('article').getByText(text, { exact: true });

/** The complete text of the cue `!wait`. */
export const whole = 'The first half is here. And this is the second half.';

/** Writes a message in a page and sends it. */
export async function sayIn(page: Page, text: string): Promise<void> {
  await page.locator('#composer').fill(text);
  await page.locator('#composer').press('Enter');
}

/** The id of the conversation at this address. */
export const conversationIn = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';

/** The stored messages of the conversation at this address; none if it does not exist. */
export async function messagesStored(
  page: Page,
  url: string = page.url(),
): Promise<{ readonly id: string }[]> {
  const answer = await page.context().request.get(`/api/conversations/${conversationIn(url)}`);
  return answer.ok() ? ((await answer.json()) as { messages: { id: string }[] }).messages : [];
}

/** Before a page is opened: the returned function drops the connections on which it has called a procedure. */
export async function losable(page: Page, procedure: string): Promise<() => Promise<void>> {
  await page.addInitScript((called) => {
    const { fetch } = globalThis;
    globalThis.fetch = (input, init) => {
      if (!String(input).includes(called)) return fetch(input, init);
      const lost = new AbortController();
      addEventListener('lose-connection', () => lost.abort());
      return fetch(input, { ...init, signal: lost.signal });
    };
  }, procedure);
  return async () => {
    await page.evaluate(() => dispatchEvent(new Event('lose-connection')));
  };
}

/** Whether a page is wider than its window. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** Waits until the page says so. */
export const isSignedIn = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name: `Account menu: ${name}` }).waitFor();

/** The drafts and unanswered messages in the browser's storage, of any account. */
export const keptTexts = (page: Page): Promise<unknown> =>
  page.evaluate(`Object.entries(localStorage)
    .filter(([name]) => /^jarvis:(draft|turn)/.test(name))
    .map(([, text]) => text)`);

/** Loads the page again, and stays when the browser asks. */
export async function asksBeforeReload(page: Page): Promise<void> {
  const asked = page.waitForEvent('dialog');
  await page.evaluate('void setTimeout(() => location.reload())');
  await (await asked).dismiss();
}
