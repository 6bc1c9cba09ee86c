import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { inReply, losable, messagesStored, sayIn, whole } from './support/conversation.ts';
import { behindTheStage, wholeJourney } from './support/journey.ts';
import { within } from './support/within.ts';

/** Lets the starts of a page arrive, and withholds their answers. */
async function keepStartsUnanswered(page: Page, lost?: Promise<unknown>) {
  await page.route('**/trpc/chat.start*', async (route) => {
    void route.fetch().catch(() => undefined);
    if (!lost) return;
    await lost;
    await route.abort();
  });
}

/** Resolves when the service lists a running reply to this message. */
async function begun(context: BrowserContext, message: string) {
  const list = async () => (await context.request.get('/trpc/chat.recent')).text();
  await expect.poll(list).toContain(message);
}

wholeJourney(
  'messages requested before a reply ended, and answered after it, remove none of it',
  async ({ context, page, signUp }) => {
    await signUp();
    const other = await context.newPage();
    await other.goto('/');
    await sayIn(other, '!echo one');
    await inReply(other, 'one').waitFor();
    await sayIn(other, '!wait late-page');
    await other.getByText('The first half is here.').waitFor();
    await page.goto('/');
    const asked = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const came = Promise.withResolvers<void>();
    await page.route(
      '**/trpc/conversations.page*',
      async (route) => {
        const messages = await route.fetch();
        asked.resolve();
        await ended.promise;
        await route.fulfill({ response: messages });
        came.resolve();
      },
      { times: 1 },
    );
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /!echo one/ })
      .click();
    await within('the question for the page of the conversation', asked.promise);
    await inReply(page, 'The first half is here.').waitFor();
    await behindTheStage('open', 'late-page');
    await inReply(page, whole).waitFor();
    ended.resolve();
    await within('the late page of the conversation', came.promise);
    await within(
      'the next frame',
      page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))'),
    );
    await inReply(page, 'one').waitFor();
    await inReply(page, whole).waitFor();
    expect(await page.getByRole('article').count()).toBe(4);
  },
);

wholeJourney(
  'a change after the first read of a list, and before the stream of changes, is shown; nothing else is read again',
  async ({ context, page, signUp }) => {
    await signUp();
    // The page stays young, however slow the machine is.
    await page.clock.setFixedTime(new Date());
    const asked: string[] = [];
    page.on('request', (request) => asked.push(...(new URL(request.url()).pathname.match(/[\w.]+/g) ?? [])));
    const changed = Promise.withResolvers<void>();
    await page.route('**/trpc/live.changes*', async (route) => {
      await changed.promise;
      await route.continue();
    });
    await page.goto('/tasks');
    await page.getByText('Nothing to do').waitFor();
    await context.request.post('/api/tasks', { data: { title: 'Milk' } });
    changed.resolve();
    await page.getByRole('main').getByText('Milk', { exact: true }).waitFor();
    expect(asked.filter((name) => /proofNotice|chat.recent|inApp/.test(name)).sort()).toEqual([
      'account.proofNotice',
      'chat.recent',
      'notifications.inApp',
    ]);
  },
);

wholeJourney(
  'a running reply is shown though its list was refused at first, before the stream of changes began',
  async ({ context, page, signUp, onAnotherDevice, expectConsoleError }) => {
    expectConsoleError('503');
    const { email } = await signUp();
    const other = await onAnotherDevice(email);
    await other.goto('/');
    await sayIn(other, '!wait refused-list');
    await begun(context, 'refused-list');
    await page.clock.setFixedTime(new Date());
    const refused = Promise.withResolvers<void>();
    await page.route(
      '**/trpc/*chat.recent*',
      async (route) => {
        await route.fulfill({ status: 503, body: '{}' });
        refused.resolve();
      },
      { times: 1 },
    );
    // It tells of no change, and its reconnects are never answered.
    await page.route('**/trpc/live.changes*', () => undefined);
    await page.route(
      '**/trpc/live.changes*',
      async (route) => {
        await refused.promise;
        await route.fulfill({ contentType: 'text/event-stream', body: 'event: connected\ndata: {}\n\n' });
      },
      { times: 1 },
    );
    await page.goto('/tasks');
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /refused-list/ })
      .waitFor();
    await behindTheStage('open', 'refused-list');
  },
);

