import { expect } from 'vitest';
import { journey, phone, wholeJourney } from './support/journey.ts';
import { within } from './support/within.ts';

journey(
  'a task is added in words, is on its day, and brings its next one when it is ticked; dates move only on request',
  async ({ page, context, signUp, checkAccess }) => {
    await signUp();
    await page.goto('/today');
    await page.getByText('Nothing is due').waitFor();
    const zone = async () =>
      (await (await context.request.get('/api/time-settings')).json()).timeSettings.timeZone;
    await expect.poll(zone).toBe('Europe/Lisbon');

    const field = page.getByPlaceholder('What needs doing?');
    const chips = page.getByRole('list', { name: 'Understood as' }).getByRole('listitem');
    await field.fill('Remind me to call Grace tomorrow at 9');
    await expect.poll(() => chips.allTextContents()).toEqual([' Tomorrow', ' 09:00', ' Reminder']);
    await field.fill('Call Grace in 30 hours');
    await expect.poll(() => chips.allTextContents()).toEqual([expect.stringMatching(/^ .+, \d\d:\d\d$/)]);
    await field.fill('Call Grace tomorrow at 9');
    await expect.poll(() => chips.allTextContents()).toEqual([' Tomorrow', ' 09:00']);
    await checkAccess();
    await field.press('Enter');
    const week = page.getByRole('region', { name: /^The next seven days/ }).getByRole('listitem');
    await week.getByText('Tomorrow, 09:00').waitFor();
    await page.getByRole('checkbox', { name: 'Complete “Call Grace”' }).waitFor();
    await page.getByTestId('live-region').getByText('“Call Grace” was added.').waitFor();

    // The page does not show a task of a later week.
    await field.fill('Renew the passport in three months');
    await field.press('Enter');
    await page
      .getByRole('region', { name: 'Notices' })
      .getByText('“Renew the passport” was added.')
      .waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();

    // Words that mean no time are struck, and the day of the page counts.
    await field.fill('Watch Tomorrow Never Dies');
    await page.getByRole('button', { name: 'Not a date: leave “Tomorrow” in the title' }).click();
    await chips.getByText('Today').waitFor();
    await field.press('Enter');
    const today = page.getByRole('region', { name: /^Today/ }).getByRole('listitem');
    await today.getByRole('checkbox', { name: 'Complete “Watch Tomorrow Never Dies”' }).waitFor();

    const due = page.getByRole('button', { name: /change when “Watch Tomorrow Never Dies” is due/ });
    await due.click();
    await page.getByRole('menuitem', { name: 'Repeat…' }).click();
    await page.getByRole('dialog').getByLabel('Repeat').selectOption('Every day');
    await checkAccess();
    await page.getByRole('button', { name: 'Save' }).click();
    await today.getByText('every day').waitFor();
    await page.getByRole('link', { name: /^Today.* 1 due$/ }).waitFor();
    await today.getByRole('checkbox').click();
    await week.getByRole('checkbox', { name: 'Complete “Watch Tomorrow Never Dies”' }).waitFor();
    await page.getByRole('link', { name: 'Today', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await today.getByRole('checkbox', { name: 'Complete “Watch Tomorrow Never Dies”' }).waitFor();
    await expect.poll(() => week.count()).toBe(1);

    await context.request.patch('/api/time-settings', { data: { timeZone: 'Europe/London' } });
    await week.getByText('Tomorrow, 09:00 (London)').waitFor();
    await page.getByText('You are in Lisbon. Your dates are kept in the time of London.').waitFor();
    await checkAccess();
    await page.getByRole('button', { name: 'Switch to Lisbon' }).click();
    await week.getByText('Tomorrow, 09:00', { exact: true }).waitFor();
    expect(await zone()).toBe('Europe/Lisbon');
  },
  { timezoneId: 'Europe/Lisbon' },
);

wholeJourney(
  'a device whose zone no account can have shows the settings, and does not offer its zone',
  async ({ page, context, signUp, expectConsoleError }) => {
    expectConsoleError('400');
    await signUp();
    await context.request.patch('/api/time-settings', { data: { timeZone: 'Europe/Rome' } });
    await page.addInitScript(`
      const { resolvedOptions } = Intl.DateTimeFormat.prototype;
      Intl.DateTimeFormat.prototype.resolvedOptions = function () {
        const options = resolvedOptions.call(this);
        return options.timeZone === 'Europe/Lisbon' ? { ...options, timeZone: '+00:00' } : options;
      };
    `);
    await page.goto('/notifications');
    await page.getByRole('switch', { name: 'Quiet hours' }).click();
    await page.getByLabel('From', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^Switch to/ }).count()).toBe(0);
  },
  { timezoneId: 'Europe/Lisbon' },
);

