import { expect, inject } from 'vitest';
import { journey, phone, wholeJourney } from './support/journey.ts';

journey(
  'a schedule is made from words, shows its dates, runs, and is paused, changed and deleted',
  async ({ page, context, signUp, checkAccess }) => {
    await signUp();
    await page.goto('/schedules');
    await page.getByText('No schedules yet').waitFor();
    await checkAccess();
    const words = page.getByRole('textbox', { name: 'What Jarvis should do, and when' });
    await words.fill('Every day at 7 tell me about the bees');
    await words.press('Enter');
    const form = page.getByRole('dialog', { name: 'New schedule' });
    const prompt = form.getByLabel('What should Jarvis do?');
    expect(await prompt.inputValue()).toMatch(/^tell me about the bees$/i);
    expect(await form.getByLabel('Time', { exact: true }).inputValue()).toBe('07:00');
    const dates = page.getByRole('list', { name: 'The next dates' }).getByRole('listitem');
    await expect.poll(() => dates.count()).toBe(5);
    expect(await dates.last().textContent()).toMatch(/, 07:00$/);
    await checkAccess();
    // A refused form says why, in view.
    await prompt.fill('  ');
    await form.getByRole('button', { name: 'Make the schedule' }).click();
    await form.getByText('Say what Jarvis should do.').waitFor();
    await form.locator('textarea:focus').waitFor();
    await prompt.fill('!echo The bees are well.');
    await form.getByLabel('Name').fill('Bees');
    await form.getByRole('switch', { name: 'May search the web' }).click();
    await form.getByRole('button', { name: 'Make the schedule' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Bees' });
    await row.getByText('every day at 07:00').waitFor();
    await row.getByText('Searches the web').waitFor();
    await row.getByText(/^Next: .*07:00$/).waitFor();

    await row.getByRole('button', { name: 'Run now: Bees' }).click();
    const runs = row.getByRole('list', { name: 'History' }).getByRole('listitem');
    await runs.first().waitFor();
    // The result is also notified, with a link, and is not a reminder. The notice closes after some seconds.
    await page
      .getByRole('group')
      .filter({ hasText: /^Schedule: Bees/ })
      .getByRole('button', { name: 'Open' })
      .click();
    await page.getByRole('heading', { level: 1, name: /^Bees · / }).waitFor();
    await page.goBack();

    await row.getByRole('button', { name: 'Dates and history: Bees' }).click();
    await runs.getByText('Done').waitFor();
    await runs.getByText(/^[\d,]+ tokens$/).waitFor();
    await expect.poll(() => dates.count()).toBe(5);
    await checkAccess();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await runs.getByRole('link', { name: 'Open the conversation' }).click();
    await page.getByRole('article').getByText('The bees are well.', { exact: true }).waitFor();
    await page.getByRole('heading', { level: 1, name: /^Bees · / }).waitFor();
    await page.goBack();

    const choose = async (entry: string) => {
      await row.getByRole('button', { name: 'Options for “Bees”' }).click();
      await page.getByRole('menuitem', { name: entry }).click();
    };
    const stored = async () => (await (await context.request.get('/api/schedules')).json()).schedules;
    await choose('Pause');
    await row.getByText('Paused').waitFor();
    await expect.poll(stored).toMatchObject([{ state: 'paused', nextAt: null }]);
    await row.getByRole('button', { name: 'Resume: Bees' }).click();
    await row.getByText(/^Next: /).waitFor();

    await choose('Change…');
    const changed = page.getByRole('dialog', { name: 'Change the schedule' });
    await changed.getByLabel('Date', { exact: true }).fill('2030-01-31');
    await changed.getByLabel('Repeat').selectOption('Every month on the last day');
    await changed.getByLabel('Tell me').selectOption('Only if there is something to report');
    await changed.getByRole('button', { name: 'Save' }).click();
    await row.getByText('every month on the last day at 07:00').waitFor();
    expect(await stored()).toMatchObject([
      {
        ...{ title: 'Bees', start: '2030-01-31T07:00', repeat: 'FREQ=MONTHLY;BYMONTHDAY=-1' },
        ...{ notify: 'when_found', webSearch: true, state: 'active' },
      },
    ]);

    // A title that is the beginning of the prompt is not repeated.
    const long = `Hives ${'and the weather there '.repeat(8)}`.trim();
    const fields = { prompt: long, start: '2030-01-31T07:00' };
    expect((await context.request.post('/api/schedules', { data: fields })).status()).toBe(201);
    await page.getByText(long, { exact: true }).waitFor();
    expect(
      await page
        .getByRole('main')
        .getByText(/^Hives/)
        .count(),
    ).toBe(1);
    await page.getByRole('button', { name: /^Options for “Hives/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();

    await choose('Delete');
    await page.getByText('No schedules yet').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await choose('Delete');
    await page.getByText('No schedules yet').waitFor();
    // Leaving the page carries out a deletion.
    await page.goto('/today');
    await expect.poll(stored).toEqual([]);
    await page.getByText('Nothing is due').waitFor();
    expect(await page.getByRole('region', { name: 'Reminders' }).count()).toBe(0);
  },
  phone,
);

wholeJourney('a schedule that is not made yet outlives its page', async ({ page, context, signUp }) => {
  await signUp();
  await page.goto('/schedules');
  const words = page.getByRole('textbox', { name: 'What Jarvis should do, and when' });
  const elsewhere = async () => {
    await page.goto('/tasks');
    await page.getByText('Nothing to do').waitFor();
    await page.goBack();
    await page.waitForURL('**/schedules');
  };
  await words.fill('Every day at 7 tell me about the bees');
  await elsewhere();
  await expect.poll(() => words.inputValue()).toBe('Every day at 7 tell me about the bees');
  await words.press('Enter');
  const form = page.getByRole('dialog', { name: 'New schedule' });
  await form.getByLabel('Name').fill('Bees');
  await form.getByLabel('Time', { exact: true }).fill('06:30');
  await elsewhere();
  expect(await form.getByLabel('Name').inputValue()).toBe('Bees');
  await form.getByRole('button', { name: 'Make the schedule' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Bees' });
  await row.getByText('every day at 06:30').waitFor();
  expect(await words.inputValue()).toBe('');

  const change = async () => {
    await row.getByRole('button', { name: 'Options for “Bees”' }).click();
    await page.getByRole('menuitem', { name: 'Change…' }).click();
  };
  const changed = page.getByRole('dialog', { name: 'Change the schedule' });
  await change();
  await changed.getByLabel('Name').fill('Wasps');
  await elsewhere();
  expect(await changed.getByLabel('Name').inputValue()).toBe('Wasps');
  // Cancelled, it is forgotten.
  await changed.getByRole('button', { name: 'Cancel' }).click();
  await elsewhere();
  await row.waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await change();
  expect(await changed.getByLabel('Name').inputValue()).toBe('Bees');
  const { schedules } = await (await context.request.get('/api/schedules')).json();
  expect(schedules).toMatchObject([{ title: 'Bees', start: expect.stringMatching(/T06:30$/) }]);
});

wholeJourney(
  'all runs of a schedule are one entry of the sidebar, which expands to them and leads to the history',
  async ({ page, context, signUp, say, checkAccess }) => {
    await signUp();
    const fields = { title: 'Bees', prompt: '!echo The bees are well.', start: '2030-01-31T07:00' };
    const { schedule } = await (await context.request.post('/api/schedules', { data: fields })).json();
    const path = `/api/schedules/${schedule.id}`;
    const ended = async () =>
      (await (await context.request.get(`${path}/runs`)).json()).runs.filter(
        ({ state }: { state: string }) => state === 'done',
      ).length;
    const run = async (count: number) => {
      await context.request.post(`${path}/run`);
      await expect.poll(ended).toBe(count);
    };
    await page.goto('/');
    await say('Hello');
    await page.getByRole('article').nth(1).waitFor();
    await run(1);
    await run(2);
    const list = page.getByRole('region', { name: 'Conversations' });
    const entry = list.getByRole('button', { name: 'Schedule: Bees' });
    await entry.waitFor();
    expect(await list.getByRole('link').count()).toBe(1);
    await entry.press('Enter');
    const runs = list.getByRole('list', { name: 'Runs of “Bees”' }).getByRole('listitem');
    await expect.poll(() => runs.count()).toBe(2);
    await checkAccess();
    expect(await runs.first().getByRole('link').textContent()).toMatch(/^\w{3},? \d+ \w{3,4}, \d\d:\d\d$/);
    await runs.first().getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: /^Bees · / }).waitFor();
    await expect.poll(() => runs.first().getByRole('link').getAttribute('aria-current')).toBe('page');
    // The entry stays while its latest run is deleted, and shows the next one.
    await runs
      .first()
      .getByRole('button', { name: /^Options for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect.poll(() => runs.count()).toBe(1);
    await run(3);
    await expect.poll(() => runs.count()).toBe(2);
    await list.getByRole('link', { name: 'Dates and history' }).click();
    const history = page.getByRole('list', { name: 'History' }).getByRole('listitem');
    await expect.poll(() => history.count()).toBe(3);
    await context.request.patch(path, { data: { title: 'Wasps' } });
    await list.getByRole('button', { name: 'Schedule: Wasps' }).waitFor();
    await context.request.delete(path);
    await list.getByRole('link', { name: 'Dates and history' }).waitFor({ state: 'detached' });
    await entry.waitFor();
  },
);

wholeJourney(
  'a schedule that a reply has made can be taken back with one click, also after a reload',
  async ({ page, context, signUp, say, checkAccess }) => {
    await signUp();
    await page.goto('/');
    await say('!ask every day at 8');
    const reply = page.getByRole('article').last();
    await reply.getByText('Scheduled: Look at the bees').waitFor();
    await page.reload();
    await reply.getByRole('link', { name: 'Dates and history' }).waitFor();
    await checkAccess();
    await reply.getByRole('button', { name: 'Undo' }).click();
    await reply.getByText('No longer scheduled.').waitFor();
    expect((await (await context.request.get('/api/schedules')).json()).schedules).toEqual([]);
    await page.reload();
    await page.getByText('I will do that.').waitFor();
    await reply.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
  },
  phone,
);

wholeJourney(
  'a failed schedule says why and is resumed; switched off, the page says so',
  async ({ page, context, signUp, checkAccess }) => {
    await signUp();
    const fields = { title: 'Bees', prompt: 'Tell me about bees', start: '2030-01-31T07:00' };
    const { schedule } = await (await context.request.post('/api/schedules', { data: fields })).json();
    await context.request.patch(`/api/schedules/${schedule.id}`, { data: { state: 'paused' } });
    await page.route(/trpc\/[^?]*schedules\.list/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('"reason":null', '"reason":"model_unreachable"');
      await route.fulfill({ response, body });
    });
    await page.goto('/schedules');
    await page.getByText('Paused: The language model did not answer.').waitFor();
    await checkAccess();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor({ state: 'detached' });
    await page.getByText('Thu 31 Jan 2030, 07:00, once').waitFor();

    await page.goto(`${inject('builtinUrl')}/schedules`);
    await page.getByText(/^The operator of this service has switched schedules off\./).waitFor();
    await page.getByText('Bees', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /Run now|New schedule/ }).count()).toBe(0);
    await checkAccess();
  },
);
