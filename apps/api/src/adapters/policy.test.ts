import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadPolicy } from './policy.ts';

const folder = mkdtempSync(join(tmpdir(), 'jarvis-policy-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(text: string): string {
  const file = join(folder, 'policy.json');
  writeFileSync(file, text);
  return file;
}

test('the rules in the file deny a text, and without a file there are none', () => {
  const file = fileWith('[{ "id": "bees", "pattern": "\\\\bbees?\\\\b", "reply": "Not about bees." }]');
  const policy = loadPolicy(file);
  expect(policy.denial('Feed the Bees')).toEqual({ reply: 'Not about bees.' });
  expect(policy.denial('Feed the cat')).toBeUndefined();
  expect(loadPolicy(undefined).hasNoRules).toBe(true);
});

test.each([
  ['{', 'JSON'],
  ['[{ "id": "bees" }]', '0.pattern: '],
  ['[{ "id": "bees", "pattern": "(?<=a)b" }]', 'error parsing regexp'],
])('a mistake in the file stops the start with a line that names it: %s', (text, named) => {
  const file = fileWith(text);
  const line = new RegExp(`^POLICY_FILE ${file} must be a list of .*${named}`);
  expect(() => loadPolicy(file)).toThrow(
    expect.objectContaining({ problems: [expect.stringMatching(line)] }),
  );
});