wholeJourney('a task that is not added yet outlives its page', async (traveller) => {
  const { page, context, signUp, expectConsoleError } = traveller;
  expectConsoleError('ERR_FAILED');
  await signUp();
  await page.goto('/tasks');
  const field = page.getByPlaceholder('What needs doing?');
  const chips = page.getByRole('list', { name: 'Understood as' }).getByRole('listitem');
  await field.fill('Watch Tomorrow Never Dies at 9');
  await page.getByRole('button', { name: 'Not a date: leave “Tomorrow” in the title' }).click();
  await expect.poll(() => chips.count()).toBe(1);
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
  expect(await field.inputValue()).toBe('');
  await page.goBack();
  await expect.poll(() => field.inputValue()).toBe('Watch Tomorrow Never Dies at 9');
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe('Watch Tomorrow Never Dies at 9');
  // What was struck stays struck.
  await expect.poll(() => chips.count()).toBe(1);

  // A task that could not be stored comes back, also on another page.
  const { promise: refusing, resolve: refuse } = Promise.withResolvers<void>();
  await context.route('**/trpc/tasks.create*', async (route) => {
    await refusing;
    await route.abort();
  });
  await field.press('Enter');
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
  refuse();
  await page.getByText('Jarvis cannot be reached.').waitFor();
  await page.goBack();
  await expect.poll(() => field.inputValue()).toBe('Watch Tomorrow Never Dies at 9');
  await context.unrouteAll();
  await field.press('Enter');
  const task = page.getByRole('checkbox', { name: 'Complete “Watch Tomorrow Never Dies”' });
  await expect.poll(() => task.isEnabled()).toBe(true);
  await page.reload();
  await task.waitFor();
  expect(await field.inputValue()).toBe('');
});

