import { shownRefusals } from '@jarvis/contract';
import { i18n } from '@lingui/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { compileCatalog } from '../../i18n/compile-catalog.ts';
import app from '../../i18n/texts/app.ts';
import files from '../../i18n/texts/files.ts';
import settings from '../../i18n/texts/settings.ts';
import tasks from '../../i18n/texts/tasks.ts';
import { type Failure, failureText } from './failure.ts';

const now = Date.UTC(2026, 0, 5, 12);
const failure: Failure = {
  kind: 'failed',
  message: '',
  issues: [],
  retryAfterSeconds: undefined,
  at: now,
  passing: false,
};

beforeEach(() => vi.useFakeTimers({ now, toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

function said(locale: 'en' | 'de' | 'it', change: Partial<Failure>) {
  i18n.loadAndActivate({
    locale,
    messages: compileCatalog({ ...app, ...files, ...settings, ...tasks }, locale),
  });
  return failureText({ ...failure, ...change });
}

test.each([
  ['en', /does not accept its key/, /quota is used up, until \S+/, /did not answer/, /answered nothing/],
  [
    'de',
    /nimmt seinen Schlüssel nicht an/,
    /Kontingent ist verbraucht, bis \S+/,
    /hat nicht geantwortet/,
    /hat nichts geantwortet/,
  ],
  [
    'it',
    /non accetta la sua chiave/,
    /quota è esaurita, fino a: \S+/,
    /non ha risposto\./,
    /non ha risposto nulla/,
  ],
] as const)('a model’s failure is described by its kind (%s)', (language, key, quota, unreachable, empty) => {
  expect(said(language, { reason: 'keyRefused' })).toMatch(key);
  expect(said(language, { reason: 'overQuota', retryAfterSeconds: 90 })).toMatch(quota);
  expect(said(language, { reason: 'unreachable' })).toMatch(unreachable);
  expect(said(language, { reason: 'empty' })).toMatch(empty);
});

test('a quota that resets later says when, with the day if it is another one', () => {
  const reason = 'overQuota';
  expect(said('en', { reason, retryAfterSeconds: 60, at: now - 61_000 })).toBe(app.failure.tooManyNow[0]);
  expect(said('en', { reason, retryAfterSeconds: 86_400 })).toMatch('Jan 6, 2026');
  expect(said('en', { reason })).toBe(app.noReply.overQuota[0]);
});

const often = { kind: 'tooMany', message: 'Too many requests. Try again in 30 seconds.' } as const;

test('a waiting time is in seconds, and in minutes when it is long', () => {
  expect(said('en', { ...often, retryAfterSeconds: 30 })).toMatch('30 seconds');
  expect(said('en', { ...often, retryAfterSeconds: 100 })).toMatch('2 minutes');
});

test('a waiting time is counted from the failure, until it is over', () => {
  expect(said('en', { ...often, retryAfterSeconds: 30, at: now - 10_000 })).toMatch('20 seconds');
  expect(said('en', { ...often, retryAfterSeconds: 30, at: now - 30_000 })).toBe(app.failure.tooManyNow[0]);
  expect(said('en', often)).toBe(app.failure.tooMany[0]);
});

test('the service’s words describe a fault in the input', () => {
  const issues = [{ path: 'title', message: '`title` is too long.' }];
  expect(said('en', { kind: 'badRequest', message: 'Bad.', issues })).toMatch('`title` is too long.');
  expect(said('en', { kind: 'conflict', message: 'Taken.' })).toMatch('Taken.');
});

test('a refusal that has a translation is shown in the person’s language', () => {
  const refused = { kind: 'badRequest', message: 'The task is done.' } as const;
  expect(said('en', refused)).toMatch('The task is done.');
  expect(said('de', refused)).toMatch('Die Aufgabe ist erledigt.');
  expect(said('de', { ...refused, message: 'Unknown.' })).toMatch('Unknown.');
  const message = shownRefusals.pictureTooLarge.replace('{name}', () => '{a} “$&”.png');
  expect(said('de', { ...refused, message })).toMatch('„{a} “$&”.png“ ist zu groß für ein Sprachmodell');
  expect(said('en', { ...refused, message })).toMatch(message);
});

test('a limit of numbers, and what the operator has stopped, is told by its own words', () => {
  const full = {
    kind: 'tooMany',
    message: shownRefusals.deliveriesADayMax,
    retryAfterSeconds: 3_600,
  } as const;
  expect(said('en', full)).toBe(shownRefusals.deliveriesADayMax);
  expect(said('de', full)).toMatch('Höchstens 200 Zustellungen am Tag');
  const paused = { kind: 'restricted', message: shownRefusals.deliveriesPaused } as const;
  expect(said('en', paused)).toBe(shownRefusals.deliveriesPaused);
  expect(said('de', paused)).toMatch('Der Betreiber hat');
  expect(said('it', paused)).toMatch('Chi gestisce questo servizio ha');
  expect(said('de', { kind: 'restricted', message: shownRefusals.restricted })).toMatch('Konto ist gesperrt');
});
