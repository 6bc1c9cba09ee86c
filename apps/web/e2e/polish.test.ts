import { expect } from 'vitest';
import { inReply } from './support/conversation.ts';
import { behindTheStage, journey, password, phone, wholeJourney } from './support/journey.ts';
import { within } from './support/within.ts';

wholeJourney(
  'a notice covers neither the composer nor quick add',
  async ({ page, signUp, say, checkAccess }) => {
    await signUp();
    await page.goto('/tasks');
    const quickAdd = page.getByPlaceholder('What needs doing?');
    await quickAdd.fill('Water the plants');
    await quickAdd.press('Enter');
    await page.getByRole('checkbox', { name: 'Complete “Water the plants”' }).click();
    const done = await page.getByRole('group').filter({ hasText: 'is done' }).boundingBox();
    const field = await quickAdd.boundingBox();
    if (!done || !field) throw new Error('one of them is not there');
    expect(done.y).toBeGreaterThan(field.y + field.height);
    await page.goto('/');
    await say('!echo hello');
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    await page.locator('header').getByRole('button', { name: 'Options for “!echo hello”' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    // The composer of a new chat takes the place of the conversation's.
    await page.waitForURL((url) => url.pathname === '/');
    await page.locator('#composer').waitFor();
    const said = page.getByRole('group').filter({ hasText: 'Deleted: ' });
    const colours = said.evaluate((element) =>
      [element, element.querySelector('button:last-child')].map((each) => getComputedStyle(each).color),
    );
    expect(new Set(await colours).size, 'the icon is as clear as the text').toBe(1);
    const notice = await said.boundingBox();
    const composer = await page.locator('#composer').boundingBox();
    if (!notice || !composer) throw new Error('one of them is not there');
    expect(notice.y + notice.height <= composer.y || composer.y + composer.height <= notice.y).toBe(true);
    await checkAccess();
  },
);

wholeJourney('a conversation opens without the source of its replies', async ({ page, signUp, say }) => {
  await signUp();
  await page.goto('/');
  await say('!echo **bold**');
  await page.getByRole('button', { name: 'Ask again' }).waitFor();
  await page.addInitScript(`
    new MutationObserver(() => {
      if ([...document.querySelectorAll('article *')].some(({ textContent }) => textContent === '**bold**'))
        document.body.dataset.flashed = 'true';
    }).observe(document, { childList: true, subtree: true });
  `);
  const answered = page.waitForResponse('**/trpc/*conversations.page*');
  await page.route('**/assets/markdown*.js', async (route) => {
    await answered;
    await route.continue();
  });
  await page.reload();
  await page.getByRole('article').locator('strong').getByText('bold').waitFor();
  expect(await page.evaluate('document.body.dataset.flashed')).toBeUndefined();
});

wholeJourney(
  'a long reply grows without flashes of the button to its end',
  async ({ page, context, signUp, say }) => {
    const isLoaded = Promise.withResolvers<void>();
    await page.route('**/assets/markdown*.js', (route) => isLoaded.promise.then(() => route.continue()));
    await page.addInitScript(`
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node.textContent?.trim() === 'Jump to latest') document.body.dataset.flashed = 'true';
    }).observe(document, { childList: true, subtree: true });
  `);
    await signUp();
    await page.goto('/');
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    // The page of the conversation has a composer of its own, and opens without the source of a finished reply.
    await page.locator('#composer').evaluate((element) => element.setAttribute('data-earlier', ''));
    await say('!mess polish-page');
    await page.locator('#composer:not([data-earlier])').waitFor();
    await behindTheStage('open', 'polish-page');
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    // The source becomes Markdown at once, which is higher.
    isLoaded.resolve();
    await page.getByRole('table').first().waitFor();
    expect(await page.evaluate('document.body.dataset.flashed')).toBeUndefined();
    // The observer sees the button.
    await page.getByRole('region', { name: 'Conversation', exact: true }).hover();
    await page.mouse.wheel(0, -2_000);
    await page.getByRole('button', { name: 'Jump to latest' }).waitFor();
    expect(await page.evaluate('document.body.dataset.flashed')).toBe('true');
  },
);

journey(
  'on a phone Enter begins a new line, the header begins a new chat, and Back closes the drawer',
  async ({ page, signUp, say }) => {
    await signUp();
    await page.goto('/');
    const composer = page.locator('#composer');
    await composer.fill('!echo one');
    await composer.press('Enter');
    await composer.pressSequentially('two');
    expect(await composer.inputValue()).toBe('!echo one\ntwo');
    await say('!echo one\ntwo');
    await page.waitForURL('**/c/*');
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    await page.getByRole('button', { name: 'Open sidebar' }).click();
    const drawer = page.getByRole('dialog', { name: 'Main' });
    await drawer.waitFor();
    await page.goBack();
    await drawer.waitFor({ state: 'detached' });
    expect(page.url()).toContain('/c/');
    await page.locator('header').getByRole('link', { name: 'New chat' }).click();
    await page.getByRole('heading', { name: /^Good/ }).waitFor();
  },
  phone,
);

wholeJourney(
  'Enter on a phone’s hardware keyboard sends, also in the editor of a message; on its screen keyboard it does not',
  async ({ page, context, signUp }) => {
    await signUp();
    await page.goto('/');
    const composer = page.locator('#composer');
    const hint = page.getByText('Enter sends, Shift + Enter starts a new line.');
    await composer.focus();
    expect(await hint.count()).toBe(0);
    await composer.pressSequentially('!echo typed');
    await hint.waitFor();
    await composer.press('Enter');
    await inReply(page, 'typed').waitFor();

    await page.getByRole('button', { name: 'Edit message' }).first().click();
    const editor = page.getByRole('textbox', { name: 'Edit message' });
    await expect.poll(() => hint.count()).toBe(2);
    await editor.press('Shift+Enter');
    await editor.pressSequentially('anew');
    await editor.press('Enter');
    await page.getByRole('img', { name: 'Version 2 of 2' }).waitFor();
    await inReply(page, 'typed anew').waitFor();

    // As on Android: a letter is entered without a key, and Enter without a key code.
    const device = await context.newCDPSession(page);
    await composer.fill('tapped');
    await composer.focus();
    for (const key of [
      { key: 'Unidentified', windowsVirtualKeyCode: 229 },
      { key: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
    ])
      await device.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key });
    await expect.poll(() => composer.inputValue()).toBe('tapped\n');
    expect(await hint.count()).toBe(0);
  },
  phone,
);

wholeJourney('footnotes lead to their text and back', async ({ page, signUp, say }) => {
  await signUp();
  await page.goto('/');
  await say('!echo Tea is a leaf.[^1]\n\n[^1]: Of Camellia sinensis.');
  await page.getByRole('button', { name: 'Ask again' }).waitFor();
  const reply = page.getByRole('article').last();
  await reply.getByRole('link', { name: '1' }).click();
  await expect
    .poll(() => page.evaluate('document.activeElement.textContent'))
    .toContain('Of Camellia sinensis.');
  await reply.getByRole('link', { name: 'Back to the text' }).click();
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('1');
});

wholeJourney('a new key stays until the person confirms that it is copied', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = page.getByTestId('shown-once');
  await key.waitFor();
  await page.mouse.click(5, 5);
  await page.keyboard.press('Escape');
  expect(await key.count()).toBe(1);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await key.waitFor({ state: 'detached' });
});

