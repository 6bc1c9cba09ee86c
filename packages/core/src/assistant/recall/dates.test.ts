import { expect, test } from 'vitest';
import { dateFit, datesIn } from './dates.ts';

test.each([
  ['What did we say on 7 May 2026?', [{ month: 5, day: 7, year: 2026 }]],
  ['on May 7th, 2026 or in June', [{ month: 5, day: 7, year: 2026 }, { month: 6 }]],
  ['the 3rd of October', [{ month: 10, day: 3 }]],
  ['Was war am 3. März 2025?', [{ month: 3, day: 3, year: 2025 }]],
  ['Che cosa ho detto il 12 agosto?', [{ month: 8, day: 12 }]],
  ['in May', [{ month: 5 }]],
  ['May I ask something?', []],
  ['room 12', []],
])('%s', (message, dates) => {
  expect(datesIn(message)).toEqual(dates);
});

test('a day matches by its month, and better by its date', () => {
  const named = datesIn('on 7 May 2026');
  expect(dateFit(named, '2026-05-07T10:00:00.000Z')).toBe(2);
  expect(dateFit(named, '2026-05-08T10:00:00.000Z')).toBe(1);
  expect(dateFit(named, '2025-05-07T10:00:00.000Z')).toBe(0);
  expect(dateFit(datesIn('im Mai'), '2025-05-07T10:00:00.000Z')).toBe(1);
});
