import type { ReplyEvent, ReplyPart } from '@jarvis/contract';
import { snapshot } from '@jarvis/testkit/snapshot';
import { expect, test } from 'vitest';
import { UiMessageWriter } from './ui-message.ts';

const messageId = '019c1f0e-8c11-7d5a-9a3e-5f0f4b1c2d3e';

function textOf(events: readonly ReplyEvent[], seenChars: number): string {
  const parts: ReplyPart[] = [];
  const writer = new UiMessageWriter((part) => parts.push(part), { messageId, chars: seenChars });
  for (const event of events) writer.write(event);
  return parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('');
}

test('a reader that has more than this process knows yet gets no text twice', () => {
  const first = snapshot({ replyId: messageId, text: 'At 9' });
  const rest: ReplyEvent[] = [
    { type: 'text', delta: ':3' },
    { type: 'text', delta: '0 sharp' },
  ];
  expect(textOf([first, ...rest], 7)).toBe(' sharp');
  expect(textOf([first, ...rest], 3)).toBe('9:30 sharp');
});
