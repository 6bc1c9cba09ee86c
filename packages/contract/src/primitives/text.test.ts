import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { email } from '../account/account.ts';
import { describeIssues } from '../errors/issue-text.ts';
import { createTaskInput, renameConversationInput } from '../index.ts';
import { limits } from '../limits.ts';
import { strictInt } from './text.ts';

function refusal(schema: typeof createTaskInput, input: unknown): string | undefined {
  const { error } = schema.safeParse(input);
  return error && describeIssues(error.issues, input)[0]?.message;
}

test('a refused field gets one sentence, with the field’s own bound', () => {
  const input = { limit: 1e20, email: '' };
  const { error } = z
    .object({ limit: strictInt(1, 100, { description: '', examples: [] }), email })
    .safeParse(input);
  expect(describeIssues(error?.issues ?? [], input)).toEqual([
    { path: 'limit', message: '`limit` must be at most 100.' },
    { path: 'email', message: '`email` must not be empty.' },
  ]);
});

test('an element of an unknown kind is refused with the known kinds', () => {
  const kind = z.discriminatedUnion('type', [
    z.object({ type: z.literal('message') }),
    z.object({ type: z.literal('call') }),
  ]);
  const told = (input: unknown) => describeIssues(kind.safeParse(input).error?.issues ?? [], input);
  expect(told({ type: 'x' })).toEqual([{ path: 'type', message: '`type` must be `message` or `call`.' }]);
  expect(told({})).toEqual([{ path: 'type', message: '`type` is required.' }]);
});

describe('text', () => {
  it('is counted in code points, after trimming', () => {
    const title = '😀'.repeat(limits.taskTitleCharsMax);
    expect(createTaskInput.parse({ title: ` ${title}\n` })).toEqual({ title });
    expect(refusal(createTaskInput, { title: `${title}a` })).toBe(
      '`title` must have at most 200 characters.',
    );
  });

  it('is stored in NFC', () => {
    expect(createTaskInput.parse({ title: 'cafe\u0301' }).title).toBe('caf\u00e9');
  });

  it('may have its full length in a spelling of many code units', () => {
    const title = '\u{16d6a}'.repeat(limits.taskTitleCharsMax);
    expect(createTaskInput.parse({ title: title.normalize('NFD') }).title).toBe(title);
  });

  it.each(['\u0000', '\ud800', 'a\udc00b'])('refuses %j, which cannot be stored', (title) => {
    expect(refusal(createTaskInput, { title })).toContain('U+0000 or half of a surrogate pair');
  });

  it.each(['a\nb', 'a\u0085b', 'a\u2028b', 'a\u0007b'])('on a single line refuses %j', (title) => {
    expect(renameConversationInput.safeParse({ id: 'x', title }).success).toBe(false);
  });

  it.each([
    [{}, '`title` is required.'],
    [{ title: null }, '`title` must be a string.'],
    [{ title: ' ' }, '`title` must not be empty.'],
    [[], 'The request must be a JSON object.'],
  ])('says what is wrong with %j', (input, message) => {
    expect(refusal(createTaskInput, input)).toBe(message);
  });
});
