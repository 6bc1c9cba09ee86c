import { expect, test } from 'vitest';
import { nameBrowser } from './name-browser.ts';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36', 'Chrome', 'Linux', false],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0',
    'Edge',
    'Windows',
    false,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) AppleWebKit/605 Version/19 Mobile Safari/604',
    'Safari',
    'iOS',
    true,
  ],
  ['Mozilla/5.0 (Android 16; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox', 'Android', true],
  ['curl/8.5.0', 'curl', undefined, false],
])('%s', (userAgent, browser, system, phone) => {
  expect(nameBrowser(userAgent)).toEqual({ browser, system, phone });
});

test('nothing is guessed', () => {
  expect(nameBrowser(null)).toEqual({ browser: undefined, system: undefined, phone: false });
});
