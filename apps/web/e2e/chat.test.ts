import { expect } from 'vitest';
import { conversationIn, inReply, isTooWide, losable, sayIn } from './support/conversation.ts';
import { behindTheStage, journey, wholeJourney } from './support/journey.ts';

journey(
  'from the first page to the first answer, which a reload shows again',
  async ({ page, signUp, checkAccess }) => {
    await signUp({ displayName: 'Ada' });
    await page.goto('/');
    await page.getByRole('heading', { name: /Good .*, Ada/ }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement.id)).toBe('composer');
    await page.getByText('Jarvis answers with its built-in rules.').waitFor();

    await page.getByRole('button', { name: /Find out what I can do/ }).click();
    await page.waitForURL('**/c/*');
    await page.getByRole('article').last().getByRole('button', { name: 'Ask again' }).waitFor();
    await page.getByRole('link', { name: 'How to connect one' }).waitFor();
    await page.getByRole('article').getByText('This is what I can do').waitFor();
    await checkAccess();

    await page.reload();
    await page.getByRole('article').last().getByRole('button', { name: 'Ask again' }).waitFor();
    await page.getByRole('article').getByText('This is what I can do').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'What can you do?' }).waitFor();
  },
  { model: 'builtin' },
);

wholeJourney(
  'the first message is shown at once, and stays while the page of its conversation loads',
  async ({ page, signUp, say }) => {
    await signUp();
    const arrives = Promise.withResolvers<void>();
    await page.route('**/assets/transcript-*.js', async (route) => {
      await arrives.promise;
      await route.continue();
    });
    await page.goto('/');
    await page.getByRole('heading', { name: /^Good/ }).waitFor();
    await say('!echo hello');
    const message = page.locator('div[dir=auto]').getByText('!echo hello', { exact: true });
    await message.waitFor();
    await page.evaluate(`new MutationObserver(() => {
      if (/^Good/.test(document.querySelector('h1')?.textContent)) document.documentElement.dataset.greeted = '';
    }).observe(document.body, { childList: true, subtree: true })`);
    await page.waitForURL('**/c/*');
    arrives.resolve();
    await inReply(page, 'hello').waitFor();
    await message.waitFor();
    expect(await page.evaluate(() => 'greeted' in document.documentElement.dataset)).toBe(false);
  },
);

journey('a reply streams in, and Stop keeps the text so far', async ({ page, signUp, say }) => {
  await signUp();
  await page.goto('/');
  await say('!wait stop-journey');
  await page.getByText('The first half is here.').waitFor();
  await page.getByRole('button', { name: 'Stop the reply' }).click();
  await page.getByTestId('live-region').getByText('This reply was stopped.').waitFor();

  await page.reload();
  await page.getByText('The first half is here.').waitFor();
  await page.getByText('This reply was stopped.').waitFor();
  await behindTheStage('open', 'stop-journey');
  expect(await page.getByRole('article').getByText('the second half').count()).toBe(0);
});

wholeJourney('a reply that is stopped before its first word says so once', async ({ page, signUp, say }) => {
  await signUp();
  await page.goto('/');
  await say('!silence wordless');
  await page.waitForURL('**/c/*');
  await page.getByRole('button', { name: 'Stop the reply' }).click();
  await page.getByRole('article').getByText('This reply was stopped.').waitFor();
  expect(
    await page
      .getByRole('article')
      .getByText(/stopped/i)
      .allTextContents(),
  ).toEqual(['This reply was stopped.']);
});

wholeJourney(
  'a reply that reached its limit offers to continue',
  async ({ page, signUp, say, checkAccess }) => {
    await signUp();
    await page.goto('/');
    await say('!cut Once upon a');
    await page.getByText('This reply is not complete.').waitFor();
    await checkAccess();
    await page.reload();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await inReply(page, 'OK.').waitFor();
    await page.getByRole('article').getByText('Continue', { exact: true }).waitFor();
    expect(await page.getByText('This reply is not complete.').count()).toBe(0);
  },
);

wholeJourney('a reload during a reply shows it running, and its end once', async ({ page, signUp, say }) => {
  await signUp();
  await page.goto('/');
  await say('!wait reload-journey');
  await page.getByText('The first half is here.').waitFor();
  await page.waitForURL('**/c/*');

  await page.reload();
  await page.getByText('The first half is here.').waitFor();
  await page.getByRole('button', { name: 'Stop the reply' }).waitFor();
  const paragraph = await page.locator('article p').last().elementHandle();
  await behindTheStage('open', 'reload-journey');
  await inReply(page, 'The first half is here. And this is the second half.').waitFor();
  await page.getByRole('button', { name: 'Ask again' }).waitFor();
  // Its elements stay: they are not rendered again, and a selection in them is kept.
  expect(await paragraph?.textContent()).toBe('The first half is here. And this is the second half.');
  expect(await paragraph?.isVisible()).toBe(true);
  expect(await page.getByRole('article').count()).toBe(2);
  await expect.poll(() => page.getByTestId('live-region').textContent()).toContain('the second half');
});

