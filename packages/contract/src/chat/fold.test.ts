import { expect, test } from 'vitest';
import { fold, missingText, noReply } from './fold.ts';
import type { Reply, ReplyEvent } from './reply.ts';

const { ending: _, ...begun } = noReply;
const snapshot: ReplyEvent = { type: 'snapshot', ...begun, text: 'At ' };
const failed: ReplyEvent = { type: 'failed', error: { kind: 'failed', message: 'It broke.' } };

const folded = (all: readonly ReplyEvent[], from: Reply = noReply) => all.reduce(fold, from);

test('a second event for a step replaces the step; the text so far stays', () => {
  const step = { type: 'step', at: 0, tool: 'add_task', label: 'New task' } as const;
  const reply = folded([
    snapshot,
    { ...step, state: 'running' },
    { type: 'text', delta: '9:30.' },
    { ...step, state: 'done' },
  ]);
  expect(reply).toMatchObject({ text: 'At 9:30.', ending: null });
  expect(reply.steps).toEqual([{ tool: 'add_task', label: 'New task', state: 'done' }]);
});

test('a snapshot, as after a lost connection, replaces the known reply', () => {
  expect(folded([snapshot, { type: 'text', delta: 'noon' }, snapshot, failed])).toMatchObject({
    text: 'At ',
    ending: failed,
  });
});

test.each([
  ['At ', 'At 9:30.', { text: '9:30.', replaces: false }],
  ['At 9:30. \n', 'At 9:30.', { text: '', replaces: false }],
  ['\n At', 'At 9:30.', { text: ' 9:30.', replaces: false }],
  ['', 'No.', { text: 'No.', replaces: false }],
  ['At 9:30.', 'I cannot say.', { text: 'I cannot say.', replaces: true }],
])('a reader who was shown %j of %j is missing %j', (shown, whole, missing) => {
  expect(missingText(shown, whole)).toEqual(missing);
});
