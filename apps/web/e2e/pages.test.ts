import { expect } from 'vitest';
import { journey, password, phone, wholeJourney } from './support/journey.ts';
import { within } from './support/within.ts';

journey(
  'tasks are added, changed, done, deleted and restored on their page',
  async ({ page, context, signUp }) => {
    await signUp();
    await page.goto('/tasks');
    await page.getByText('Nothing to do').waitFor();
    const field = page.getByPlaceholder('What needs doing?');
    await field.fill('Call the dentist');
    await field.press('Enter');
    await field.fill('Water the plants');
    await field.press('Enter');
    await page.getByRole('checkbox', { name: 'Complete “Water the plants”' }).waitFor();

    await page.getByRole('button', { name: 'Edit “Call the dentist”' }).click();
    await page.getByRole('textbox', { name: 'Title of the task' }).last().fill('Call the doctor');
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: 'Complete “Call the doctor”' }).click();
    await page.getByRole('button', { name: /^Done/ }).click();
    await page.getByRole('checkbox', { name: 'Reopen “Call the doctor”' }).waitFor();
    await page.getByText('“Call the doctor” is done.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Nothing done yet').waitFor();

    await page.getByRole('button', { name: /^Open/ }).click();
    await page.getByRole('checkbox', { name: 'Complete “Call the doctor”' }).click();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('button', { name: 'Delete “Water the plants”' }).click();
    await page.getByText('Nothing to do').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('checkbox', { name: 'Complete “Water the plants”' }).waitFor();

    // Leaving the page carries out a deletion.
    await page.getByRole('button', { name: 'Delete “Water the plants”' }).click();
    await page.getByText('Nothing to do').waitFor();
    await page.goto('/keys');
    await page.getByText('No keys yet').waitFor();
    await expect
      .poll(async () => (await (await context.request.get('/api/tasks?status=open')).json()).tasks.length)
      .toBe(0);
  },
);