wholeJourney('a title that is too long is not cut, but reported', async ({ page, signUp, say }) => {
  await signUp();
  await page.goto('/');
  await say('!echo hello');
  await page.getByRole('button', { name: 'Ask again' }).waitFor();
  await page.locator('header').getByRole('button', { name: '!echo hello', exact: true }).click();
  const field = page.getByRole('textbox', { name: 'Title of the conversation' });
  await field.fill('x'.repeat(120));
  await field.press('Enter');
  await page.getByText('At most 80 characters.').waitFor();
  // It stays in the line of the header.
  expect((await field.boundingBox())?.y).toBeGreaterThan(4);
  await field.fill('x'.repeat(80));
  await field.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'x'.repeat(80) }).waitFor();

  const list = page.getByRole('region', { name: 'Conversations' });
  await list.getByRole('link').dblclick();
  await list.getByRole('textbox').fill('x'.repeat(120));
  // In view below the last row of its group.
  await list.getByText('At most 80 characters.').click({ trial: true });
});

wholeJourney(
  'the palette finds tasks, settings, the dark theme and the sign-out',
  async ({ page, signUp }) => {
    await signUp();
    await page.goto('/');
    await page.getByRole('button', { name: /Account menu/ }).waitFor();
    const run = async (words: string) => {
      await page.keyboard.press('Control+K');
      // The page has other fields of this role.
      await page.getByRole('dialog').getByRole('combobox').fill(words);
      await page.getByRole('group', { name: 'Tasks and commands' }).getByRole('option').first().click();
    };
    await page.request.post('/api/tasks', { data: { title: 'Buy crème brûlée' } });
    await page.request.post('/api/tasks', { data: { title: 'Call Anna' } });
    await run('brulee');
    await page.waitForURL('**/tasks#*');
    const focused = page.locator('li:focus');
    await focused.getByText('Buy crème brûlée').waitFor();
    await run('call anna');
    await focused.getByText('Call Anna').waitFor();
    await page.getByLabel('Title of the task').click();
    await run('call anna');
    await focused.getByText('Call Anna').waitFor();
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    await run('settings');
    await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
    await run('dark');
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    await run('sign out');
    await page.waitForURL('**/sign-in');
  },
);