wholeJourney(
  'a running reply is shown though its list was refused at first, after the stream of changes began',
  async ({ context, page, signUp, onAnotherDevice, expectConsoleError }) => {
    expectConsoleError('503');
    const { email } = await signUp();
    const other = await onAnotherDevice(email);
    await other.goto('/');
    await sayIn(other, '!wait refused-late');
    await begun(context, 'refused-late');
    await page.clock.setFixedTime(new Date());
    const { promise: heard, resolve: hear } = Promise.withResolvers<void>();
    await page.exposeFunction('hear', hear);
    await page.addInitScript(`
      globalThis.EventSource = class extends EventSource {
        constructor(...given) {
          super(...given);
          this.addEventListener('connected', () => setTimeout(hear));
        }
      };
    `);
    await page.route(
      '**/trpc/*chat.recent*',
      async (route) => {
        await heard;
        await route.fulfill({ status: 503, body: '{}' });
      },
      { times: 1 },
    );
    await page.route('**/trpc/live.changes*', () => undefined);
    await page.route(
      '**/trpc/live.changes*',
      (route) => route.fulfill({ contentType: 'text/event-stream', body: 'event: connected\ndata: {}\n\n' }),
      { times: 1 },
    );
    await page.goto('/tasks');
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /refused-late/ })
      .waitFor();
    await behindTheStage('open', 'refused-late');
  },
);

wholeJourney(
  'a change during the first read of a conversation or a list is shown after that read, which may be older',
  async ({ context, page, signUp }) => {
    await signUp();
    const { conversation } = await (
      await context.request.post('/api/conversations', { data: { title: 'Before' } })
    ).json();
    const at = `/api/conversations/${conversation.id}`;
    await context.request.post(`${at}/messages`, { data: { content: 'Hi' } });
    const addTask = (title: string) => context.request.post('/api/tasks', { data: { title } });
    await addTask('Bread');
    await page.goto('/');
    for (const [name, procedure, old, change, text] of [
      [
        'Before',
        'conversations.page',
        'Hi',
        () => context.request.patch(at, { data: { title: 'After' } }),
        'After',
      ],
      ['Tasks', 'tasks.list', 'Bread', () => addTask('Milk'), 'Milk'],
    ] as const) {
      const asked = Promise.withResolvers<void>();
      const changed = Promise.withResolvers<void>();
      const shown = Promise.withResolvers<void>();
      const calls = `**/trpc/*${procedure}*`;
      await page.route(calls, async (route) => {
        await shown.promise;
        await route.continue().catch(() => undefined);
      });
      await page.route(
        calls,
        async (route) => {
          const response = await route.fetch();
          asked.resolve();
          await changed.promise;
          await route.fulfill({ response });
        },
        { times: 1 },
      );
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
      await within(`the first call of ${procedure}`, asked.promise);
      await change();
      // A later change, whose notice comes after that one's.
      await context.request
        .post('/api/conversations', { data: { title: `Later than ${text}` } })
        .then(async (made) => {
          const { id } = (await made.json()).conversation;
          await context.request.post(`/api/conversations/${id}/messages`, { data: { content: 'Hi' } });
        });
      await page.getByRole('link', { name: `Later than ${text}` }).waitFor();
      changed.resolve();
      await page.getByRole('main').getByText(old, { exact: true }).first().waitFor();
      shown.resolve();
      await page.getByRole('main').getByText(text, { exact: true }).first().waitFor();
    }
  },
);

wholeJourney(
  'a change of the profile waits for the previous one, whose late answer reverts none of it',
  async ({ context, page, signUp }) => {
    await signUp({ displayName: 'Ada' });
    await page.goto('/account');
    const released = Promise.withResolvers<void>();
    let sent = 0;
    await page.route('**/trpc/account.updateProfile*', async (route) => {
      sent += 1;
      const stored = await route.fetch();
      await released.promise;
      await route.fulfill({ response: stored });
    });
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada King');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: /Account menu: Ada King/ }).waitFor();
    const memory = page.getByRole('switch', { name: 'Memory' });
    await memory.click();
    await expect.poll(() => memory.isChecked()).toBe(false);
    const stored = async () => (await (await context.request.get('/api/auth/session')).json()).user;
    await expect.poll(stored).toMatchObject({ displayName: 'Ada King', memoryEnabled: true });
    expect(sent).toBe(1);
    // A change elsewhere has the person read again, which hides none of it.
    await context.request.patch('/api/auth/profile', { data: { webSearchEnabled: false } });
    await expect.poll(() => page.getByRole('switch', { name: 'Web search' }).isChecked()).toBe(false);
    expect(await memory.isChecked()).toBe(false);
    released.resolve();
    await expect.poll(stored).toMatchObject({ displayName: 'Ada King', memoryEnabled: false });
    await expect.poll(() => memory.isChecked()).toBe(false);
  },
);

wholeJourney(
  'a reply whose start is never answered is shown when it has ended',
  async ({ page, signUp, say }) => {
    await signUp();
    await page.goto('/');
    await keepStartsUnanswered(page);
    await say('!echo heard of at last');
    await inReply(page, 'heard of at last').waitFor();
    await page.waitForURL('**/c/*');
    expect(await page.getByRole('article').count()).toBe(2);
  },
);

