import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inReply } from './support/conversation.ts';
import { behindTheStage, wholeJourney } from './support/journey.ts';
import { within } from './support/within.ts';

const failure = (page: Page, text: string | RegExp) => page.getByRole('alert').getByText(text);

const spoken = {
  en: {
    noReply: 'No reply.',
    key: /does not accept its key/,
    quota: /quota is used up, until \S+/,
    unreachable: /did not answer/,
    empty: /answered nothing/,
    cutOff: 'The reply breaks off here.',
  },
  de: {
    noReply: 'Keine Antwort.',
    key: /nimmt seinen Schlüssel nicht an/,
    quota: /Kontingent ist verbraucht, bis \S+/,
    unreachable: /hat nicht geantwortet/,
    empty: /hat nichts geantwortet/,
    cutOff: 'Die Antwort bricht hier ab.',
  },
  it: {
    noReply: 'Nessuna risposta.',
    key: /non accetta la sua chiave/,
    quota: /quota è esaurita, fino a: \S+/,
    unreachable: /non ha risposto\./,
    empty: /non ha risposto nulla/,
    cutOff: 'La risposta si interrompe qui.',
  },
} as const;

for (const language of ['en', 'de', 'it'] as const) {
  const texts = spoken[language];
  wholeJourney(
    `a failure of the model is described by its kind, beside other messages (${language})`,
    async ({ page, signUp, say, checkAccess }) => {
      await signUp({ language });
      await page.goto('/');
      for (const [message, told] of [
        ['!refuse 401', texts.key],
        ['!refuse 429', texts.quota],
        ['!refuse 500', texts.unreachable],
        ['!nothing', texts.empty],
      ] as const) {
        await say(message);
        await failure(page, told).waitFor();
      }
      await expect.poll(() => failure(page, texts.noReply).count()).toBe(4);
      // Only an operator is led to the page that mends it.
      expect(await failure(page, texts.key).getByRole('link').count()).toBe(0);
      // It breaks off once the page has read the first half: a page that has read none says so.
      const gate = `half-read-${language} break`;
      await say(`!wait ${gate}`);
      await inReply(page, 'The first half is here.').waitFor();
      await behindTheStage('open', gate);
      await failure(page, texts.cutOff).waitFor();
      await inReply(page, 'The first half is here.').waitFor();
      await checkAccess();
    },
  );
}

wholeJourney(
  'an older list of replies takes a failed message out of no conversation',
  async ({ page, signUp, say }) => {
    await signUp();
    await page.goto('/');
    const listed = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    await page.route('**/trpc/*chat.recent*', async (route) => {
      const list = await route.fetch();
      if ((await list.text()).includes('"running"')) {
        listed.resolve();
        await released.promise;
      }
      await route.fulfill({ response: list });
    });
    await say('!wait older-list break');
    await within('a list with the running reply', listed.promise);
    await behindTheStage('open', 'older-list break');
    await page.getByRole('alert').waitFor();
    // It begins another conversation, and takes the failed message along.
    await say('!refuse 401');
    await failure(page, spoken.en.key).waitFor();
    const readAgain = page.waitForRequest('**/trpc/*chat.recent*');
    released.resolve();
    await (await (await readAgain).response())?.finished();
    await expect.poll(() => page.getByRole('alert').count()).toBe(2);
  },
);

