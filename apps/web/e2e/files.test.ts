import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { asksBeforeReload } from './support/conversation.ts';
import { handFiles, photo, textFile } from './support/hand-files.ts';
import { behindTheStage, journey, phone, wholeJourney } from './support/journey.ts';

const chips = (page: Page) => page.getByRole('list', { name: 'Files of this message' }).getByRole('listitem');
const storedFiles = async (page: Page) => {
  const answer = await page.context().request.get('/api/files');
  return ((await answer.json()) as { files: { id: string; name: string; width: number }[] }).files;
};

journey(
  'pictures and documents are pasted, dropped and picked, sent without text, and shown in their message',
  async ({ page, signUp, checkAccess }) => {
    await signUp();
    await page.goto('/');
    await page.getByRole('heading', { name: /Good/ }).waitFor();
    const beach = await photo(page, 'beach.jpg');
    const plan = 'Trains from Trieste to Udine in winter.txt';

    // Word and Excel put a picture beside the text that was copied.
    await handFiles(page, 'paste', [beach], 'A1\tB1');
    expect(await chips(page).count()).toBe(0);
    await handFiles(page, 'paste', [beach]);
    await chips(page).filter({ hasText: 'beach.jpg' }).waitFor();
    await handFiles(page, 'drop', [textFile(plan, 'The train leaves at nine.'), textFile('none.txt', '')]);
    await page.getByRole('alert').getByText('“none.txt” is empty.').waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'harbour.jpg', mimeType: 'image/jpeg', buffer: beach.bytes });
    // The page knows that they have arrived: until then, a reload would end their uploads.
    await expect.poll(() => page.getByRole('button', { name: /^Remove / }).count()).toBe(3);
    await checkAccess();

    // A draft keeps the files that have arrived.
    await page.reload();
    await expect.poll(() => chips(page).count()).toBe(3);
    // Another tab with the same draft.
    const other = await page.context().newPage();
    await other.goto('/');
    await expect.poll(() => chips(other).count()).toBe(3);
    await page.getByRole('button', { name: 'Send message' }).click();
    const asked = page.getByRole('article').first();
    await asked.getByText('Please look at these files.').waitFor();
    await page.getByRole('article').getByText('OK.', { exact: true }).waitFor();
    // The message is stored with its reply.
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    expect(await chips(page).count()).toBe(0);
    // A file that a message has stays when its chip is removed in the other tab; this one is read below.
    await other.getByRole('button', { name: `Remove ${plan}` }).click();
    await expect.poll(() => chips(other).count()).toBe(2);
    await other.close();

    const sent = (await storedFiles(page)).find(({ name }) => name === 'beach.jpg');
    expect(sent?.width).toBe(2_048);
    const content = await page.context().request.get(`/api/files/${sent?.id}/content`);
    const bytes = (await content.body()).toString('latin1');
    expect(bytes.startsWith('\xff\xd8\xff')).toBe(true);
    expect(bytes).not.toMatch(/Exif|GPSLatitude/);

    await page.reload();
    await asked.getByRole('button', { name: 'Show beach.jpg' }).click();
    const lightbox = page.getByRole('dialog', { name: 'beach.jpg' });
    await lightbox.getByRole('img', { name: 'beach.jpg' }).waitFor();
    await checkAccess();
    const next = lightbox.getByRole('button', { name: 'Next picture' });
    const colour = () => next.evaluate((button) => getComputedStyle(button).backgroundColor);
    const before = await colour();
    await next.hover();
    expect(await colour()).not.toBe(before);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog', { name: 'harbour.jpg' }).getByText('2 of 2').waitFor();
    await page.keyboard.press('Escape');
    await expect
      .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
      .toBe('Show beach.jpg');

    await asked.getByRole('button', { name: plan }).click();
    await page.getByRole('dialog', { name: plan }).getByText('The train leaves at nine.').waitFor();
    await checkAccess();
    await page.keyboard.press('Escape');
    await checkAccess();

    const width = 390;
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    const box = await page.getByRole('button', { name: 'Show harbour.jpg' }).boundingBox();
    expect((box?.x ?? width) + (box?.width ?? 0), 'the second picture is on the paper').toBeLessThan(width);
    const name = page.locator(`[title="${plan}"]:visible`);
    expect(await name.evaluate((one) => one.scrollWidth - one.clientWidth), 'a long name is not cut').toBe(0);
  },
);