wholeJourney(
  'a reply whose start was lost is shown while it runs, and the queued message follows it',
  async ({ context, page, signUp, say, expectConsoleError }) => {
    expectConsoleError('net::ERR_FAILED');
    await signUp();
    await page.goto('/');
    const lost = Promise.withResolvers<void>();
    await keepStartsUnanswered(page, lost.promise);
    await say('!wait lost-start');
    await begun(context, 'lost-start');
    await say('!echo the next');
    await page.getByText('Sent when the reply has ended', { exact: true }).waitFor();
    lost.resolve();
    await inReply(page, 'The first half is here.').waitFor();
    await page.waitForURL('**/c/*');
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.unrouteAll();
    await behindTheStage('open', 'lost-start');
    await inReply(page, whole).waitFor();
    await inReply(page, 'the next').waitFor();
    await expect.poll(() => messagesStored(page)).toHaveLength(4);
    expect(await page.getByRole('article').count()).toBe(4);
  },
);

wholeJourney(
  'a first message whose start was lost is not stored twice by “Try again” much later, in a continued conversation',
  async ({ page, signUp, say, onAnotherDevice, expectConsoleError }) => {
    expectConsoleError('net::ERR_FAILED');
    const { email } = await signUp();
    await page.goto('/');
    await page.route('**/trpc/*chat.recent*', (route) => route.abort());
    await page.route('**/trpc/chat.start*', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await say('!echo once');
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    const other = await onAnotherDevice(email);
    await other.goto('/');
    await other
      .getByRole('navigation')
      .getByRole('link', { name: /!echo once/ })
      .click();
    await inReply(other, 'once').waitFor();
    await sayIn(other, '!echo later');
    await inReply(other, 'later').waitFor();
    await behindTheStage('forget', email);
    await page.unrouteAll();
    await again.click();
    await page.waitForURL('**/c/*');
    await inReply(page, 'once').waitFor();
    await inReply(page, 'later').waitFor();
    expect(await messagesStored(page)).toHaveLength(4);
    expect(await page.getByRole('article').count()).toBe(4);
  },
);

wholeJourney(
  'a queued message that is restored after the reply has ended is sent',
  async ({ page, signUp, say, expectConsoleError }) => {
    expectConsoleError('net::ERR_FAILED');
    await signUp();
    await page.goto('/');
    await say('!wait brought-back');
    await page.getByText('The first half is here.').waitFor();
    await page.waitForURL('**/c/*');
    await say('!echo the next');
    await page.getByText('Sent when the reply has ended', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await behindTheStage('open', 'brought-back');
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    // No change elsewhere makes the page request the list of running replies.
    await page.route('**/trpc/*chat.recent*', (route) => route.abort());
    await page.getByRole('button', { name: 'Undo' }).click();
    await inReply(page, 'the next').waitFor();
    await expect.poll(() => messagesStored(page)).toHaveLength(4);
  },
);

wholeJourney(
  'a start that is lost in one tab restores nothing in another that has its reply',
  async ({ context, page, signUp, say, expectConsoleError }) => {
    expectConsoleError('net::ERR_FAILED');
    await signUp();
    await page.goto('/');
    await say('!echo hello');
    await inReply(page, 'hello').waitFor();
    await page.waitForURL('**/c/*');
    const other = await context.newPage();
    await other.goto(page.url());
    await inReply(other, 'hello').waitFor();
    const lost = Promise.withResolvers<void>();
    await keepStartsUnanswered(page, lost.promise);
    // The page cannot find out whether the message arrived: it is kept as not sent.
    await page.route('**/trpc/*chat.recent*', async (route) => {
      await lost.promise;
      await route.abort();
    });
    await say('!wait two-tabs');
    await inReply(other, 'The first half is here.').waitFor();
    await behindTheStage('open', 'two-tabs');
    await inReply(other, whole).waitFor();
    await other.evaluate(`
      window.mostArticles = 0;
      const count = () => {
        window.mostArticles = Math.max(window.mostArticles, document.querySelectorAll('article').length);
      };
      count();
      new MutationObserver(count).observe(document.body, { childList: true, subtree: true });
      window.heard = new Promise((resolve) => {
        addEventListener('storage', ({ key, newValue }) => {
          if (key?.startsWith('jarvis:turn:') && newValue?.includes('two-tabs')) requestAnimationFrame(resolve);
        });
      });
      0;
    `);
    lost.resolve();
    await page.getByRole('alert').getByText('Not sent').waitFor();
    await within('the word of the other tab that nothing was sent', other.evaluate('window.heard'));
    await within('the end of what was held up', page.unrouteAll({ behavior: 'wait' }));
    await page.reload();
    await inReply(page, whole).waitFor();
    await expect.poll(() => page.getByRole('article').count()).toBe(4);
    expect(await other.getByRole('article').count()).toBe(4);
    expect(await other.evaluate('window.mostArticles')).toBe(4);
  },
);

wholeJourney(
  'a queued message that could not be sent at first continues its conversation when it is sent again',
  async ({ page, signUp, say, expectConsoleError }) => {
    expectConsoleError('net::ERR_FAILED');
    await signUp();
    await page.goto('/');
    await say('!wait sent-again');
    await page.getByText('The first half is here.').waitFor();
    await page.waitForURL('**/c/*');
    await say('!echo afterwards');
    await page.getByText('Sent when the reply has ended', { exact: true }).waitFor();
    const url = page.url();
    await page.goto('about:blank');
    await behindTheStage('open', 'sent-again');
    await expect.poll(() => messagesStored(page, url)).toHaveLength(2);
    // The page cannot find out whether the conversation has begun.
    await page.route(
      (address) =>
        /conversations\.page/.test(address.href) && /"limit":1[,}]/.test(decodeURIComponent(address.href)),
      (route) => route.abort(),
      { times: 1 },
    );
    await page.goto(url);
    await page.getByRole('button', { name: 'Try again' }).click();
    await inReply(page, 'afterwards').waitFor();
    expect(page.url()).toBe(url);
    await expect.poll(() => messagesStored(page, url)).toHaveLength(4);
    await expect.poll(() => page.getByRole('article').count()).toBe(4);
  },
);

wholeJourney(
  'a rewritten reply is shown with one message, even if the page learns of the reply first',
  async ({ context, page, signUp }) => {
    await signUp();
    const other = await context.newPage();
    await other.goto('/');
    await sayIn(other, '!wait heard-first');
    await behindTheStage('open', 'heard-first');
    await inReply(other, whole).waitFor();
    await behindTheStage('shut', 'heard-first');
    await other.getByRole('button', { name: 'Ask again' }).click();
    await other.getByRole('button', { name: 'Stop the reply' }).waitFor();
    await inReply(other, 'The first half is here.').waitFor();
    await page.goto('/');
    const heard = Promise.withResolvers<void>();
    await page.route('**/trpc/conversations.page*', async (route) => {
      await heard.promise;
      await route.continue();
    });
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /!wait heard-first/ })
      .click();
    await inReply(page, 'The first half is here.').waitFor();
    heard.resolve();
    await page.getByRole('heading').getByRole('button', { name: '!wait heard-first' }).waitFor();
    await expect.poll(() => page.getByRole('article').count()).toBe(2);
    await behindTheStage('open', 'heard-first');
    await inReply(page, whole).waitFor();
    expect(await page.getByRole('article').count()).toBe(2);
  },
);