wholeJourney(
  'the palette finds every heading of every page in three languages, and leads to it',
  async ({ page, context, signUp }) => {
    const { email } = await signUp();
    const operator = { email: 'operator@example.org', password: 'the password of the operator' };
    await context.request.post('/api/auth/login', { data: operator });
    await context.request.post('/trpc/accounts.setOperator', { data: { email, operator: true } });
    await context.request.post('/api/auth/login', { data: { email, password } });
    const palette = { en: 'Search and commands', de: 'Suche und Befehle', it: 'Ricerca e comandi' };
    for (const preferredLanguage of ['de', 'it', 'en'] as const) {
      await context.request.patch('/api/auth/profile', { data: { preferredLanguage } });
      const headings = new Set<string>();
      for (const name of [
        'tasks',
        'schedules',
        'memories',
        'lookups',
        'keys',
        'account',
        'sessions',
        'connections',
        'accounts',
      ]) {
        await page.goto(`/${name}`);
        // In the previous language until the account is known.
        await page.locator(`html[lang=${preferredLanguage}] main h1`).waitFor();
        await expect.poll(() => page.locator('.animate-breathe').count()).toBe(0);
        for (const heading of await page.locator('main :is(h1, h2, h3)').allTextContents())
          headings.add(heading);
      }
      expect(headings.size).toBeGreaterThan(15);
      await page.keyboard.press('Control+K');
      const dialog = page.getByRole('dialog', { name: palette[preferredLanguage] });
      for (const heading of headings) {
        await dialog.getByRole('combobox').fill(heading);
        await dialog.getByRole('option', { name: heading }).first().waitFor();
      }
    }
    await page.setViewportSize({ width: 1280, height: 400 });
    const field = page.getByRole('combobox');
    await field.fill('delete account');
    await field.press('Enter');
    await page.waitForURL('**/account#data');
    const heading = page.getByRole('heading', { name: 'Your data' });
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(100);
  },
);

