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
  await tab.value('void history.back()');
  await tab.becomes('location.pathname', '/tasks');
  await tab.see(text('Nothing to do'));
  expect(await tab.value('globalThis.ofAda === undefined')).toBe(true);
});
