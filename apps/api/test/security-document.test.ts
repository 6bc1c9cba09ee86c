import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const document = readFileSync(`${root}.github/SECURITY.md`, 'utf8');

const rows = document
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| against'))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));

it('every file that SECURITY.md names exists', () => {
  const paths = [...document.matchAll(/(?:`|\]\(\.\.\/)((?:apps|packages)\/[^`)]+)[`)]/g)].map(
    ([, path]) => path ?? '',
  );
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => !existsSync(root + path))).toEqual([]);
});

it('every protection names existing tests that show it', () => {
  expect(rows.length).toBeGreaterThan(35);
  const missing: string[] = [];
  for (const [against = '', , shownBy = ''] of rows) {
    if (shownBy === 'the same test') continue;
    const groups = [...shownBy.matchAll(/\]\(\.\.\/([^)]+\.test\.ts)\) ((?:“[^”]+”(?:, )?)+)/g)];
    if (groups.length === 0) missing.push(`${against}: names no test`);
    for (const [, path = '', titles = ''] of groups) {
      const source = existsSync(root + path) ? readFileSync(root + path, 'utf8') : '';
      for (const [, title = ''] of titles.matchAll(/“([^”]+)”/g)) {
        if (!source.includes(title)) missing.push(`${against}: ${path} has no “${title}”`);
      }
    }
  }
  expect(missing).toEqual([]);
});