wholeJourney(
  'a message waits for its files: through a lost connection, a failure and a cancelled file',
  async ({ page, context, signUp, expectConsoleError }) => {
    expectConsoleError('ERR_INTERNET_DISCONNECTED');
    expectConsoleError('status of 500');
    await signUp();
    await page.goto('/');
    await page.getByRole('heading', { name: /Good/ }).waitFor();
    const held = Promise.withResolvers<void>();
    let failures = 1;
    await page.route('**/api/files/*/parts/*', async (route) => {
      await held.promise;
      if (failures-- > 0) return route.fulfill({ status: 500, json: { error: 'It broke.' } });
      return route.continue();
    });

    const names = ['one.txt', 'two.txt'];
    const announced = page.getByTestId('live-region');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })));
    await expect.poll(() => chips(page).count()).toBe(2);
    await page.locator('#composer').fill('!echo both are here: one.txt, p. 1');
    await page.getByRole('button', { name: 'Send message' }).click();
    await announced.getByText('The message is sent when its files have arrived').waitFor();
    // Also for a person who leaves its page and comes back.
    await page.getByRole('link', { name: 'Tasks' }).click();
    await page.getByRole('heading', { name: 'Tasks' }).waitFor();
    await page.goBack();
    await announced.getByText('The message is sent when its files have arrived').waitFor();
    held.resolve();
    // One of them fails: the message is not sent without it.
    const again = page.getByRole('button', { name: /^Send (one|two)\.txt again$/ });
    await again.waitFor();
    await announced.getByText(/^The service did not accept “(one|two)\.txt”\.$/).waitFor();
    await expect
      .poll(() => page.locator('#composer').inputValue())
      .toBe('!echo both are here: one.txt, p. 1');
    expect(await page.getByRole('button', { name: 'Send message' }).isDisabled()).toBe(true);

    await context.setOffline(true);
    await again.click();
    // The other one may still have been in transit.
    await chips(page).getByText('Waiting for the connection').first().waitFor();
    await page.getByRole('button', { name: 'Send message' }).click();
    await announced.getByText('The message is sent when its files have arrived').waitFor();
    await context.setOffline(false);
    // The reply cites a page, which opens there.
    await page.getByRole('button', { name: 'one.txt, p. 1', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'one.txt' })
      .getByRole('region', { name: 'Page 1 of 1' })
      .getByText('one.txt')
      .waitFor();
    await page.keyboard.press('Escape');
    expect((await storedFiles(page)).map(({ name }) => name).sort()).toEqual(names);

    await page.unroute('**/api/files/*/parts/*');
    const never = Promise.withResolvers<void>();
    await page.route('**/api/files/*/parts/*', () => never.promise);
    await handFiles(page, 'drop', [textFile('three.txt', 'Not to be sent.')]);
    await page.getByRole('button', { name: 'Cancel three.txt' }).waitFor();
    await asksBeforeReload(page);
    // It is removed at once, also while it is unknown which messages are being answered: others may wait for its place.
    await page.route(/trpc\/chat\.recent/, (route) => route.fulfill({ status: 500, body: '{}' }));
    const removed = page.waitForResponse(/trpc\/files\.delete/);
    await page.getByRole('button', { name: 'Cancel three.txt' }).click();
    expect((await removed).status()).toBe(200);
    await expect.poll(() => chips(page).count()).toBe(0);
    never.resolve();
  },
);

for (const device of [undefined, phone]) {
  wholeJourney(
    `editing keeps files, each removable; a temporary chat leaves none ${device ? 'on a phone' : 'on a desk'}`,
    async ({ page, signUp, checkAccess }) => {
      await signUp({ language: 'de' });
      await page.goto('/');
      await page.getByRole('heading', { name: /Guten/ }).waitFor();
      if (device) {
        await page.getByRole('button', { name: 'Dateien hinzufügen' }).click();
        await page.getByRole('menuitem', { name: 'Foto aufnehmen' }).waitFor();
        await checkAccess();
        await page.keyboard.press('Escape');
      }
      const long = 'a'.repeat(8_001);
      await page.locator('#composer').fill(long);
      await handFiles(page, 'paste', [], long);
      await page.getByRole('button', { name: 'Als pasted.txt anhängen' }).click();
      await expect.poll(() => page.locator('#composer').inputValue()).toBe('');
      await handFiles(page, 'drop', [await photo(page, 'strand.jpg')]);
      await expect.poll(async () => (await storedFiles(page)).length).toBe(2);
      await checkAccess();
      await page.getByRole('button', { name: 'Nachricht senden' }).click();
      await page.getByRole('article').getByText('OK.', { exact: true }).waitFor();

      await page.getByRole('article').first().hover();
      await page.getByRole('button', { name: 'Nachricht bearbeiten' }).click();
      await page.getByRole('button', { name: 'strand.jpg entfernen' }).click();
      await page.getByRole('button', { name: 'Senden', exact: true }).click();
      await page.getByRole('img', { name: 'Fassung 2 von 2' }).waitFor();
      await page.getByRole('article').first().getByText('pasted.txt').waitFor();
      expect(await page.getByRole('button', { name: 'strand.jpg anzeigen' }).count()).toBe(0);
      await checkAccess();
      expect((await storedFiles(page)).length).toBe(2);

      await page.goto('/temporary');
      await page.locator('#composer').waitFor();
      await handFiles(page, 'drop', [textFile('geheim.txt', 'Nur hier.')]);
      await expect.poll(async () => (await storedFiles(page)).length).toBe(3);
      await page.getByRole('button', { name: 'Nachricht senden' }).click();
      await page.getByRole('article').getByText('OK.', { exact: true }).waitFor();
      await page.reload();
      await expect.poll(async () => (await storedFiles(page)).length).toBe(2);
    },
    device,
  );
}