wholeJourney(
  'a reminder is announced, is on Today, is snoozed there, and stays in the list of notifications',
  async ({ page, context, signUp, checkAccess }) => {
    await signUp();
    await page.goto('/today');
    await page.getByText('Nothing is due').waitFor();
    const remind = async () => {
      const at = new Date(Date.now() + 2_000).toISOString();
      return (await context.request.post('/api/reminders', { data: { title: 'Feed the cat', at } })).status();
    };
    // Refused when it arrives after its time.
    await expect.poll(remind, { message: 'a reminder in two seconds is accepted' }).toBe(201);
    await page.getByText('Reminder: Feed the cat').waitFor();
    await page.getByRole('button', { name: 'Open sidebar – Notifications, 1 unread' }).click();
    const bell = page.getByRole('button', { name: /^Notifications, / });
    await bell.press('Enter');
    const list = page.getByRole('dialog', { name: 'Notifications' });
    const told = list.getByRole('listitem');
    await told.getByText(/^Today, \d/).waitFor();
    await checkAccess();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await list.getByRole('button', { name: 'Mark all as read' }).press('Enter');
    // Its place is then that of its opposite.
    await told.getByRole('button', { name: 'Mark “Feed the cat” as unread' }).dblclick({ delay: 100 });
    await told.getByText('unread', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await bell.and(page.locator(':focus')).waitFor();
    expect(await bell.getAttribute('aria-label')).toBe('Notifications, 1 unread');
    await page.keyboard.press('Escape');
    const reminders = page.getByRole('region', { name: 'Reminders' });
    await reminders.getByText('Feed the cat').waitFor();
    await checkAccess();
    await reminders.getByRole('button', { name: 'Put off “Feed the cat”' }).click();
    await page.getByRole('menuitem', { name: 'In an hour' }).click();
    await page.getByTestId('live-region').getByText('“Feed the cat” was put off.').waitFor();
    await reminders.waitFor({ state: 'detached' });
    const { reminders: put } = await (await context.request.get('/api/reminders')).json();
    expect(put).toMatchObject([{ title: 'Feed the cat', state: 'waiting' }]);
    expect(Date.parse(put[0].snoozedUntil)).toBeGreaterThan(Date.now() + 3_000_000);

    await expect.poll(remind, { message: 'another reminder in two seconds is accepted' }).toBe(201);
    await reminders.getByRole('button', { name: 'Complete “Feed the cat”' }).click();
    const done = page.getByRole('group').filter({ hasText: '“Feed the cat” is done.' });
    await done.getByRole('button', { name: 'Undo' }).click();
    const open = async () => (await (await context.request.get('/api/tasks?status=open')).json()).tasks;
    await expect.poll(open).toHaveLength(2);
  },
  phone,
);

wholeJourney(
  'a person chooses where and when they are notified, and sees the deliveries',
  async ({ page, context, signUp, checkAccess, expectConsoleError }) => {
    await signUp();
    await page.goto('/notifications');
    await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor();
    const settings = async () =>
      (await (await context.request.get('/api/time-settings')).json()).timeSettings;
    await page.getByRole('switch', { name: 'Quiet hours' }).click();
    await page.getByLabel('From', { exact: true }).fill('23:30');
    await page.getByLabel('Until', { exact: true }).focus();
    const box = (channel: string) => page.getByRole('checkbox', { name: `Reminders: ${channel}` });
    // A read during a change does not hide the change: the next change builds on it.
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(/trpc\/time\.change/, (route) => held.then(() => route.continue()));
    await box('Webhook').click();
    const read = page.waitForResponse(/trpc\/[^?]*time\.settings/);
    await context.request.patch('/api/auth/profile', { data: { displayName: 'Ada' } });
    await read;
    await box('Webhook').and(page.locator(':checked')).waitFor();
    await box('Browser').click();
    await box('Browser').and(page.locator(':not(:checked)')).waitFor();
    await page.getByRole('checkbox', { name: 'Schedules: Mail' }).click();
    release();
    await expect.poll(settings).toMatchObject({
      quiet: { from: '23:30', until: '07:00' },
      channels: { reminder: ['app', 'webhook'], schedule: ['app', 'push', 'mail'] },
    });

    const address = page.getByLabel('Address of the webhook');
    // Required, and not called invalid before anything is written.
    expect(await address.getAttribute('aria-invalid')).toBe('false');
    expectConsoleError('400');
    await address.fill('https://10.0.0.1/');
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await page.getByText('The address must begin with https, have no user name or password').waitFor();
    expect(await address.and(page.locator(':focus[aria-invalid=true]')).count()).toBe(1);
    await address.fill('https://hooks.invalid/secret');
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    expect(await page.getByTestId('shown-once').textContent()).toMatch(/^whsec_/);
    await checkAccess();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText('https://hooks.invalid/…').waitFor();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('The test has failed: The name resolves to a private network.').waitFor();
    await page.getByText('Keeps failing, first just now').waitFor();
    const sent = page.getByRole('listitem').filter({ hasText: 'Webhook · hooks.invalid' });
    await sent.getByText('failed').waitFor();
    await sent.getByText('Test', { exact: true }).waitFor();
    await checkAccess();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Clear the list' }).click();
    await page.getByText('Nothing was sent in the last 30 days.').waitFor();
    await page.getByRole('button', { name: 'Remove: https://hooks.invalid/…' }).click();
    await page.getByText('https://hooks.invalid/…').waitFor({ state: 'detached' });
  },
  phone,
);

/** Records what the service worker would show: this browser grants no notifications. */
const notedIn = `
  self.shown = [];
  self.registration.showNotification = async (title, options) => void self.shown.push({ title, ...options });
`;
/** A click on a button of the recorded notification. */
const clickedIn = (action: string) => `
  self.acted = undefined;
  self.dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), {
    action: '${action}',
    notification: { close() {}, data: self.shown.at(-1).data },
    waitUntil(work) { self.acted = work; },
  }));
  self.acted;
`;

wholeJourney(
  'a push replaces the same notification, and its button ticks the task',
  async ({ page, context, signUp, expectConsoleError }) => {
    // Chromium’s warning of a race between a preload and a service worker.
    expectConsoleError('cross-world service worker');
    await signUp();
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const made = await context.request.post('/api/reminders', { data: { title: 'Call Grace', at } });
    const { reminder, task } = await made.json();
    await page.goto('/today');
    await within('the service worker', page.evaluate('navigator.serviceWorker.ready'));
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    await worker.evaluate(notedIn);
    const tools = await context.newCDPSession(page);
    const { origin } = new URL(page.url());
    const registered = new Promise<string>((resolve) =>
      tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
        if (own) resolve(own.registrationId);
      }),
    );
    await tools.send('ServiceWorker.enable');
    const registrationId = await within('the registration', registered);
    const told = { body: '', tag: 'one', id: reminder.id, taskId: task.id, reminderId: reminder.id };
    const data = JSON.stringify({ ...told, title: 'Call Grace', actions: [['done', 'Done']], padding: '  ' });
    await tools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
    await expect
      .poll(() => worker.evaluate('self.shown'))
      .toMatchObject([{ title: 'Call Grace', tag: 'one', actions: [{ action: 'done', title: 'Done' }] }]);
    await worker.evaluate(clickedIn('done'));
    const { tasks } = await (await context.request.get('/api/tasks')).json();
    expect(tasks).toMatchObject([{ title: 'Call Grace', status: 'done' }]);
  },
  { serviceWorkers: 'allow' },
);

wholeJourney(
  'a calendar address is made, read by a calendar program, and revoked',
  async ({ page, context, signUp, checkAccess }) => {
    await signUp();
    const due = { date: '2030-11-24', time: '09:00' };
    await context.request.post('/api/tasks?include=due', { data: { title: 'Launch', due } });
    await page.goto('/keys');
    await page.getByRole('button', { name: 'New address for events' }).click();
    const shown = (await page.getByTestId('shown-once').textContent()) ?? '';
    await checkAccess();
    const address = new URL(new URL(shown).pathname, page.url());
    expect(await (await fetch(address)).text()).toContain('SUMMARY:Launch');
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('button', { name: /^Revoke: Events/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Revoked just now').waitFor();
    expect((await fetch(address)).status).toBe(404);
  },
);
