import type { ReplyEvent, ReplyPart } from '@jarvis/contract';
import { snapshot } from '@jarvis/testkit/snapshot';
import { expect, test } from 'vitest';
import { uiMessageParts } from './ui-message.ts';

const messageId = '019c1f0e-8c11-7d5a-9a3e-5f0f4b1c2d3e';

async function textOf(events: readonly ReplyEvent[], seenChars: number): Promise<string> {
  async function* all() {
    yield* events;
  }
  const parts: ReplyPart[] = [];
  for await (const part of uiMessageParts(all(), String, { messageId, chars: seenChars })) parts.push(part);
  return parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('');
}

test('a reader that has more than this process knows yet gets no text twice', async () => {
  const first = snapshot({ replyId: messageId, text: 'At 9' });
  const rest: ReplyEvent[] = [
    { type: 'text', delta: ':3' },
    { type: 'text', delta: '0 sharp' },
  ];
  expect(await textOf([first, ...rest], 7)).toBe(' sharp');
  expect(await textOf([first, ...rest], 3)).toBe('9:30 sharp');
});