wholeJourney(
  'a reply whose connection is lost continues, and is read to its end',
  async ({ page, signUp, say }) => {
    await signUp();
    const loseConnection = await losable(page, 'chat.start');
    await page.goto('/');
    await say('!wait lost-journey');
    await page.getByText('The first half is here.').waitFor();
    await page.waitForURL('**/c/*');
    const watching = page.waitForRequest('**/trpc/chat.watch*');
    await loseConnection();
    await watching;
    await behindTheStage('open', 'lost-journey');
    await inReply(page, 'The first half is here. And this is the second half.').waitFor();
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.getByRole('article').count()).toBe(2);
  },
);

wholeJourney(
  'a message without any answer is the same one when it is sent again',
  async ({ page, signUp, say, expectConsoleError }) => {
    expectConsoleError('net::ERR_FAILED');
    await signUp();
    await page.goto('/');
    const start = '**/trpc/chat.start*';
    await page.route(start, async (route) => {
      await route.fetch();
      await route.abort();
    });
    // Otherwise the page learns of the reply without a click.
    await page.route(/\/trpc\/[^?]*chat\.recent/, (route) => route.abort());
    await say('!echo only once');
    await page.getByRole('alert').getByText('Not sent').waitFor();
    await page.unroute(start);
    await page.getByRole('button', { name: 'Try again' }).click();
    await inReply(page, 'only once').waitFor();
    await page.unrouteAll();
    await page.waitForURL('**/c/*');
    await page.reload();
    await inReply(page, 'only once').waitFor();
    expect(await page.getByRole('article').count()).toBe(2);
    expect(
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /only once/ })
        .count(),
    ).toBe(1);
  },
);

wholeJourney(
  'a task requested in a chat is on its page',
  async ({ page, signUp, say }) => {
    await signUp();
    await page.goto('/');
    await say('Add a task: buy milk');
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    await page.getByRole('article').last().locator('summary').click();
    await page.getByRole('list', { name: 'What Jarvis did' }).getByRole('listitem').first().waitFor();
    await page.getByRole('link', { name: 'Tasks', exact: true }).click();
    await page.getByText('Added by Jarvis').waitFor();
    await page.getByRole('checkbox', { name: /buy milk/i }).click();
    await page.getByText('Nothing to do').waitFor();
  },
  { model: 'builtin' },
);

wholeJourney(
  'a memory is saved in a chat, edited and forgotten, and links to its conversation',
  async ({ context, page, signUp, say, checkAccess }) => {
    await signUp();
    await page.goto('/');
    await say('Remember that I live in Trieste');
    await page.getByText(/Remembered: .*Trieste/).waitFor();
    await page.getByRole('link', { name: 'All memories' }).click();
    await page.getByRole('link', { name: 'See where it came from' }).waitFor();
    await checkAccess();

    await page.getByRole('button', { name: 'Edit memory: I live in Trieste' }).click();
    await page.getByRole('textbox', { name: 'Text of the memory' }).fill('I prefer the sea');
    await page.keyboard.press('Enter');
    await page.getByRole('listitem').getByText('Preferences').waitFor();

    await page.getByRole('button', { name: 'Forget: I prefer the sea' }).click();
    await page.getByText('Nothing remembered yet').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    const card = (content: string) => page.getByRole('listitem').filter({ hasText: content });
    await card('I prefer the sea').waitFor();
    const message = 'Remember that my dog is called Rex';
    expect((await context.request.post('/api/jarvis/chat', { data: { message } })).status()).toBe(200);
    await card('Rex').getByRole('link', { name: 'See where it came from' }).waitFor();
    await card('I prefer the sea').getByRole('link', { name: 'See where it came from' }).click();
    await page.getByText('Remember that I live in Trieste').first().waitFor();
  },
  { model: 'builtin' },
);

