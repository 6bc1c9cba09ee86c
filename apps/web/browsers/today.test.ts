import { expect } from 'vitest';
import { button, checkbox, element, text } from './find.ts';
import { journey, phone } from './journey.ts';

journey(
  'adds a task in words on Today, strikes a date, and is reminded',
  async ({ tab, signUp }) => {
    await signUp();
    await tab.open('/today');
    await tab.see(text('Nothing is due'));
    const field = element('#new-task');
    await tab.fill(field, 'Call Grace tomorrow at 9');
    await tab.see(button('Not a date: leave “tomorrow” in the title'));
    await tab.picture('today-chips');
    await tab.press('Enter');
    await tab.see(checkbox('Complete “Call Grace”'));
    await tab.see(text('The next seven days'));

    await tab.fill(field, 'Watch Tomorrow Never Dies');
    await tab.click(button('Not a date: leave “Tomorrow” in the title'));
    await tab.see(button('Not a date: leave “Today” in the title'));
    await tab.press('Enter');
    await tab.see(checkbox('Complete “Watch Tomorrow Never Dies”'));

    // By the clock of the page; refused when it arrives after its time.
    const remind = () =>
      tab.value(`fetch('/api/reminders', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'Feed the cat', at: new Date(Date.now() + 2000).toISOString() }),
      }).then(({ status }) => status)`);
    await expect
      .poll(remind, { message: 'a reminder in two seconds is accepted', timeout: 20_000 })
      .toBe(201);
    await tab.see(button('Put off “Feed the cat”'));
    await tab.click(button('Mark “Feed the cat” as read'));
    await tab.count(button('Put off “Feed the cat”'), 0);
    await tab.picture('today');
  },
  phone,
);
