import { expect, test } from 'vitest';
import { calculate } from './arithmetic.ts';

test.each([
  ['What is 12 * 3?', 'en', '36'],
  ['0.1 + 0.2', 'en', '0.3'],
  ['2 ^ 10', 'en', '1024'],
  ['2**49', 'en', '562,949,953,421,312'],
  ['123456789.1 + 0.2', 'en', '123,456,789.3'],
  ['(1 + 2) * (3 - 4) / 2', 'en', '−1.5'],
  ['-2^2', 'en', '−4'],
  ['2^3^2', 'en', '512'],
  ['15% of 80', 'en', '12'],
  ['what is 15 percent of 80', 'en', '12'],
  ['200 + 10%', 'en', '220'],
  ['1,234.5 * 2', 'en', '2469'],
  ['calculate 7 times 8', 'en', '56'],
  ['144 divided by 12', 'en', '12'],
  ['3 x 4', 'en', '12'],
  ['Was ist 3,5 mal 2?', 'de', '7'],
  ['Wie viel ist 1.234,5 plus 0,5?', 'de', '1235'],
  ['Berechne 10 geteilt durch 4', 'de', '2,5'],
  ['19 Prozent von 200', 'de', '38'],
  ['Quanto fa 7 per 6?', 'it', '42'],
  ['quanto fa 2,5 più 2,5', 'it', '5'],
  ['20 diviso 8', 'it', '2,5'],
  ['2 plus 2', 'en', '4'],
  ['what is +5 * 3', 'en', '15'],
] as const)('%s', (text, language, result) => {
  expect(calculate(text, language)).toMatchObject({ result, exact: true });
});

test('a result with too many digits is rounded, and says so', () => {
  expect(calculate('10 / 3', 'en')).toMatchObject({ result: '3.3333333333', exact: false });
});

test('a calculation without a result says why', () => {
  expect(calculate('1 / 0', 'en')).toMatchObject({ impossible: 'division-by-zero' });
  expect(calculate('9^9^9', 'en')).toMatchObject({ impossible: 'too-large' });
  expect(calculate('2**50', 'en')).toMatchObject({ impossible: 'too-large' });
});

test.each([
  'Hello',
  '42',
  'call 555-1234',
  '2026-01-31',
  '555-1234',
  '(1 + 2',
  '1 +',
  'add 2 eggs',
  'version 1.2.3 + 4',
  '4 ^ 0.5',
  'square root of 144',
  '1 + ^ 0',
  '1.2.3 ^ 0',
])('%j is not a calculation', (text) => {
  expect(calculate(text, 'en')).toBeUndefined();
});