wholeJourney(
  'a clock that is set back after a failure does not have the list of replies read without end',
  async ({ page, signUp, say }) => {
    await signUp();
    await page.goto('/');
    await say('!refuse 401');
    await failure(page, spoken.en.key).waitFor();
    let reads = 0;
    await page.route('**/trpc/*chat.recent*', async (route) => {
      reads += 1;
      const list = await route.fetch();
      await route.fulfill({ response: list, body: (await list.text()).replace('"failed"', '"running"') });
    });
    await page.clock.setSystemTime(Date.now() - 3_600_000);
    // It takes the list as it is, and reads the reply.
    const watched = page.waitForRequest('**/trpc/chat.watch*');
    await page.reload();
    await watched;
    expect(reads).toBeLessThan(5);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
);

wholeJourney(
  'a reply comes after an earlier failed message, and stays there',
  async ({ page, signUp, say }) => {
    await signUp();
    await page.goto('/');
    // A failed turn has an article for its message, and none for a reply.
    const articles = () => page.getByRole('article').allTextContents();
    const inOrder = async (...texts: string[]) => {
      await expect
        .poll(async () => (await articles()).map((shown) => texts.findIndex((text) => shown.includes(text))))
        .toEqual(texts.map((_, index) => index));
    };
    await say('!refuse 401');
    await failure(page, spoken.en.key).waitFor();
    await say('!echo begun');
    await inReply(page, 'begun').waitFor();
    await inOrder('!refuse 401', '!echo begun', 'begun');
    await say('!nothing');
    await failure(page, spoken.en.empty).waitFor();
    await say('!echo gone on');
    await inReply(page, 'gone on').waitFor();
    const all = ['!refuse 401', '!echo begun', 'begun', '!nothing', '!echo gone', 'gone'];
    await inOrder(...all);
    await page.reload();
    await inReply(page, 'gone on').waitFor();
    await inOrder(...all);
  },
);

wholeJourney(
  'after a long silence, the page says that the reply is still running, with the time',
  async ({ page, signUp, say, checkAccess }) => {
    await page.clock.install();
    await signUp();
    await page.goto('/');
    await say('!silence long');
    await page.getByRole('status', { name: 'Thinking' }).waitFor();
    await page.clock.fastForward(65_000);
    await page.getByText(/Still working: 1:\d\d/).waitFor();
    await checkAccess();
    await behindTheStage('open', 'long');
    await inReply(page, 'At last.').waitFor();
  },
);

wholeJourney(
  'no written text is lost: failed messages stay, also after a reload, and can be edited',
  async ({ page, signUp, say, checkAccess }) => {
    await signUp();
    await page.goto('/');
    await say('!refuse the first');
    await failure(page, 'No reply').waitFor();
    await say('!refuse the second');
    await expect.poll(() => page.getByRole('alert').count()).toBe(2);
    await page.reload();
    await inReply(page, '!refuse the first').waitFor();
    await inReply(page, '!refuse the second').waitFor();

    const composer = page.locator('#composer');
    await composer.fill('half a thought');
    await page.getByRole('button', { name: 'Edit' }).first().click();
    await expect.poll(() => composer.inputValue()).toBe('!refuse the first');
    await page.getByText('Your previous text comes back').waitFor();
    await page.reload();
    await expect.poll(() => composer.inputValue()).toBe('!refuse the first');
    await say('!echo mended');
    await inReply(page, 'mended').waitFor();
    expect(await composer.inputValue()).toBe('half a thought');
    await inReply(page, '!refuse the second').waitFor();

    await page.getByRole('button', { name: 'Discard' }).click();
    await inReply(page, '!refuse the second').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await inReply(page, '!refuse the second').waitFor();
    await checkAccess();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => page.getByRole('alert').count()).toBe(1);
  },
);

wholeJourney(
  'a reply that cannot be requested again offers no editing, which would empty the composer',
  async ({ page, signUp, say, expectConsoleError }) => {
    expectConsoleError('429');
    const { email } = await signUp();
    await page.goto('/');
    await say('!echo once');
    await inReply(page, 'once').waitFor();
    await behindTheStage('spend', email);
    await page.getByRole('button', { name: 'Ask again' }).click();
    await failure(page, 'Not sent').waitFor();
    await page.getByRole('button', { name: 'Discard' }).waitFor();
    expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
  },
);

wholeJourney(
  'a new chat is empty while the first message of another one is unsent, which is kept in the list',
  async ({ context, page, signUp, say, checkAccess, expectConsoleError }) => {
    expectConsoleError('net::ERR_FAILED');
    await signUp();
    await page.goto('/');
    const start = '**/trpc/chat.start*';
    await page.route(start, (route) => route.abort());
    await say('!echo the first');
    await failure(page, 'Not sent').waitFor();
    const unsent = page.getByRole('navigation').getByRole('link', { name: '!echo the first' });
    const newChat = page.getByRole('navigation').getByRole('link', { name: 'New chat' });
    // Not waited for: the browser may be slow to load a tab in the background.
    context.once('page', (tab) => void tab.close());
    await newChat.click({ modifiers: ['ControlOrMeta'] });
    await failure(page, 'Not sent').waitFor();
    await newChat.click();
    const greeting = page.getByRole('heading', { name: /^Good / });
    await greeting.waitFor();
    await say('!echo the second');
    await failure(page, 'Not sent').waitFor();
    await page.keyboard.press('Control+Shift+O');
    await greeting.waitFor();

    await unsent.click();
    await failure(page, 'Not sent').waitFor();
    expect(await page.getByRole('article').count()).toBe(1);
    await checkAccess();
    await page.unroute(start);
    await page.getByRole('button', { name: 'Try again' }).click();
    await inReply(page, 'the first').waitFor();
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    await page.goBack();
    await greeting.waitFor();
  },
);
