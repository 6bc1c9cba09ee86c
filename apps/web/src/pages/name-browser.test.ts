import { i18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { compileCatalog } from '../i18n/compile-catalog.ts';
import settings from '../i18n/texts/settings.ts';
import { browserText, isPhone } from './name-browser.ts';

i18n.loadAndActivate({ locale: 'en', messages: compileCatalog(settings, 'en') });

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36', 'Chrome on Linux', false],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0',
    'Edge on Windows',
    false,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) AppleWebKit/605 Version/19 Mobile Safari/604',
    'Safari on iOS',
    true,
  ],
  ['Mozilla/5.0 (Android 16; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox on Android', true],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605 Version/18.0 EdgiOS/141.0 Mobile Safari/605',
    'Edge on iOS',
    true,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604 OPT/6.1',
    'Opera on iOS',
    true,
  ],
  ['curl/8.5.0', 'curl', false],
])('%s', (userAgent, text, phone) => {
  expect(browserText(userAgent)).toBe(text);
  expect(isPhone(userAgent)).toBe(phone);
});

test('an unknown browser is not guessed', () => {
  expect(browserText(null)).toBe('Unknown browser');
  expect(isPhone(null)).toBe(false);
});
