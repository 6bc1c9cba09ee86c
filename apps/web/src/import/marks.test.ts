import { expect, test } from 'vitest';
import { withoutChatGptMarks, withoutLibreChatMarks, withoutOpenWebUiDetails } from './marks.ts';

const megabyteOf = (text: string) => text.repeat(Math.ceil(1_000_000 / text.length));
const opening = '<details type="reasoning" done="true">';

test.each([
  ['openings', megabyteOf(opening)],
  ['openings after a whole one', `${opening}</details>${megabyteOf(opening)}`],
  ['openings without an end', `${megabyteOf('<details type="reasoning" ')}</details>`],
])('Open WebUI: a megabyte of %s is read in linear time', (_, hostile) => {
  expect(withoutOpenWebUiDetails(`${hostile}Yes.`)).toMatch(/Yes\.$/);
});

test.each([
  ['spaces', megabyteOf(' ')],
  ['marks', megabyteOf('\ue200')],
])('LibreChat: a megabyte of %s is read in linear time', (_, hostile) => {
  expect(withoutLibreChatMarks(`${hostile}Yes.`)).toMatch(/Yes\.$/);
});

test('LibreChat: an anchor is removed with the marks and the space before it, other marks alone', () => {
  expect(withoutLibreChatMarks('One \ue200\\ue202turn0search1 two \ue203three\\ue204.')).toBe(
    'One two three.',
  );
});

test('ChatGPT: a mark with a megabyte of letters and no end is read in linear time', () => {
  const hostile = `\ue200${megabyteOf('a')}`;
  expect(withoutChatGptMarks(hostile, new Map())).toBe(hostile);
});

test.each(['【a', '【a†', 'a†'])('ChatGPT: a megabyte of %s is read in linear time', (piece) => {
  const hostile = `【${megabyteOf(piece)}`;
  expect(withoutChatGptMarks(hostile, new Map())).toBe(hostile);
});
