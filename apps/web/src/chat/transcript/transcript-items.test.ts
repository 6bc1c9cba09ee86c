import type { MessagePage, MessageWithExtras } from '@jarvis/contract';
import { expect, test } from 'vitest';
import type { Turn } from '../replies/turn.ts';
import { itemsOf } from './transcript-items.ts';

const message = (id: string, role: 'user' | 'assistant' = 'user') =>
  ({ id, role, content: `says ${id}` }) as MessageWithExtras;
const pageOf = (messages: MessageWithExtras[], more: Partial<MessagePage> = {}) =>
  ({ messages, earlier: false, later: false, ...more }) as MessagePage;
const running = { key: 't', phase: 'running', text: 'said elsewhere' } as Turn;
const shown = (page: MessagePage | undefined, turns: readonly Turn[], ...edited: string[]) =>
  itemsOf(page, turns, false, new Map(edited.map((id) => [id, `better ${id}`])), new Map()).map((item) =>
    item.kind === 'message'
      ? item.message.id
      : item.kind === 'edit'
        ? `${item.text}, ${item.key}`
        : item.kind,
  );

const [m1, m2, m3] = [message('1'), message('2', 'assistant'), message('3')];

test('a message that is being edited stays in its place', () => {
  expect(shown(pageOf([m1, m2, m3]), [], '1')).toEqual(['better 1, 1', '2', '3']);
});

test('an editor stays in view while another version of its message is answered, and afterwards', () => {
  const replaces = { messageId: '1', reply: false };
  expect(shown(pageOf([m1, m2]), [{ ...running, replaces }], '1')).toEqual(['better 1, 1', 'sent', 'reply']);
  const answered = pageOf([message('5'), message('6', 'assistant')]);
  expect(shown(answered, [], '1')).toEqual(['better 1, 1', '5', '6']);
});

test('an editor stays in view when an earlier message is replaced', () => {
  expect(shown(pageOf([m1, m2, message('8')]), [], '5')).toEqual(['1', '2', 'better 5, 5', '8']);
  expect(shown(pageOf([m1, m2]), [], '3')).toEqual(['1', '2', 'better 3, 3']);
});

test('a message sent from such an editor is shown in its place', () => {
  const replaces = { messageId: '2', reply: false };
  expect(shown(pageOf([m1, message('5')]), [{ ...running, replaces }])).toEqual(['1', 'sent', 'reply']);
});

test('the editor of an unloaded message is not shown until the message is loaded', () => {
  expect(shown(pageOf([m3], { earlier: true }), [], '1')).toEqual(['3']);
  expect(shown(pageOf([m1], { later: true }), [], '3')).toEqual(['1']);
  expect(shown(undefined, [], '3')).toEqual([]);
});

test('a message that failed in another browser stays in its place when the conversation continues', () => {
  const failed = { ...running, key: '2t', phase: 'failed', replaces: null } as Turn;
  expect(shown(pageOf([m1, m2]), [failed])).toEqual(['1', '2', 'sent', 'failed']);
  expect(shown(pageOf([m1, m2, m3]), [failed])).toEqual(['1', '2', 'sent', 'failed', '3']);
});

test('messages keep their order beside one that failed, though the clock of the service was set back', () => {
  const failed = { ...running, phase: 'failed', replaces: null, after: '9' } as Turn;
  const page = pageOf([message('8'), message('9', 'assistant'), m1, m2]);
  expect(shown(page, [failed])).toEqual(['8', '9', 'sent', 'failed', '1', '2']);
});