journey(
  'an answer from the web shows its sources, and the history can be cleared',
  async ({ context, page, signUp, say, checkAccess }) => {
    await signUp();
    await page.goto('/');
    await say('!look tides in Trieste');
    await page.getByRole('region', { name: 'Sources' }).waitFor();
    const first = page.getByRole('link', { name: /Tides of the Adriatic/ });
    expect(await first.getAttribute('href')).toBe('https://tides.example.org/adriatic');
    expect(await first.getAttribute('rel')).toContain('noreferrer');
    await page.getByRole('button', { name: 'Source 1' }).click();
    await checkAccess();
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.getByRole('button', { name: 'Source 1' }).waitFor();
    await page.getByText('https://tides.example.org/adriatic', { exact: true }).waitFor();
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen' });

    await page.getByRole('link', { name: 'Web lookups' }).click();
    await page.getByText('tides in Trieste').first().waitFor();
    await page.getByRole('link', { name: 'Open the conversation' }).waitFor();
    await checkAccess();
    // A later lookup is added to the list, which says then how long ago the first one was.
    await page.clock.setFixedTime(new Date(Date.now() + 2 * 60 * 60_000));
    await context.request.post('/trpc/chat.send', { data: { message: '!look tides in Grado' } });
    await page.getByText('tides in Grado').first().waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'tides in Trieste' })
      .getByText('2 hours ago')
      .waitFor();
    await page.getByRole('button', { name: 'Clear history' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Clear history' }).click();
    await page.getByText('2 lookups were cleared.').waitFor();
    await page.getByText('No lookups yet').waitFor();
  },
);

wholeJourney('a failure stays in place, and says what to do', async ({ page, signUp, say, checkAccess }) => {
  await signUp();
  await page.goto('/');
  await say('!refuse please');
  await page.getByRole('alert').getByText('No reply').waitFor();
  await checkAccess();
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect.poll(() => page.locator('#composer').inputValue()).toBe('!refuse please');

  await say('!echo now it works');
  await inReply(page, 'now it works').waitFor();
  await say(`!echo ${'many words '.repeat(300)}`);
  await page.getByRole('button', { name: 'Ask again' }).waitFor();
  await say('!refuse again');
  await page.getByRole('alert').waitFor();
  const belowPx = () =>
    page
      .getByRole('region', { name: 'Conversation', exact: true })
      .evaluate(({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop);
  await expect.poll(belowPx, { message: 'its actions are in view' }).toBeLessThan(2);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await inReply(page, 'now it works').waitFor();
});

journey(
  'hostile text stays text: in titles, replies, names and sources',
  async ({ page, signUp, say, checkAccess }) => {
    const hostile = '<img src=x onerror=alert(1)><script>alert(2)</script>';
    await signUp({ displayName: hostile.slice(0, 60) });
    let dialogs = 0;
    page.on('dialog', (dialog) => {
      dialogs += 1;
      void dialog.dismiss();
    });
    await page.goto('/');
    await page.getByRole('heading', { name: /onerror=alert/ }).waitFor();
    await say(
      `!echo ${hostile} [a](javascript:alert(3)) [b](data:text/html,x) ![pixel](https://tracker.example.org/p.png) <a href="javascript:alert(4)">c</a>`,
    );
    await page.getByRole('button', { name: 'Load the image from tracker.example.org' }).waitFor();
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    const links = await page.getByRole('article').getByRole('link').count();
    expect(links).toBe(0);
    expect(await page.locator('article img, article script, article iframe').count()).toBe(0);
    await say('!look hostile');
    await page.getByRole('region', { name: 'Sources' }).getByText('<img src=x onerror=alert(1)>').waitFor();
    await checkAccess();
    expect(dialogs).toBe(0);
  },
);

wholeJourney(
  'code that takes long to highlight stays plain, and holds up no other code',
  async ({ page, signUp, say }) => {
    await signUp();
    await page.goto('/');
    await say('!slowcode');
    await page.locator('figure', { hasText: 'const answer' }).locator('.hljs-keyword').waitFor();
    const slow = page.locator('figure', { hasText: 'import' });
    await slow.waitFor();
    await expect.poll(() => slow.locator('[class^=hljs]').count()).toBe(0);
  },
);

wholeJourney('a long and messy reply is rendered completely', async ({ page, signUp, say, checkAccess }) => {
  await signUp();
  await page.goto('/');
  await say('!mess');
  await page.getByRole('button', { name: 'Ask again' }).waitFor();
  await page.getByRole('region', { name: 'Table' }).waitFor();
  await page.locator('.hljs-keyword').first().waitFor();
  expect(await isTooWide(page)).toBe(false);
  await checkAccess();
});

wholeJourney(
  'each paragraph, quote and list of a reply has the direction of its own text',
  async ({ page, signUp, say }) => {
    await signUp();
    await page.goto('/');
    await say(
      '!echo **English**.\n\n**זהו**.\n\n> ציטוט.\n\n1. אחת.\n\n2. שתיים.\n\n---\n\n1. One.\n\n2. Two.',
    );
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    const reply = page.getByRole('article').last();
    const directionOf = (selector: string) =>
      reply.locator(selector).evaluateAll((all) => all.map((one) => getComputedStyle(one).direction));
    expect(await directionOf('blockquote')).toEqual(['rtl']);
    expect(await directionOf('ol')).toEqual(['rtl', 'ltr']);
    const left = async (text: string) => (await reply.getByText(text, { exact: true }).boundingBox())?.x ?? 0;
    expect(await left('זהו')).toBeGreaterThan((await left('English')) + 100);
  },
);

wholeJourney(
  'the composer sends with Enter, breaks lines with Shift, waits for an input method and keeps drafts',
  async ({ page, signUp }) => {
    await signUp();
    await page.goto('/');
    const composer = page.locator('#composer');
    await composer.fill('one');
    await composer.press('Shift+Enter');
    await composer.pressSequentially('two');
    expect(await composer.inputValue()).toBe('one\ntwo');
    await composer.evaluate((element) =>
      element.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }),
      ),
    );
    expect(await composer.inputValue()).toBe('one\ntwo');
    await page.reload();
    await expect.poll(() => composer.inputValue()).toBe('one\ntwo');

    await composer.fill('x'.repeat(7_900));
    await page.getByText('7,900 of 8,000 characters').waitFor();
    await composer.fill('😀'.repeat(8_001));
    await page.getByText('8,001 of 8,000 characters: too long to send').waitFor();
    expect(await page.getByRole('button', { name: 'Send message' }).isDisabled()).toBe(true);
    await composer.fill('!echo sent');
    await composer.press('Enter');
    await inReply(page, 'sent').waitFor();
    expect(await composer.inputValue()).toBe('');
  },
);