wholeJourney(
  'a person’s message shows code as code, and folds when it is long',
  async ({ page, signUp, say }) => {
    await signUp();
    await page.goto('/');
    await say(
      `!echo Look at *this*:\n\`\`\`ts\nconst a = 1;\n\`\`\`\n${'A line of it.\n'.repeat(30)}The end.`,
    );
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    const message = page.getByRole('article').first();
    await message.getByRole('figure').getByText('const a = 1;').waitFor();
    await message.getByText('Look at *this*:').waitFor();
    const folded = (await message.boundingBox())?.height ?? 0;
    await message.getByRole('button', { name: 'Show all' }).click();
    await message.getByRole('button', { name: 'Show less' }).waitFor();
    expect((await message.boundingBox())?.height).toBeGreaterThan(folded + 100);
  },
);

wholeJourney(
  'a screen reader hears that a message was sent; a long reply, or TeX, is announced, not read out whole',
  async ({ page, signUp, say }) => {
    await signUp();
    await page.goto('/');
    const spoken = () => page.getByTestId('live-region').textContent();
    await say('!formula spoken');
    await expect.poll(spoken).toBe('Thinking');
    await page.getByText('It costs $5.').waitFor();
    expect(await spoken()).toBe('Thinking');
    await behindTheStage('open', 'spoken');
    await expect.poll(spoken).toContain('Jarvis has answered.');
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    await say(`!echo ${'Many words of a reply. '.repeat(30)}`);
    await page.getByText('Many words of a reply.').last().waitFor();
    await expect.poll(spoken).toContain('Jarvis has answered.');
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    await say('!wait heard');
    await page.getByText('The first half is here.').waitFor();
    // A queued message is sent at once, and does not silence the reply before it.
    await say('!wait unheard');
    await behindTheStage('open', 'heard');
    await page.getByText('The first half is here.').nth(1).waitFor();
    expect(await spoken()).toContain('And this is the second half.');
    await behindTheStage('open', 'unheard');
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
  },
);

wholeJourney(
  'a reply names and links the other conversation that it drew on',
  async ({ page, context, signUp, say }) => {
    await signUp();
    const made = await context.request.post('/api/conversations', { data: { title: 'Herons' } });
    const { conversation } = await made.json();
    await page.goto(`/c/${conversation.id}`);
    await say('!echo Of the heron the second half is the best.');
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    await page.goto('/');
    await say('!wait heron');
    await page.getByText('The first half is here.').waitFor();
    await behindTheStage('open', 'heron');
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    const reply = page.getByRole('article').last();
    await reply.getByText('Drew on earlier conversations:').waitFor();
    await reply.getByRole('link', { name: 'Herons' }).click();
    await page.getByText('the second half is the best').first().waitFor();
  },
);

wholeJourney('the palette opens the result that its text shows', async ({ page, signUp, say }) => {
  await signUp();
  for (const words of ['apples', 'pears']) {
    await page.goto('/');
    await say(`!echo about ${words}`);
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
  }
  const pears = page.url();
  await page.goto('/');
  await page.getByRole('button', { name: /Account menu/ }).waitFor();
  await page.keyboard.press('Control+K');
  const field = page.getByRole('combobox');
  await field.fill('apples');
  await page
    .getByRole('group', { name: 'Conversations' })
    .getByRole('option', { name: /apples/ })
    .waitFor();
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route(/conversations\.search/, async (route) => {
    asked.resolve();
    await answered.promise;
    await route.continue();
  });
  await field.fill('pears');
  await within('the search for the second word', asked.promise);
  await field.press('Enter');
  answered.resolve();
  await page.waitForURL('**/c/*');
  expect(new URL(page.url()).pathname).toBe(new URL(pears).pathname);
});

wholeJourney(
  'the palette’s chosen row stays chosen when results come before it',
  async ({ page, signUp, say }) => {
    await signUp();
    await page.goto('/');
    await say('!echo about the API');
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
    await page.route(/conversations\.search/, async (route) => {
      await asked;
      await route.continue();
    });
    await page.keyboard.press('Control+K');
    const palette = page.getByRole('dialog');
    const field = palette.getByRole('combobox');
    await field.fill('API');
    const action = palette.getByRole('option', { name: 'API keys' }).first();
    await action.waitFor();
    await field.press('ArrowDown');
    await field.press('ArrowUp');
    await action.and(page.locator('[aria-selected=true]')).waitFor();
    answer();
    await palette.getByRole('option', { name: /about the API/ }).waitFor();
    await action.and(page.locator('[aria-selected=true]')).waitFor();
    await field.press('Enter');
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
  },
);

