import type { MessagePage, MessageWithExtras } from '@jarvis/contract';
import { expect, test } from 'vitest';
import { wholeOf } from './whole-page.ts';

/** 200 messages from a number on, of the given total. */
const pageFrom = (first: number, count: number) =>
  ({
    conversation: { id: 'c' },
    messages: Array.from({ length: 200 }, (_, n) => ({ id: `${first + n}` }) as MessageWithExtras),
    earlier: first > 0,
    later: first + 200 < count,
  }) as MessagePage;

const wholeFrom = (first: number, count: number) => {
  const { messages, earlier, later } = wholeOf(pageFrom(first, count), (place) =>
    pageFrom('before' in place ? Number(place.before) - 200 : Number(place.after) + 1, count),
  );
  return [messages[0]?.id, messages.at(-1)?.id, messages.length, earlier, later];
};

test('unloaded messages are read, before and after', () => {
  expect(wholeFrom(400, 1_000)).toEqual(['0', '999', 1_000, false, false]);
});

test.each([
  ['at its end', 99_800, ['95000', '99999', 5_000, true, false]],
  ['at its beginning', 0, ['0', '4999', 5_000, false, true]],
])('of a huge conversation no more is read than can be rendered: %s', (_, first, whole) => {
  expect(wholeFrom(first, 100_000)).toEqual(whole);
});

test('messages that cannot be read are left out', () => {
  expect(wholeOf(pageFrom(200, 1_000), () => undefined)).toEqual(pageFrom(200, 1_000));
});
