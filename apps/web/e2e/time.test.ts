import { expect } from 'vitest';
import { journey } from './support/journey.ts';

journey(
  'a task is added in words, is on its day, and opens the next one when it is ticked; dates move only when asked',
  async ({ page, context, signUp, checkAccess }) => {
    await signUp();
    await page.goto('/today');
    await page.getByText('Nothing is due').waitFor();
    const zone = async () => (await (await context.request.get('/api/time-settings')).json()).timeSettings;
    await expect.poll(zone).toEqual({ timeZone: 'Europe/Lisbon' });

    const field = page.getByPlaceholder('What needs doing?');
    const chips = page.getByRole('list', { name: 'Understood as' }).getByRole('listitem');
    await field.fill('Call Grace tomorrow at 9');
    // In UTC first, until the page has heard of the zone that it has sent.
    await expect.poll(() => chips.allTextContents()).toEqual([' Tomorrow', ' 09:00']);
    await checkAccess();
    await field.press('Enter');
    const week = page.getByRole('region', { name: /^The next seven days/ }).getByRole('listitem');
    await week.getByText('Tomorrow, 09:00').waitFor();
    await page.getByRole('checkbox', { name: 'Complete “Call Grace”' }).waitFor();

    // What is not meant as a time is struck, and the day of the page counts.
    await field.fill('Watch Tomorrow Never Dies');
    await page.getByRole('button', { name: 'Not a date: leave “Tomorrow” in the title' }).click();
    await chips.getByText('Today').waitFor();
    await field.press('Enter');
    const today = page.getByRole('region', { name: /^Today/ }).getByRole('listitem');
    await today.getByRole('checkbox', { name: 'Complete “Watch Tomorrow Never Dies”' }).waitFor();

    const due = page.getByRole('button', { name: /change when “Watch Tomorrow Never Dies” is due/ });
    await due.click();
    await page.getByRole('menuitem', { name: 'Repeat …' }).click();
    await page.getByRole('dialog').getByLabel('Repeat').selectOption('every day');
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

    await context.request.patch('/api/time-settings', { data: { timeZone: 'Europe/Rome' } });
    await week.getByText('Tomorrow, 09:00 (Rome)').waitFor();
    await page.getByText('You are in Lisbon. Your dates are kept in the time of Rome.').waitFor();
    await checkAccess();
    await page.getByRole('button', { name: 'Switch to Lisbon' }).click();
    await week.getByText('Tomorrow, 09:00', { exact: true }).waitFor();
    expect(await zone()).toEqual({ timeZone: 'Europe/Lisbon' });
  },
  { timezoneId: 'Europe/Lisbon' },
);

journey(
  'a reminder that comes is said, listed on Today, and put off there',
  async ({ page, context, signUp, checkAccess }) => {
    await signUp();
    await page.goto('/today');
    await page.getByText('Nothing is due').waitFor();
    const at = new Date(Date.now() + 2_000).toISOString();
    await context.request.post('/api/reminders', { data: { title: 'Feed the cat', at } });
    await page.getByText('Reminder: Feed the cat').waitFor();
    const reminders = page.getByRole('region', { name: 'Reminders' });
    await reminders.getByText('Feed the cat').waitFor();
    await checkAccess();
    await reminders.getByRole('button', { name: 'Put off “Feed the cat”' }).click();
    await page.getByRole('menuitem', { name: 'In an hour' }).click();
    await reminders.waitFor({ state: 'detached' });
    const told = await (await context.request.get('/api/reminders')).json();
    expect(told.reminders).toMatchObject([{ title: 'Feed the cat', state: 'waiting' }]);
    expect(Date.parse(told.reminders[0].snoozedUntil)).toBeGreaterThan(Date.now() + 3_000_000);
  },
);
