import { i18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { compileCatalog } from '../../i18n/compile-catalog.ts';
import settings from '../../i18n/texts/settings.ts';
import { reasonText } from './reason-text.ts';

test('why a delivery was not sent is told in the language of the page', () => {
  i18n.load('de', compileCatalog(settings, 'de'));
  i18n.activate('de');
  expect(reasonText('Answered 503.')).toBe('Die Antwort war 503.');
  expect(reasonText('The webhook was deleted.')).toBe('Der Webhook wurde gelöscht.');
  expect(reasonText('Eaten by a dog.')).toBe('Eaten by a dog.');
});