wholeJourney(
  'the button to the end is shown until the end is in view, also after the window grew',
  async ({ page, signUp, say }) => {
    await page.setViewportSize({ width: 1_000, height: 600 });
    await signUp();
    await page.goto('/');
    await say(`!echo ${'many words '.repeat(200)}`);
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    const toEnd = page.getByRole('button', { name: 'Jump to latest' });
    await page
      .getByRole('region', { name: 'Conversation', exact: true })
      .evaluate((element) => element.scrollTo(0, 0));
    await toEnd.waitFor();
    await page.setViewportSize({ width: 1_000, height: 2_000 });
    await toEnd.waitFor({ state: 'detached' });
  },
);

wholeJourney(
  'five thousand messages open at the end, and the first can be reached',
  async ({ page, signUp, say }) => {
    await signUp();
    await page.goto('/');
    await say('!echo the end');
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    await behindTheStage('fill', conversationIn(page.url()));
    await page.reload();
    await inReply(page, 'the end').waitFor();
    const drawn = await page.getByRole('article').count();
    expect(drawn).toBeLessThan(60);
    const region = page.getByRole('region', { name: 'Conversation', exact: true });
    await region.evaluate((element) => element.scrollTo(0, element.scrollHeight - 4_000));
    await page.getByRole('button', { name: 'Jump to latest' }).click();
    await inReply(page, 'the end').waitFor();

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('Question 11 ');
    await page.getByRole('combobox').fill('Question 4321');
    await page.getByRole('option').filter({ hasText: 'Question 4321' }).locator('mark').first().waitFor();
    await page.keyboard.press('Enter');
    await inReply(page, 'Question 4321').waitFor();
    await page.getByRole('button', { name: 'Jump to latest' }).click();
    await inReply(page, 'the end').waitFor();
  },
);