wholeJourney(
  'a rewritten reply is shown when its stream is lost and the service no longer lists its turn',
  async ({ page, signUp, say, expectConsoleError }) => {
    expectConsoleError('net::ERR_FAILED');
    await signUp();
    const loseConnection = await losable(page, 'chat.regenerate');
    await page.goto('/');
    await say('!wait forgotten');
    await behindTheStage('open', 'forgotten');
    await inReply(page, whole).waitFor();
    const lastStored = async () => (await messagesStored(page)).at(-1)?.id;
    const before = await lastStored();
    await behindTheStage('shut', 'forgotten');
    await page.getByRole('button', { name: 'Ask again' }).click();
    await inReply(page, 'The first half is here.').waitFor();
    const stored = Promise.withResolvers<void>();
    await page.route('**/trpc/chat.watch*', async (route) => {
      await stored.promise;
      await route.continue();
    });
    await page.route(/trpc\/\S*chat\.recent/, async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      await route.fulfill({ response, body: body.replace(/"turns":\[.*?\](?=\}\}\})/, '"turns":[]') });
    });
    const watching = page.waitForRequest('**/trpc/chat.watch*');
    await loseConnection();
    await watching;
    await behindTheStage('open', 'forgotten');
    await expect.poll(lastStored).not.toBe(before);
    stored.resolve();
    await page.getByRole('img', { name: 'Version 2 of 2' }).waitFor();
    await inReply(page, whole).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  },
);

wholeJourney(
  'a new conversation stays in the list while the list is read after its first reply',
  async ({ page, signUp, say }) => {
    await signUp();
    await page.goto('/', { waitUntil: 'networkidle' });
    const { promise: read, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/trpc/*conversations.entries*', async (route) => {
      await read;
      await route.continue();
    });
    await say('!echo hello');
    await page.getByRole('button', { name: 'Copy reply' }).waitFor({ state: 'attached' });
    const list = page.getByRole('region', { name: 'Conversations' });
    expect(await list.getByRole('link').allInnerTexts()).toEqual(['!echo hello']);
    answer();
  },
);
