import { expect } from 'vitest';
import { handFiles, textFile } from './support/hand-files.ts';
import { wholeJourney } from './support/journey.ts';

wholeJourney(
  'a page that the browser translates keeps working, and shows what changes',
  async ({ page, context, signUp }) => {
    await page.addInitScript(translate);
    await signUp();
    await page.goto('/');
    await page.getByRole('heading', { name: /^Good/ }).waitFor();
    const { promise: seen, resolve: store } = Promise.withResolvers<void>();
    await page.route('**/api/files**', async (route) => {
      await seen;
      await route.continue();
    });
    await handFiles(page, 'paste', [textFile('notes.txt', 'The train leaves at nine.')]);
    // Its state goes when the file is stored.
    await page.locator('[data-composer-files] font font').filter({ hasText: ' · ' }).waitFor();
    store();
    await page.getByRole('button', { name: 'Remove notes.txt' }).waitFor();
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByRole('button', { name: 'Ask again' }).waitFor();

    await page.goto('/today');
    const quickAdd = page.getByPlaceholder('What needs doing?');
    await quickAdd.fill('Call Grace tomorrow at 9');
    await quickAdd.press('Enter');
    const due = page.getByRole('listitem').filter({ hasText: 'Call Grace' }).locator('font font');
    await due.getByText('Tomorrow, 09:00', { exact: true }).waitFor();
    await context.request.patch('/api/time-settings', { data: { timeZone: 'Europe/London' } });
    await due.getByText('Tomorrow, 09:00 (London)').waitFor();
    expect(await due.getByText('Tomorrow, 09:00').count()).toBe(1);
  },
  { timezoneId: 'Europe/Lisbon' },
);

/** As Google Translate does, but the translation is the same text: a moment later, in place of it. */
const translate = `
  const seen = new MutationObserver(() => setTimeout(() => {
    const texts = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) found.push(texts.currentNode);
    for (const text of found) {
      if (!text.data.trim() || text.parentElement.closest('head, font, script, style, textarea, option')) continue;
      const font = document.createElement('font');
      font.appendChild(document.createElement('font')).textContent = text.data;
      text.parentNode.insertBefore(font, text);
      text.parentNode.removeChild(text);
    }
  }));
  seen.observe(document, { childList: true, characterData: true, subtree: true });
`;