wholeJourney(
  'a long conversation reopens at its last position, also after a reload, or at its end if it was left there',
  async ({ page, context, signUp, say }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signUp();
    await page.goto('/');
    await say('!echo the end');
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    const url = page.url();
    await behindTheStage('fill', conversationIn(url));
    await page.reload();
    await inReply(page, 'the end').waitFor();
    const region = page.getByRole('region', { name: 'Conversation', exact: true });
    /** The message at the upper edge, and its scroll offset. */
    const place = () =>
      region.evaluate((element) => {
        const { top } = element.getBoundingClientRect();
        for (const article of element.querySelectorAll('article')) {
          const box = article.getBoundingClientRect();
          if (box.bottom > top + 8) return { text: article.textContent, y: box.top - top };
        }
        return { text: null, y: 0 };
      });
    /** Rows are measured frame by frame, and each measure may move the view: it rests when ten frames are the same. */
    const rest = () =>
      region.evaluate(async (element) => {
        for (let same = 0, last = Number.NaN; same < 10; last = element.scrollTop) {
          await new Promise(requestAnimationFrame);
          same = element.scrollTop === last ? same + 1 : 0;
        }
      });
    const leave = async () => {
      await page.getByRole('link', { name: 'Tasks', exact: true }).click();
      await page.getByText('Nothing to do').waitFor();
    };
    const comeBack = async () => {
      await page.getByRole('region', { name: 'Conversations' }).getByRole('link').first().click();
      await region.waitFor();
    };
    for (const address of [url, `${url}?m=01900000-0000-7000-8000-0000000004d2`]) {
      await page.goto(address);
      await page.getByRole('article').nth(2).waitFor();
      await rest();
      await region.evaluate((element) => element.scrollBy(0, -1_230));
      await rest();
      const left = await place();
      expect(left.text).toMatch(/(?:Question|Answer) \d/);
      const wayFrom = async () => {
        const { text, y } = await place();
        return text === left.text ? Math.abs(y - left.y) : Number.POSITIVE_INFINITY;
      };
      await leave();
      await comeBack();
      await expect.poll(wayFrom).toBeLessThan(20);
      await page.reload();
      await expect.poll(wayFrom).toBeLessThan(20);
    }
    await page.getByRole('button', { name: 'Jump to latest' }).click();
    await inReply(page, 'the end').waitFor();
    await leave();
    await comeBack();
    await inReply(page, 'the end').waitFor();
    // The messages at that position are still loaded, and older ones.
    await page.keyboard.press('Control+Shift+C');
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('the end');
  },
);

wholeJourney(
  'printing prints the whole conversation, and nothing else',
  async ({ page, signUp, say, expectConsoleError }) => {
    expectConsoleError('Synchronous XMLHttpRequest');
    await signUp();
    await page.goto('/');
    await say(
      '!echo ![Chart](https://example.org/chart.png)\n\n[Rules](https://example.org/rules) https://example.org www.example.org me@example.org\n\nthe end',
    );
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    await behindTheStage('fill', conversationIn(page.url()));
    await page.reload();
    await inReply(page, 'the end').waitFor();
    expect(await inReply(page, 'Question 1').count()).toBe(0);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    for (const text of ['Question 1', 'Question 2501', 'the end'])
      expect(await inReply(page, text).filter({ visible: true }).count()).toBe(1);
    await page.getByText('[Chart] (https://example.org/chart.png)').filter({ visible: true }).waitFor();
    const isFollowed = page
      .locator('article a:visible')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one, '::after').content !== 'none'));
    expect((await isFollowed).join(), 'links followed by their addresses').toBe('true,false,false,false');
    // No scrolling container on the screen cuts it off.
    expect(await page.evaluate(() => document.documentElement.scrollHeight / innerHeight)).toBeGreaterThan(
      100,
    );
    expect(await page.locator('#composer').isVisible()).toBe(false);
    expect(await page.getByRole('navigation').isVisible()).toBe(false);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await inReply(page, 'Question 1').waitFor({ state: 'detached' });
  },
);

wholeJourney(
  'after too many messages, the waiting time is counted down',
  async ({ page, signUp, say, expectConsoleError }) => {
    expectConsoleError('429');
    const { email } = await signUp();
    await page.goto('/');
    await behindTheStage('spend', email);
    await say('one more');
    await page
      .getByRole('alert')
      .getByText(/You can try again in \d+ seconds/)
      .waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).isDisabled()).toBe(true);

    await page.reload();
    await page.getByRole('alert').getByText('Not sent').waitFor();
    await inReply(page, 'one more').waitFor();
  },
);

wholeJourney('sending in one tab does not remove a draft in another', async ({ context, page, signUp }) => {
  await signUp();
  const other = await context.newPage();
  for (const each of [page, other]) {
    await each.goto('/');
    await each.locator('#composer').waitFor();
  }
  await page.locator('#composer').fill('written in one');
  await sayIn(other, '!echo from the other');
  await inReply(other, 'from the other').waitFor();
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.getByRole('heading', { name: 'Tasks', exact: true }).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'New chat' }).click();
  await expect.poll(() => page.locator('#composer').inputValue()).toBe('written in one');

  await page.locator('#composer').fill('!echo from one');
  await other.goto('/');
  await other.locator('#composer').fill('written later');
  await page.locator('#composer').press('Enter');
  await inReply(page, 'from one').waitFor();
  expect(await page.locator('#composer').inputValue()).toBe('');
  await page.goto('/');
  await expect.poll(() => page.locator('#composer').inputValue()).toBe('written later');
});