wholeJourney('a task can be changed as soon as it is stored, and not before', async ({ page, signUp }) => {
  await signUp();
  const { promise: read, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/trpc/*tasks.list*', async (route) => {
    await read;
    await route.continue();
  });
  await page.goto('/tasks');
  // Nothing is counted before it is known.
  await page.getByRole('button', { name: 'Open', exact: true }).waitFor();
  answer();
  await page.getByRole('button', { name: 'Open 0', exact: true }).waitFor();
  await page.getByText('Nothing to do').waitFor();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/trpc/tasks.create*', async (route) => {
    await arrived;
    await route.continue();
  });
  const field = page.getByPlaceholder('What needs doing?');
  await field.fill('Call the dentist');
  await field.press('Enter');
  const edit = page.getByRole('button', { name: 'Edit “Call the dentist”' });
  const complete = page.getByRole('checkbox', { name: 'Complete “Call the dentist”' });
  await complete.waitFor();
  expect(await edit.isDisabled()).toBe(true);
  expect(await complete.isDisabled()).toBe(true);
  arrive();
  await edit.click();
  await page.getByRole('textbox', { name: 'Title of the task' }).last().fill('Call the doctor');
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: 'Complete “Call the doctor”' }).click();
  await page.getByText('Nothing to do').waitFor();
});

journey(
  'a key is made, used by a program whose changes appear at once, and revoked',
  async ({ page, signUp, checkAccess }) => {
    await signUp();
    await page.goto('/keys');
    await page.getByPlaceholder('What is it for?').fill('Laptop');
    // A second click makes no second key, whose secret nobody would have seen.
    await page.getByRole('button', { name: 'Create key' }).dblclick();
    const key = (await page.getByTestId('shown-once').textContent()) ?? '';
    expect(key).toMatch(/^asst_/);
    await page.getByText(`Authorization: Bearer ${key}`).waitFor();
    await checkAccess();
    const dialog = page.getByRole('dialog');
    // A chat program's background requests are not for the assistant.
    await dialog.getByText('set “jarvis-plain”').waitFor();
    for (const [use, servers, placeholder] of [
      ['Cursor', 'mcpServers', /\$\{env:JARVIS_API_KEY\}/],
      ['VS Code', 'servers', /\$\{input:jarvis-key\}/],
    ] as const) {
      await dialog.getByLabel('Use it in').selectOption({ label: use });
      const text = (await dialog.locator('pre').textContent()) ?? '';
      // The file may be shared: the program inserts the key.
      expect(text).not.toContain(key);
      expect(text).toMatch(placeholder);
      const { url, headers } = JSON.parse(text.replace(placeholder, key))[servers].jarvis;
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          ...headers,
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      });
      expect(await answer.text()).toContain('list_tasks');
    }
    for (const use of ['OpenAI SDK', 'Claude Code']) {
      await dialog.getByLabel('Use it in').selectOption({ label: use });
      expect(await dialog.locator('pre').textContent()).toContain(key);
    }
    await dialog.getByLabel('Use it in').selectOption({ label: 'jarvis' });
    expect(await dialog.locator('pre').textContent()).not.toContain(key);
    await dialog.getByText('It asks you in the browser').waitFor();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await expect.poll(() => page.getByText(key).count()).toBe(0);

    const call = (path: string, data?: unknown) =>
      fetch(new URL(path, page.url()), {
        method: data ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(data ? { body: JSON.stringify(data) } : {}),
      });
    const made = await call('/api/conversations', { title: 'From a program' });
    const { conversation } = (await made.json()) as { conversation: { id: string } };
    await call(`/api/conversations/${conversation.id}/messages`, { content: 'Said by a program' });
    await page.getByRole('navigation').getByRole('link', { name: 'From a program' }).click();
    await page.getByRole('article').getByText('Said by a program').waitFor();
    await call(`/api/conversations/${conversation.id}/messages`, { content: 'And once more' });
    await page.getByRole('article').getByText('And once more').waitFor();

    await page.goto('/keys');
    await page.getByRole('button', { name: 'Revoke: Laptop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Revoked just now').waitFor();
    expect((await call('/api/tasks')).status).toBe(401);
  },
);

wholeJourney('a conversation is renamed in place, deleted and restored', async ({ page, signUp, say }) => {
  await signUp();
  await page.goto('/');
  await say('!echo hello');
  await page.getByRole('button', { name: 'Ask again' }).waitFor();
  const list = page.getByRole('region', { name: 'Conversations' });
  await list.getByRole('link', { name: '!echo hello' }).hover();
  await list.getByRole('button', { name: 'Options for “!echo hello”' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Title of the conversation' }).fill('Greetings');
  await page.keyboard.press('Enter');
  await list.getByRole('link', { name: 'Greetings' }).waitFor();
  await page.getByRole('heading', { level: 1, name: 'Greetings' }).waitFor();

  await page.locator('header').getByRole('button', { name: 'Options for “Greetings”' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText('Your conversations will be listed here.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { level: 1, name: 'Greetings' }).waitFor();
  await list.getByRole('link', { name: 'Greetings' }).waitFor();
});

wholeJourney(
  'the account is changed on its page: name, language, password, sessions',
  async ({ page, context, signUp, expectConsoleError }) => {
    const { email } = await signUp({ displayName: 'Ada' });
    await page.goto('/account');
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada King');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: /Account menu: Ada King/ }).waitFor();

    await page.getByRole('switch', { name: 'Memory' }).click();
    await page.getByRole('link', { name: 'Memories' }).click();
    await page.getByText('Memory is switched off.').waitFor();
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByText('Memory is switched off.').waitFor({ state: 'detached' });

    const elsewhere = await fetch(new URL('/api/auth/login', page.url()), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'curl/8.5.0' },
      body: JSON.stringify({ email, password }),
    });
    expect(elsewhere.status).toBe(200);
    await page.goto('/sessions');
    await page.getByRole('button', { name: 'Sign out: curl, just now' }).waitFor();
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByText('You are signed in nowhere else.').waitFor();

    await page.goto('/account');
    expectConsoleError('40');
    await page.getByLabel('Current password').fill('not this one');
    await page.getByLabel('New password', { exact: true }).fill('a much better one');
    await page.getByLabel('New password again').fill('a much better one');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The current password is not right.').waitFor();
    await page.getByLabel('Current password').fill(password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password was changed.').waitFor();

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download everything' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.json$/);

    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('dialog').getByLabel('E-mail').fill(email);
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('a much better one');
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await page.waitForURL('**/sign-in');
    expect((await context.request.get('/api/conversations')).status()).toBe(401);
  },
);

wholeJourney(
  'German and Italian: the app follows the account’s language, and the sign-in the browser’s',
  async ({ page, signUp, checkAccess }) => {
    await page.goto('/sign-in');
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    await signUp({ language: 'it' });
    await page.goto('/');
    await page.getByRole('heading', { name: /^Buon/ }).waitFor();
    await page.getByRole('button', { name: /Scopri che cosa so fare/ }).click();
    await page.getByRole('button', { name: 'Chiedi di nuovo' }).waitFor();
    await page.getByRole('link', { name: 'Attività' }).click();
    await page.getByText('Niente da fare').waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('it');
    await page.goto('/account');
    await page.getByLabel('Lingua').selectOption('de');
    await page.getByRole('heading', { name: 'Konto', exact: true }).waitFor();
    await checkAccess();
    await page.goto('/');
    await page.getByRole('button', { name: /Eine Aufgabe festhalten/ }).click();
    await page.getByRole('button', { name: 'Noch einmal fragen' }).waitFor();
    await page.getByRole('link', { name: 'Aufgaben' }).click();
    await page.getByText('Von Jarvis hinzugefügt').waitFor();
  },
  { locale: 'de-AT', model: 'builtin' },
);

wholeJourney(
  'tasks that cannot be read are not said to be none',
  async ({ page, context, signUp, expectConsoleError }) => {
    await signUp();
    await context.request.post('/api/tasks', { data: { title: 'Call the dentist' } });
    expectConsoleError('500');
    for (const path of ['/tasks', '/today']) {
      await page.route(/trpc\/[^?]*tasks\.list/, (route) => route.fulfill({ status: 500, body: '{}' }));
      await page.goto(path);
      const again = page.getByRole('button', { name: 'Try again' });
      await again.waitFor();
      expect(await page.getByText(/^Nothing /).count()).toBe(0);
      await page.unroute(/trpc\/[^?]*tasks\.list/);
      await again.click();
      await page.getByText(path === '/tasks' ? 'Call the dentist' : 'Nothing is due').waitFor();
    }
  },
);

wholeJourney(
  'without a network the shell opens with a notice, and recovers without a click',
  async ({ page, context, signUp, expectConsoleError }) => {
    expectConsoleError('ERR_INTERNET_DISCONNECTED');
    // Chromium’s warning of a race between a preload and a service worker.
    expectConsoleError('cross-world service worker');
    await signUp({ displayName: 'Ada' });
    await page.goto('/');
    await within('the service worker', page.evaluate('navigator.serviceWorker.ready'));
    await expect.poll(() => page.evaluate('caches.keys().then((names) => names.length)')).toBe(1);
    await page.reload();
    await page.getByRole('heading', { name: /Good .*, Ada/ }).waitFor();
    await context.setOffline(true);
    await page.reload();
    await page.getByText('The connection to Jarvis is lost.').waitFor();
    await page.getByRole('heading', { name: /Good .*, Ada/ }).waitFor();
    await page.locator('#composer').fill('written offline');
    await context.setOffline(false);
    await page.getByText('The connection to Jarvis is lost.').waitFor({ state: 'detached' });
    await page.getByText('Your conversations will be listed here.').waitFor();
    await page.reload();
    await expect.poll(() => page.locator('#composer').inputValue()).toBe('written offline');
  },
  { serviceWorkers: 'allow' },
);

wholeJourney(
  'changes made elsewhere show here: a name, a deleted conversation',
  async ({ page, context, signUp, say, expectConsoleError }) => {
    expectConsoleError('404');
    await signUp({ displayName: 'Ada' });
    await page.goto('/');
    await say('!echo soon gone');
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    await context.request.patch('/api/auth/profile', { data: { displayName: 'Grace' } });
    await page.getByRole('button', { name: /Account menu: Grace/ }).waitFor();
    await page.locator('#composer').fill('half a thought');
    const deleted = page.url();
    await context.request.delete(`/api${new URL(deleted).pathname.replace('/c/', '/conversations/')}`);
    await page.getByRole('heading', { name: 'This conversation does not exist' }).waitFor();
    // No message can be sent there; the one that was begun comes along.
    expect(await page.locator('#composer').count()).toBe(0);
    await page.getByRole('button', { name: 'Start a new chat' }).click();
    await expect.poll(() => page.locator('#composer').inputValue()).toBe('half a thought');
    // Neither is a message lost that was sent before the page knew.
    const { promise: reading, resolve: read } = Promise.withResolvers<void>();
    await page.route(/conversations\.page/, async (route) => {
      await reading;
      await route.continue();
    });
    await page.goto(deleted);
    await say('sent too early');
    await page.getByText('Not sent').waitFor();
    read();
    await page.locator('#composer').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect.poll(() => page.locator('#composer').inputValue()).toBe('sent too early');
  },
);

wholeJourney(
  'the theme follows the choice, else the system, and is set before the first paint',
  async ({ page, signUp }) => {
    await signUp();
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/', { waitUntil: 'commit' });
    await page.locator('body').waitFor({ state: 'attached' });
    expect(await theme()).toBe('dark');
    await page.getByRole('button', { name: /Account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Light theme' }).click();
    expect(await theme()).toBe('light');
    await page.goto('/tasks', { waitUntil: 'commit' });
    await page.locator('body').waitFor({ state: 'attached' });
    expect(await theme()).toBe('light');
    await page.goto('/account');
    await page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'System' }).click();
    await expect.poll(theme).toBe('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(theme).toBe('light');
  },
);

wholeJourney('with reduced motion a change of the theme moves nothing', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/account');
  await page.getByRole('heading', { name: 'Profile' }).waitFor();
  // With the app's transitions, which no other journey has.
  await page.evaluate('document.adoptedStyleSheets = []');
  const moving = await page.evaluate(`
    document.documentElement.dataset.theme = 'dark';
    // Transitions start when the styles are calculated. Placeholders of parts that load are animations.
    const ink = getComputedStyle(document.body).color;
    ({ ink, transitions: document.getAnimations().filter((each) => each instanceof CSSTransition).length })
  `);
  expect(moving).toEqual({ ink: 'rgb(230, 234, 231)', transitions: 0 });
});

for (const device of [undefined, phone]) {
  wholeJourney(
    `text pasted into a title or a memory is kept on one line and fully visible ${device ? 'on a phone' : 'on a desk'}`,
    async ({ page, signUp, say }) => {
      await signUp();
      await page.goto('/');
      await say('Remember that I live in Trieste');
      await page.getByText(/Remembered: .*Trieste/).waitFor();
      await page.getByRole('heading', { level: 1 }).getByRole('button').click();
      await page
        .getByRole('textbox', { name: 'Title of the conversation' })
        .fill('Trieste\tand\u2028the sea');
      // It shows at once: a reload before the answer would end the request.
      const renamed = page.waitForResponse(/conversations\.rename/);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Trieste and the sea' }).waitFor();
      await renamed;
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Trieste and the sea' }).waitFor();

      await page.goto('/memories');
      await page.getByRole('button', { name: 'Edit memory' }).click();
      const field = page.getByRole('textbox', { name: 'Text of the memory' });
      const long = 'on the hill and by the sea, '.repeat(9);
      await field.fill(`I live\tin Trieste,\u2028${long}\nin winter`);
      expect(await field.evaluate((one) => one.scrollHeight > one.clientHeight + 1)).toBe(false);
      const changed = page.waitForResponse(/memories\.update/);
      await field.press('Enter');
      const kept = page.getByRole('listitem').getByText(`I live in Trieste, ${long} in winter`);
      await kept.waitFor();
      await changed;
      await page.reload();
      await kept.waitFor();
    },
    { model: 'builtin', ...device },
  );
}
