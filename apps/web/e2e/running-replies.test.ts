import type { BrowserContext, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { inReply, losable, messagesStored, sayIn, whole } from './support/conversation.ts';
import { handFiles, textFile } from './support/hand-files.ts';
import { behindTheStage, journey, wholeJourney } from './support/journey.ts';
import { within } from './support/within.ts';

/** A page of the same browser that has begun a reply, which waits at the gate. */
async function replyingPage(context: BrowserContext, gate: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/');
  await sayIn(page, `!wait ${gate}`);
  await page.getByText('The first half is here.').waitFor();
  await page.waitForURL('**/c/*');
  return page;
}

/** The marks of running replies, wherever they are listed. */
const running = (page: Page) => page.getByText('A reply is being written');

/** As after a long sleep: the list of replies names none any more. */
const listNoReplies = (page: Page) =>
  page.route('**/trpc/*chat.recent*', async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({ response, body: body.replace(/"turns":\[.*?\](?=\}\}\})/, '"turns":[]') });
  });

/** The browser's events when a tab is hidden or shown again. */
async function setVisible(page: Page, visible: boolean) {
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${visible ? 'visible' : 'hidden'}' });
    document.dispatchEvent(new Event('visibilitychange'));
  `);
}

/** Of changes and of replies: a page that loads late reads a running reply by another stream than the first. */
function openStreams(page: Page): ReadonlySet<Request> {
  const open = new Set<Request>();
  page.on('request', (request) => {
    if (/live\.changes|chat\.(start|watch)/.test(request.url())) open.add(request);
  });
  for (const ended of ['requestfailed', 'requestfinished'] as const)
    page.on(ended as 'requestfailed', (request) => open.delete(request));
  return open;
}

wholeJourney('nine tabs all work, seven of which have a running reply', async ({ context, page, signUp }) => {
  await signUp();
  // More than a browser's connections to a host.
  const gates = Array.from({ length: 7 }, (_, number) => `nine-${number}`);
  const replying: Page[] = [];
  for (const gate of gates) replying.push(await replyingPage(context, gate));
  const others = [page, await context.newPage()];
  for (const [number, tab] of others.entries()) {
    await tab.goto('/');
    await sayIn(tab, `!echo answer ${number}`);
    await inReply(tab, `answer ${number}`).waitFor();
  }
  for (const gate of gates) await behindTheStage('open', gate);
  for (const tab of replying) await inReply(tab, whole).waitFor();
  // Each reply was watched to its end: an announcement goes when the other tab has told so, which may come after it.
  for (const tab of others) {
    await expect.poll(() => running(tab).count()).toBe(0);
    await expect.poll(() => tab.getByText('Jarvis has replied').count()).toBe(0);
  }
});

wholeJourney(
  'a message sent while the page of a new conversation loads continues it, and what is written then stays there',
  async ({ page, signUp }) => {
    await signUp();
    // No skeleton takes the composer's place, which otherwise one does after 300 ms.
    await page.addInitScript(`
      const { setTimeout } = window;
      window.setTimeout = (run, ms, ...rest) => setTimeout(run, ms === 300 ? 0 : ms, ...rest);
    `);
    const { promise: shown, resolve: show } = Promise.withResolvers<void>();
    await page.route('**/assets/conversation-page-*.js', async (route) => {
      await shown;
      await route.continue();
    });
    const { promise: accepted, resolve: accept } = Promise.withResolvers<void>();
    await page.route('**/trpc/chat.start*', async (route) => {
      await accepted;
      await route.continue();
    });
    const { promise: handed, resolve: hand } = Promise.withResolvers<void>();
    await page.route('**/assets/composer-files-*.js', async (route) => {
      await handed;
      await route.continue();
    });
    await page.goto('/');
    await sayIn(page, '!echo one answer');
    await handFiles(page, 'drop', [textFile('plan.txt', 'The train leaves at nine.')]);
    accept();
    await page.waitForURL('**/c/*');
    await sayIn(page, '!echo another answer');
    hand();
    await page.getByText('plan.txt has arrived.').waitFor({ state: 'attached' });
    await page.getByRole('link', { name: 'New chat' }).first().click();
    await sayIn(page, '!echo an answer elsewhere');
    await page.waitForURL('**/c/*');
    await page.goBack();
    await page.keyboard.type('for ');
    await page.locator('#composer').evaluate((element) => element.setAttribute('data-earlier', ''));
    show();
    await page.locator('#composer:not([data-earlier])').waitFor();
    await page.keyboard.type('later');
    expect(await page.locator('#composer').inputValue()).toBe('for later');
    await page.getByRole('list', { name: 'Files of this message' }).getByText('plan.txt').waitFor();
    await inReply(page, 'one answer').waitFor();
    await inReply(page, 'another answer').waitFor();
  },
);

journey(
  'a change shows in every tab, also after the tab with the stream is closed',
  async ({ context, signUp }) => {
    await signUp();
    const [first, second, third] = [
      await context.newPage(),
      await context.newPage(),
      await context.newPage(),
    ];
    const streams = new Set<string>();
    for (const tab of [first, second, third]) {
      tab.on('request', (request) => {
        if (request.url().includes('live.changes')) streams.add(String([first, second, third].indexOf(tab)));
      });
      await tab.goto('/tasks');
      await tab.getByText('Nothing to do').waitFor();
    }
    await expect.poll(() => streams.size).toBe(1);
    await context.request.post('/api/tasks', { data: { title: 'Water the plants' } });
    for (const tab of [first, second, third]) await tab.getByText('Water the plants').waitFor();
    await first.close();
    await expect.poll(() => streams.size).toBe(2);
    await context.request.post('/api/tasks', { data: { title: 'Feed the cat' } });
    for (const tab of [second, third]) await tab.getByText('Feed the cat').waitFor();
  },
);

wholeJourney(
  'a hidden tab holds no stream, and catches up when it is shown',
  async ({ context, page, signUp }) => {
    await page.clock.install();
    await signUp();
    const streams = openStreams(page);
    await page.goto('/');
    await sayIn(page, '!wait out-of-sight');
    await page.getByText('The first half is here.').waitFor();
    await expect.poll(() => streams.size).toBe(2);
    await setVisible(page, false);
    await page.clock.fastForward(5_000);
    await expect.poll(() => streams.size).toBe(0);
    await behindTheStage('open', 'out-of-sight');
    await context.request.post('/api/tasks', { data: { title: 'Made elsewhere' } });
    await setVisible(page, true);
    await inReply(page, whole).waitFor();
  },
);

wholeJourney(
  'a first reply that was left while it ran is listed at once, and its end is announced',
  async ({ page, signUp, say, checkAccess }) => {
    await signUp();
    await page.goto('/');
    await say('!wait left-alone');
    await page.getByText('The first half is here.').waitFor();
    await page.getByRole('link', { name: 'Tasks', exact: true }).click();
    await page.getByRole('heading', { name: 'Tasks' }).waitFor();
    const row = page
      .getByRole('navigation')
      .getByRole('link', { name: /A reply is being written: .*left-alone/ });
    await row.waitFor();
    await checkAccess();
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: /A reply is being written: .*left-alone/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.reload();
    await row.waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await behindTheStage('open', 'left-alone');
    await expect.poll(() => running(page).count()).toBe(0);
    const notice = page.getByText('Jarvis has replied in “!wait left-alone”.');
    expect(await notice.count()).toBe(0);
    await page.keyboard.press('Escape');
    await notice.waitFor();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await inReply(page, whole).waitFor();
  },
);

wholeJourney(
  'the end of a reply that is no longer listed, as after a long sleep, is learnt and announced',
  async ({ page, signUp, say }) => {
    await signUp();
    await page.goto('/');
    await say('!wait slept-through');
    await page.getByText('The first half is here.').waitFor();
    await page.getByRole('link', { name: 'Tasks', exact: true }).click();
    await page.getByRole('heading', { name: 'Tasks' }).waitFor();
    await listNoReplies(page);
    await page.clock.setFixedTime(new Date(Date.now() + 60_000));
    await behindTheStage('open', 'slept-through');
    await page.getByText('Jarvis has replied in “!wait slept-through”.').waitFor();
    expect(await running(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await inReply(page, whole).waitFor();
  },
);

wholeJourney(
  'a reply that was stored during a sleep of weeks is shown on waking, and nothing failed',
  async ({ page, signUp, say, expectConsoleError }) => {
    expectConsoleError('net::ERR_FAILED');
    const { email } = await signUp();
    const loseConnection = await losable(page, 'chat.start');
    await page.goto('/');
    await say('!wait slept-for-weeks');
    await inReply(page, 'The first half is here.').waitFor();
    await page.waitForURL('**/c/*');
    const forgotten = Promise.withResolvers<void>();
    await page.route('**/trpc/chat.watch*', async (route) => {
      await forgotten.promise;
      await route.continue();
    });
    const watching = page.waitForRequest('**/trpc/chat.watch*');
    await loseConnection();
    await watching;
    await behindTheStage('open', 'slept-for-weeks');
    await expect.poll(() => messagesStored(page)).toHaveLength(2);
    await behindTheStage('forget', email);
    forgotten.resolve();
    await inReply(page, whole).waitFor();
    expect(await page.getByRole('article').count()).toBe(2);
    expect(await page.getByRole('alert').count()).toBe(0);
  },
);

wholeJourney(
  'a reply that is lost while nobody looks at it is announced, also if the person opens another page before it is known',
  async ({ context, page, signUp, say, expectConsoleError }) => {
    // Its conversation has never begun.
    expectConsoleError('404');
    await signUp();
    await page.goto('/');
    await say('!wait lost-unseen');
    await page.getByText('The first half is here.').waitFor();
    await page.getByRole('link', { name: 'Tasks', exact: true }).click();
    await page.getByRole('heading', { name: 'Tasks' }).waitFor();
    await listNoReplies(page);
    const known = Promise.withResolvers<void>();
    await page.route('**/trpc/chat.watch*', async (route) => {
      await known.promise;
      const body = 'event: connected\ndata: {}\n\nevent: return\ndata:\n\n';
      await route.fulfill({ contentType: 'text/event-stream', body });
    });
    const watching = page.waitForRequest('**/trpc/chat.watch*');
    await page.clock.setFixedTime(new Date(Date.now() + 60_000));
    // Each end of a reply makes the page read the list.
    const other = await context.newPage();
    await other.goto('/');
    await sayIn(other, '!echo another');
    await watching;
    await page.getByRole('link', { name: 'New chat' }).click();
    await page.locator('#composer').waitFor();
    known.resolve();
    await page.getByText('No reply in “!wait lost-unseen”.').waitFor();
    expect(await running(page).count()).toBe(0);
  },
);

wholeJourney(
  'a reply that fails elsewhere is announced, listed and offered again',
  async ({ page, signUp, say, checkAccess }) => {
    await signUp();
    await page.goto('/');
    await say('!wait fails-elsewhere break');
    await page.getByText('The first half is here.').waitFor();
    await page.getByRole('link', { name: 'Tasks', exact: true }).click();
    await page.getByRole('heading', { name: 'Tasks' }).waitFor();
    await behindTheStage('open', 'fails-elsewhere break');
    await page.getByText('No reply in “!wait fails-elsewhere break”.').waitFor();
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /No reply: .*fails-elsewhere/ })
      .click();
    await page.getByRole('alert').getByText('The reply breaks off here').waitFor();
    await inReply(page, 'The first half is here.').waitFor();
    await checkAccess();
  },
);

wholeJourney('the end of a reply is not announced once its conversation is deleted', async (traveller) => {
  const { page, signUp, say } = traveller;
  await signUp();
  await page.goto('/');
  await say('!echo hello');
  await page.getByRole('button', { name: 'Ask again' }).waitFor();
  await say('!wait deleted-meanwhile');
  await page.getByText('The first half is here.').waitFor();
  await page
    .locator('header')
    .getByRole('button', { name: /^Options for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByText(/^Deleted: /).waitFor();
  const told = page.waitForResponse(
    async (answer) => answer.url().includes('chat.recent') && !(await answer.text()).includes('"running"'),
  );
  await behindTheStage('open', 'deleted-meanwhile');
  await (await told).finished();
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  expect(await page.getByText('Jarvis has replied').count()).toBe(0);
});

wholeJourney(
  'a reply begun in another window streams into an open one',
  async ({ context, page, signUp, say }) => {
    await signUp();
    await page.goto('/');
    await say('!echo hello');
    await inReply(page, 'hello').waitFor();
    await page.waitForURL('**/c/*');
    const other = await context.newPage();
    await other.goto(page.url());
    await inReply(other, 'hello').waitFor();
    await sayIn(other, '!wait other-window');
    await page.getByRole('article').getByText('The first half is here.').waitFor();
    await page.getByRole('button', { name: 'Stop the reply' }).waitFor();
    await behindTheStage('open', 'other-window');
    await inReply(page, whole).waitFor();
    await expect.poll(() => page.getByRole('article').count()).toBe(4);
  },
);

wholeJourney(
  'a reply whose start was lost is shown without a click',
  async ({ page, signUp, say, expectConsoleError }) => {
    expectConsoleError('net::ERR_FAILED');
    await signUp();
    await page.goto('/');
    await page.route('**/trpc/chat.start*', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await say('!echo found again');
    await inReply(page, 'found again').waitFor();
    await page.waitForURL('**/c/*');
    expect(await page.getByRole('alert').count()).toBe(0);
  },
);

wholeJourney('a reply that ended while the tab was hidden is never shown twice', async ({ page, signUp }) => {
  await page.clock.install();
  await signUp();
  const streams = openStreams(page);
  await page.goto('/');
  await sayIn(page, '!echo hello');
  await inReply(page, 'hello').waitFor();
  await page.waitForURL('**/c/*');
  await sayIn(page, '!wait twice');
  await page.getByText('The first half is here.').waitFor();
  await expect.poll(() => streams.size).toBe(2);
  await setVisible(page, false);
  await page.clock.fastForward(5_000);
  await expect.poll(() => streams.size).toBe(0);
  await behindTheStage('open', 'twice');
  await expect.poll(() => messagesStored(page)).toHaveLength(4);
  await page.evaluate(`
      window.mostArticles = 0;
      const count = () => {
        window.mostArticles = Math.max(window.mostArticles, document.querySelectorAll('article').length);
      };
      count();
      new MutationObserver(count).observe(document.body, { childList: true, subtree: true });
    `);
  // The events of the reply are delayed; the stored messages could be read at once.
  const caughtUp = page.waitForResponse((answer) => answer.url().includes('chat.recent'));
  await page.route('**/trpc/chat.watch*', async (route) => {
    await (await caughtUp).finished();
    await within('the next frame', page.evaluate('new Promise(requestAnimationFrame)'));
    await route.continue();
  });
  await setVisible(page, true);
  await inReply(page, whole).waitFor();
  // The stored messages have taken its place.
  await page.getByRole('button', { name: 'Ask again' }).waitFor();
  expect(await page.getByRole('article').count()).toBe(4);
  expect(await page.evaluate('window.mostArticles')).toBe(4);
});

wholeJourney(
  'a late list of running replies restores no reply that has ended',
  async ({ context, page, signUp, say }) => {
    await signUp();
    await page.goto('/');
    await say('!wait late-list');
    await page.getByText('The first half is here.').waitFor();
    await page.waitForURL('**/c/*');
    const listed = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    await page.route('**/trpc/*chat.recent*', async (route) => {
      const list = await route.fetch();
      listed.resolve();
      await ended.promise;
      await route.fulfill({ response: list });
    });
    let watched = 0;
    page.on('request', (request) => {
      if (request.url().includes('chat.watch')) watched += 1;
    });
    // A reply that begins elsewhere makes the page request the list of running ones.
    const other = await context.newPage();
    await other.goto('/');
    await sayIn(other, '!wait late-list-elsewhere');
    await within('the question which replies are running', listed.promise);
    await behindTheStage('open', 'late-list');
    await inReply(page, whole).waitFor();
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    const asked = page.waitForResponse((answer) => answer.url().includes('chat.recent'));
    ended.resolve();
    await (await asked).finished();
    // The other reply is in the list, which shows that it has been read.
    await page.getByRole('navigation').getByText('!wait late-list-elsewhere').waitFor();
    expect(await page.getByRole('article').count()).toBe(2);
    expect(watched).toBe(0);
    // Its end makes the page send another request, while the journey closes it.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await behindTheStage('open', 'late-list-elsewhere');
  },
);

wholeJourney(
  'one message waits while a reply runs: it is shown, can be edited, and is sent at the reply’s end',
  async ({ page, signUp, say, checkAccess }) => {
    await signUp();
    await page.goto('/');
    await say('!wait before-queue');
    await page.getByText('The first half is here.').waitFor();
    await page.waitForURL('**/c/*');
    const composer = page.locator('#composer');
    const waits = page.getByText('Sent when the reply has ended', { exact: true });
    await composer.fill('!echo the next');
    await page.getByRole('button', { name: 'Send when the reply has ended' }).click();
    await waits.waitFor();
    await checkAccess();
    await composer.fill('a third one');
    await composer.press('Enter');
    expect(await composer.inputValue()).toBe('a third one');
    await page.getByRole('button', { name: 'Edit' }).click();
    await expect.poll(() => composer.inputValue()).toBe('!echo the next');
    await say('!echo the edited one');
    await waits.waitFor();
    expect(await composer.inputValue()).toBe('a third one');
    await page.getByRole('button', { name: 'Discard' }).click();
    await waits.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await waits.waitFor();
    await page.reload();
    await waits.waitFor();

    const next = page.waitForRequest((request) => request.url().includes('chat.start'));
    await behindTheStage('open', 'before-queue');
    // A yes in it answers no question of the reply ahead.
    expect((await next).postData()).toContain('"writtenAhead":true');
    await inReply(page, whole).waitFor();
    await inReply(page, 'the edited one').waitFor();
    await waits.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('article').count()).toBe(4);
    await page.reload();
    await inReply(page, 'the edited one').waitFor();
    await expect.poll(() => page.getByRole('article').count()).toBe(4);
  },
);

wholeJourney(
  'a message queued behind the first reply continues its conversation, even if that reply ended with no page open',
  async ({ page, signUp, say }) => {
    await signUp();
    await page.goto('/');
    await say('!wait nobody-there');
    await page.getByText('The first half is here.').waitFor();
    await page.waitForURL('**/c/*');
    await say('!echo afterwards');
    await page.getByText('Sent when the reply has ended', { exact: true }).waitFor();
    const url = page.url();
    await page.goto('about:blank');
    await behindTheStage('open', 'nobody-there');
    await expect.poll(() => messagesStored(page, url)).toHaveLength(2);
    await page.goto(url);
    await inReply(page, whole).waitFor();
    await inReply(page, 'afterwards').waitFor();
    expect(page.url()).toBe(url);
    await expect.poll(() => messagesStored(page, url)).toHaveLength(4);
    expect(await page.getByRole('article').count()).toBe(4);
  },
);

wholeJourney(
  'a reply that ends while the tab is hidden marks its title, and is announced when the tab is shown',
  async ({ page, signUp, say }) => {
    await page.clock.install();
    await signUp();
    await page.goto('/');
    await say('!wait marked-title');
    await page.getByText('The first half is here.').waitFor();
    await page.waitForURL('**/c/*');
    await page.getByRole('link', { name: 'Tasks', exact: true }).click();
    await page.getByRole('heading', { name: 'Tasks' }).waitFor();
    await setVisible(page, false);
    await page.clock.fastForward(5_000);
    await behindTheStage('open', 'marked-title');
    await expect
      .poll(async () => {
        await page.clock.fastForward(20_000);
        return page.title();
      })
      .toBe('● Tasks · Jarvis');
    await setVisible(page, true);
    expect(await page.title()).toBe('Tasks · Jarvis');
    await page.getByText('Jarvis has replied in “!wait marked-title”.').waitFor();
  },
);