for (const fails of [false, true]) {
  wholeJourney(
    `a file whose message is being answered stays when its chip is removed in another tab${fails ? ' that cannot know it' : ''}`,
    async ({ page, signUp, say, expectConsoleError }) => {
      await signUp();
      await page.goto('/');
      await page.getByRole('heading', { name: /Good/ }).waitFor();
      await handFiles(page, 'drop', [textFile('plan.txt', 'The train leaves at nine.')]);
      await page.getByText('plan.txt has arrived.').waitFor({ state: 'attached' });
      const other = await page.context().newPage();
      await other.goto('/');
      await chips(other).waitFor();
      if (fails) {
        expectConsoleError('500');
        await other.route(/trpc\/chat\.recent/, (route) => route.fulfill({ status: 500, body: '{}' }));
      }
      await page.bringToFront();
      const gate = `chip-${fails}`;
      await say(`!wait ${gate}`);
      await page.getByRole('article').getByText('The first half is here.').waitFor();
      await other.bringToFront();
      const asked = other.waitForResponse(/trpc\/(chat\.recent|files\.delete)/);
      await other.getByRole('button', { name: 'Remove plan.txt' }).click();
      await asked;
      await behindTheStage('open', gate);
      await page.bringToFront();
      await page.getByRole('button', { name: 'Ask again' }).waitFor();
      expect(await storedFiles(page)).toHaveLength(1);
    },
  );
}

wholeJourney(
  'a file whose message is being answered stays when the answer to its start was lost and its chip is removed',
  async ({ page, signUp, say, expectConsoleError }) => {
    expectConsoleError('net::ERR_FAILED');
    await signUp();
    await page.goto('/');
    await page.getByRole('heading', { name: /Good/ }).waitFor();
    await handFiles(page, 'drop', [textFile('plan.txt', 'The train leaves at nine.')]);
    await page.getByText('plan.txt has arrived.').waitFor({ state: 'attached' });
    const running = async () => (await page.request.get('/trpc/chat.recent')).text();
    await page.route('**/trpc/chat.start*', async (route) => {
      void route.fetch().catch(() => undefined);
      await expect.poll(running).toContain('lost-with-file');
      await route.abort();
    });
    await page.route(/trpc\/\S*chat\.recent/, (route) => route.abort());
    await say('!wait lost-with-file');
    const edit = page.getByRole('button', { name: 'Edit', exact: true });
    await edit.waitFor();
    await page.unroute(/trpc\/\S*chat\.recent/);
    await edit.click();
    const asked = page.waitForResponse(/trpc\/\S*(chat\.recent|files\.delete)/);
    await page.getByRole('button', { name: 'Remove plan.txt' }).click();
    await asked;
    await page.getByRole('link', { name: 'Tasks', exact: true }).click();
    await page.getByRole('heading', { name: 'Tasks' }).waitFor();
    await behindTheStage('open', 'lost-with-file');
    await expect.poll(running).toContain('"done"');
    expect(await storedFiles(page)).toHaveLength(1);
  },
);

wholeJourney(
  'many files leave the button to send on the screen of a phone',
  async ({ page, signUp, checkAccess }) => {
    await signUp();
    await page.goto('/');
    await page.getByRole('heading', { name: /Good/ }).waitFor();
    await handFiles(
      page,
      'drop',
      Array.from({ length: 12 }, (_, n) => textFile(`file-${n}.txt`, `Text ${n}`)),
    );
    await page.getByText('A message has at most 10 files. The others were not added.').waitFor();
    await expect.poll(() => chips(page).count()).toBe(10);
    const send = await page.getByRole('button', { name: 'Send message' }).boundingBox();
    expect((send?.y ?? 0) + (send?.height ?? 0)).toBeGreaterThan(100);
    expect((send?.y ?? 0) + (send?.height ?? 0)).toBeLessThan(phone.viewport.height);
    await checkAccess();
  },
  phone,
);
