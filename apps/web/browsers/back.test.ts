import { expect } from 'vitest';
import { text } from './find.ts';
import { journey } from './journey.ts';

// WebKit keeps the page that was left, and shows it again as it was.
journey('Back loads a page anew, which may be of another person now', async ({ tab, signUp }) => {
  await signUp();
  await tab.open('/tasks');
  await tab.see(text('Nothing to do'));
  await tab.value('void (globalThis.ofAda = true)');
  await signUp();
  await tab.back();
  await tab.becomes('location.pathname', '/tasks');
  await tab.see(text('Nothing to do'));
  expect(await tab.value('globalThis.ofAda === undefined')).toBe(true);
});

journey(
  'a page that is loaded anew on Back does not ask again whether to leave it',
  async ({ tab, signUp }) => {
    await signUp();
    await tab.open('/temporary');
    await tab.see(text('Temporary chat'));
    // As if the person had typed a text, and chosen to leave it.
    await tab.value(`void (
    addEventListener('pagehide', () => {
      document.querySelector('#composer').value = 'a text';
    }),
    addEventListener('beforeunload', (event) => {
      if (event.defaultPrevented) sessionStorage.setItem('asked', 'again');
    })
  )`);
    await tab.open('/tasks');
    await tab.see(text('Nothing to do'));
    await tab.back();
    await tab.becomes('location.pathname', '/temporary');
    await tab.see(text('Temporary chat'));
    expect(await tab.value('sessionStorage.getItem("asked")')).toBe(null);
  },
);
