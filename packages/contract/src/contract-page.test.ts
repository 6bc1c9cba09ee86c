import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { user } from './account/account.ts';
import { keyRecord } from './account/key.ts';
import { conversation, message } from './chat/conversation.ts';
import { file } from './chat/file.ts';
import { lookup } from './lookup.ts';
import { memory } from './memory.ts';
import { type Rate, rates } from './rates.ts';
import { task } from './task.ts';

const page = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test.each([
  ['Conversation', conversation],
  ['Message', message],
  ['File', file],
  ['Task', task],
  ['Memory', memory],
  ['Web lookup', lookup],
  ['API key record', keyRecord],
  ['User', user],
])('the page names every field of a resource: %s', (title, { shape }) => {
  const [, section = ''] = page.split(`\n### ${title}\n`);
  const [fields] = section.split('\n#');
  expect(Object.keys(shape).filter((name) => !fields?.includes(`\`${name}\``))).toEqual([]);
});

test('the page has every rate limit', () => {
  const [, section = ''] = page.split('\n## Limits\n');
  const rows = [...section.matchAll(/^\| `(\w+)` \| .+ \| (.+) \| (.+) \|$/gm)].map(([, ...row]) => row);
  expect(rows).toEqual(Object.entries(rates).map(([name, rate]) => [name, inWords(rate), countedBy(name)]));
});

const inWords = ({ limit, windowSeconds }: Rate) =>
  `${limit} ${windowSeconds === 60 ? 'a minute' : `in ${windowSeconds / 60} minutes`}`;

function countedBy(name: string): string {
  if (name.endsWith('PerNetwork')) return 'network address';
  return name.endsWith('PerEmail') ? 'e-mail address' : 'account';
}