wholeJourney('with reduced motion, a growing reply does not pulse', async ({ page, signUp, say }) => {
  await signUp();
  await page.goto('/');
  await say('!wait less-motion');
  await page.getByText('The first half is here.').waitFor();
  const animation = await page
    .locator('.growing > p')
    .last()
    .evaluate((element) => getComputedStyle(element, '::after').animation);
  expect(animation).toMatch(/^0\.001s/);
  expect(animation).not.toContain('infinite');
  await behindTheStage('open', 'less-motion');
});

wholeJourney(
  'a page whose storage and channels are blocked shows who can connect a model, and hides that hint',
  async ({ page, signUp, say }) => {
    await signUp();
    await page.addInitScript(`
      Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('blocked', 'SecurityError'); } });
      window.BroadcastChannel = class { constructor() { throw new DOMException('blocked', 'SecurityError'); } };
    `);
    await page.goto('/');
    await page.getByRole('link', { name: 'How to connect one' }).waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('link', { name: 'How to connect one' }).waitFor({ state: 'detached' });
    // The conversation has the same hint.
    await say('What can you do?');
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    expect(await page.getByRole('link', { name: 'How to connect one' }).count()).toBe(0);
  },
  { model: 'builtin' },
);

wholeJourney(
  'a deletion that does not reach the service is reported in a notice',
  async ({ page, signUp, say, expectConsoleError }) => {
    expectConsoleError('net::ERR_FAILED');
    await signUp();
    await page.goto('/');
    await say('!echo hello');
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    await page.route('**/trpc/conversations.delete*', (route) => route.abort());
    await page.locator('header').getByRole('button', { name: 'Options for “!echo hello”' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const notices = page.getByRole('region', { name: 'Notices' });
    await notices.getByRole('button', { name: 'Dismiss' }).click();
    await notices.getByText(/^Jarvis cannot be reached/).waitFor();
  },
);

wholeJourney(
  'on a screen 320 pixels wide a task’s title has two thirds of it, and paper shows tasks without controls',
  async ({ page, context, signUp }) => {
    await signUp();
    const title = 'Call the dentist about the crown, and ask for an appointment on Thursday';
    await context.request.post('/api/tasks', { data: { title } });
    await page.goto('/tasks');
    const shown = await page.getByText(title).boundingBox();
    expect(shown?.width).toBeGreaterThan(213);
    await page.getByRole('button', { name: `Delete “${title}”` }).waitFor();
    await page.getByRole('button', { name: `Edit “${title}”` }).click();
    const editor = page.getByRole('textbox', { name: 'Title of the task' }).last();
    expect((await editor.boundingBox())?.width, 'its buttons are below it').toBeGreaterThan(213);
    await editor.fill('long '.repeat(2_000));
    const problem = await page
      .getByRole('alert')
      .filter({ hasText: 'At most 200 characters.' })
      .boundingBox();
    expect((problem?.y ?? 640) + (problem?.height ?? 0)).toBeLessThan(640);
    await page.keyboard.press('Escape');
    await page.emulateMedia({ media: 'print' });
    await page.getByText(title).waitFor();
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole('textbox').filter({ visible: true }).count()).toBe(0);
    // Otherwise a tick would be white on white.
    const tick = page.getByRole('checkbox', { name: title }).locator('span');
    expect(await tick.evaluate((one) => getComputedStyle(one).printColorAdjust)).toBe('exact');
  },
  { ...phone, viewport: { width: 320, height: 640 } },
);

wholeJourney(
  'on a narrow screen a menu fits, a page’s title breaks no word, and the buttons of a row stay together',
  async ({ page, context, signUp }) => {
    await signUp({ language: 'it' });
    await context.request.post('/api/tasks', { data: { title: 'Telefonare' } });
    await page.goto('/tasks');
    await page.getByRole('button', { name: 'Imposta una data per' }).click();
    const menu = await page.getByRole('menu').boundingBox();
    if (!menu) throw new Error('no menu');
    expect(menu.x).toBeGreaterThanOrEqual(0);
    expect(menu.x + menu.width).toBeLessThanOrEqual(320);

    await context.request.patch('/api/auth/profile', { data: { preferredLanguage: 'de' } });
    const webhook = await context.request.post('/trpc/webhooks.create', {
      data: { url: 'https://example.org/' },
    });
    expect(webhook.ok()).toBe(true);
    await page.goto('/notifications');
    const title = page.locator('html[lang=de] h1');
    await title.filter({ hasText: 'Benachrichtigungen' }).waitFor();
    expect(await title.evaluate(({ clientHeight }) => clientHeight)).toBeLessThan(45);
    const top = async (name: string) => (await page.getByRole('button', { name }).boundingBox())?.y;
    // Parts above them may still be loading.
    await expect
      .poll(async () => (await top('Test senden')) === (await top('Entfernen: https://example.org/…')))
      .toBe(true);
  },
  { ...phone, viewport: { width: 320, height: 640 } },
);

wholeJourney(
  'at 400 % zoom half of a small screen is the conversation',
  async ({ page, signUp, say }) => {
    await signUp();
    await page.goto('/');
    await say('!echo hello');
    await inReply(page, 'hello').waitFor();
    const transcript = await page.getByRole('region', { name: 'Conversation', exact: true }).boundingBox();
    expect(transcript?.height).toBeGreaterThan(128);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByText('Enter sends').waitFor();
  },
  { viewport: { width: 320, height: 256 } },
);

wholeJourney(
  'on a slow network no part of the page of keys pushes another away',
  async ({ page, context, signUp }) => {
    await signUp();
    await page.addInitScript(`
    globalThis.moved = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) globalThis.moved += value;
    }).observe({ type: 'layout-shift', buffered: true });
  `);
    const devtools = await context.newCDPSession(page);
    const speed = { downloadThroughput: 200_000, uploadThroughput: 200_000 };
    await devtools.send('Network.emulateNetworkConditions', { offline: false, latency: 250, ...speed });
    await page.goto('/keys');
    await page.getByText('No addresses yet').waitFor();
    await page.waitForLoadState('networkidle');
    // A twentieth of the window.
    expect(await page.evaluate('globalThis.moved')).toBeLessThan(0.05);
  },
);

wholeJourney(
  'on a phone on its side, the sidebar scrolls to the conversations, and a high menu to its first line',
  async ({ page, signUp, say }) => {
    await signUp();
    await page.goto('/');
    await say('!echo hello');
    await page.waitForURL('**/c/*');
    await page.goto('/tasks');
    await page.getByRole('button', { name: 'Open sidebar' }).click();
    await page.getByRole('link', { name: '!echo hello' }).click();
    await page.waitForURL('**/c/*');
    await page.getByRole('button', { name: 'Open sidebar' }).click();
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Account', exact: true }).click();
    await page.waitForURL('**/account');
  },
  { ...phone, viewport: { width: 640, height: 360 } },
);

wholeJourney(
  'a page opened from the account’s menu in the drawer adds one entry to the history',
  async ({ page, signUp }) => {
    await signUp();
    await page.goto('/tasks');
    await page.goto('/');
    await page.getByRole('button', { name: 'Open sidebar' }).click();
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Account' }).click();
    await page.waitForURL('**/account');
    await page.goBack();
    await page.getByRole('heading', { name: /^Good/ }).waitFor();
    await page.goBack();
    await page.waitForURL('**/tasks');
  },
  phone,
);
