import { expect, test } from 'vitest';
import type { RecalledMessage } from './choose.ts';
import { drawnFrom } from './drawn-from.ts';

const said = (line: string, id = 'earlier') =>
  ({ id, title: 'Earlier', createdAt: '2026-01-31T09:30:00.12+00:00', line }) as RecalledMessage;
const drawn = (reply: string, shown: string[], ...recalled: RecalledMessage[]) =>
  drawnFrom(reply, shown, recalled, 'here').map(({ conversationId }) => conversationId);

const heron = said('person: The heron stood by the weir at dawn.');
const bread = `you: For a sourdough loaf, mix 500 g of flour with 350 g of water and let it rest for half an hour. Add the
  starter and the salt, fold the dough every thirty minutes for three hours, shape it, and leave it in a cool place until
  the morning. Heat the oven with a pot inside, make a cut on top, and bake it with the lid on first. 1. Mix. 2. Rest.
  3. Fold. 4. Bake. Let it cool before you cut it; the crumb needs the time.`;

test('a reply that shares words with an earlier conversation, which the question lacks, has drawn on it', () => {
  expect(drawn('By the weir, at dawn.', ['Where did the heron stand?'], heron)).toEqual(['earlier']);
  expect(drawnFrom('By the weir, at dawn.', [], [heron], 'here')).toEqual([
    { conversationId: 'earlier', title: 'Earlier', at: '2026-01-31T09:30:00.120Z' },
  ]);
  expect(drawn('In 1987.', ['When was it?'], said('person: I was born in 1987.'))).toEqual(['earlier']);
});

test('words that the question or the text before it has do not count', () => {
  expect(drawn('By the weir, at dawn.', ['Did the heron stand by the weir at dawn?'], heron)).toEqual([]);
  const before = ['I saw a heron by the weir at dawn.', 'How nice.', 'What did I see?'];
  expect(drawn('A heron, by the weir, at dawn.', before, heron)).toEqual([]);
});

test('the numbers of a list do not count', () => {
  const list = '1. Pack. 2. Lock. 3. Drive.';
  expect(drawn(list, ['How do I leave?'], said('you: 1. Mix. 2. Rest. 3. Fold. 10. Bake.'))).toEqual([]);
});

test('a long reply on another subject has not drawn on a long one with the same common words', () => {
  const reply = `To keep a bicycle chain in good order, wipe it with a dry cloth every week and put a drop of oil on each
    link. After ten minutes wipe off what is left, as it only collects dirt. Water is bad for it: after rain leave the
    bicycle in a dry place. Check the wear with a gauge from time to time, and fit a new one before it damages the teeth
    of the sprockets, which cost more. First clean them with a brush.`;
  expect(drawn(reply, ['How do I look after my bicycle?'], said(bread))).toEqual([]);
});

test('a long reply that repeats a fact of an earlier conversation has drawn on it', () => {
  const reply = `With pleasure. For the birthday of your sister Anna in Trieste I would take the early train, so that you
    have the afternoon. As she does not eat nuts, order the lemon cake without almonds, and ask the baker by Thursday.
    In the evening a walk along the harbour costs nothing, and her dog Bruno can come along. Shall I put it on your list?`;
  const fact = said(
    'person: My sister Anna in Trieste is allergic to nuts, and never goes out without Bruno, her dog.',
  );
  expect(drawn(reply, ['Plan the birthday, please.'], fact, said(bread, 'other'))).toEqual(['earlier']);
});
