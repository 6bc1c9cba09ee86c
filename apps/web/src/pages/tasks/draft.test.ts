import { expect, test } from 'vitest';
import type { TimeReading } from '../times/reading.ts';
import { chipsOf, emptyDraft, masked, retyped, strike, taskOf } from './draft.ts';

const typed = (text: string) => retyped(emptyDraft, text);

/** The service's answer for `asked`, with the parsed `words`. */
function reading(asked: string, words: Partial<Record<'date' | 'time' | 'repeat', string>>, fields = {}) {
  const spans = Object.entries(words).map(([kind, said]) => {
    const start = asked.indexOf(said);
    return { kind: kind as 'date', start, end: start + said.length };
  });
  const title = Object.values(words)
    .reduce((text, said) => text.replace(said, ''), asked)
    .replace(/ +/g, ' ')
    .trim();
  const whole: TimeReading = {
    ...{ asked, title, start: '2026-11-24T09:00', allDay: false, timeZone: 'Europe/Rome' },
    ...{ at: '2026-11-24T08:00:00.000Z', repeat: null, afterCompletion: false, kind: 'task', past: false },
    ...{ spans, said: 'Tue 24 Nov, 09:00 (Europe/Rome), in 22 h' },
  };
  return { ...whole, ...fields };
}

test('a task has the parsed title and due date', () => {
  const draft = typed('call Grace tomorrow at 9');
  const read = reading(draft.text, { date: 'tomorrow', time: 'at 9' });
  expect(chipsOf(read, draft).map(({ kind, tellsDay }) => [kind, tellsDay])).toEqual([
    ['date', true],
    ['time', false],
  ]);
  expect(taskOf(read, draft, 'Europe/Rome')).toEqual({
    title: 'call Grace',
    due: { date: '2026-11-24', time: '09:00', timeZone: null },
  });
  expect(taskOf(read, draft, 'Asia/Tokyo').due?.timeZone).toBe('Europe/Rome');
  expect(taskOf({ ...read, kind: 'reminder' }, draft, 'Europe/Rome').remind).toBe(0);
});

test('the first chip shows the day, whatever else it shows', () => {
  const draft = typed('stretch every day at 9');
  const read = reading(draft.text, { repeat: 'every day', time: 'at 9' }, { repeat: 'FREQ=DAILY' });
  expect(chipsOf(read, draft).map(({ kind, tellsDay }) => [kind, tellsDay])).toEqual([
    ['time', true],
    ['repeat', false],
  ]);
  expect(taskOf(read, draft, 'Europe/Rome')).toMatchObject({
    repeat: 'FREQ=DAILY',
    afterCompletion: false,
  });
});

test('struck words are not parsed again, keep the positions of the others, and stay in the title', () => {
  const draft = typed('watch Tomorrow Never Dies on Friday');
  const first = reading(draft.text, { date: 'Tomorrow' });
  const [chip] = chipsOf(first, draft);
  if (!chip) throw new Error('nothing to strike');
  const struck = strike(draft, chip);
  const asked = masked(struck);
  expect(asked).not.toContain('Tomorrow');
  expect(asked.indexOf('Friday')).toBe(draft.text.indexOf('Friday'));
  const second = reading(asked, { date: 'on Friday' }, { start: '2026-11-27', allDay: true });
  expect(taskOf(second, struck, 'Europe/Rome')).toEqual({
    title: 'watch Tomorrow Never Dies',
    due: { date: '2026-11-27', time: null, timeZone: null },
  });
});

test('words that are changed or sent are no longer struck', () => {
  const struck = { ...typed('watch Tomorrow'), struck: ['Tomorrow'] };
  expect(retyped(struck, 'watch Tomorrow Never').struck).toEqual(['Tomorrow']);
  expect(retyped(struck, 'watch Tom').struck).toEqual([]);
  expect(retyped({ ...struck, dayless: true }, ' ')).toEqual({ ...emptyDraft, text: ' ' });
});

test('without a stated day the page’s day counts, unless it is struck', () => {
  const draft = typed('buy milk');
  const read = reading(draft.text, {}, { start: null });
  const [chip] = chipsOf(read, draft, '2026-11-23');
  expect(chip).toEqual({ kind: 'day', words: [], tellsDay: true });
  expect(taskOf(read, draft, 'Europe/Rome', '2026-11-23').due).toEqual({ date: '2026-11-23' });
  if (!chip) throw new Error('nothing to strike');
  const struck = strike(draft, chip);
  expect(chipsOf(read, struck, '2026-11-23')).toEqual([]);
  expect(taskOf(read, struck, 'Europe/Rome', '2026-11-23')).toEqual({ title: 'buy milk' });
});

test('a text that is only a time is also the title', () => {
  const draft = typed('tomorrow at 9');
  const read = reading(draft.text, { date: 'tomorrow', time: 'at 9' });
  expect(taskOf(read, draft, 'Europe/Rome').title).toBe('tomorrow at 9');
});
