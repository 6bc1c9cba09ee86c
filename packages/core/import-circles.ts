import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/*
 * Reports import cycles between folders of core, and imports of core by ports; `npm run lint` runs it. A folder in a
 * cycle cannot be read, tested or changed without the others.
 */

const src = join(import.meta.dirname, 'src');
const imported = /(?:from|import\()\s*'(\.[^']+)'/g;

/** The domain of a file; the assistant's folders count separately. */
function folderOf(file: string): string {
  const [domain = '', room = '', ...rest] = file.split('/');
  if (room === '') return domain;
  return domain === 'assistant' && rest.length > 0 ? `${domain}/${room}` : domain;
}

const imports = new Map<string, Set<string>>();
const faults: string[] = [];
for (const file of globSync('**/*.ts', { cwd: src, exclude: ['**/*.test.ts'] })) {
  for (const [, path = ''] of readFileSync(join(src, file), 'utf8').matchAll(imported)) {
    const target = relative(src, join(src, dirname(file), path));
    const [from, to] = [folderOf(file), folderOf(target)];
    if (from === 'ports' && to !== 'ports')
      faults.push(`${file} imports ${target}: ports import the contract only.`);
    if (from !== to) imports.set(from, (imports.get(from) ?? new Set()).add(to));
  }
}

/** A path from a folder back to itself; undefined if there is none. */
function circleFrom(start: string): string[] | undefined {
  const ways = [[start]];
  const seen = new Set<string>();
  for (let way = ways.shift(); way; way = ways.shift())
    for (const next of imports.get(way.at(-1) ?? '') ?? []) {
      if (next === start) return [...way, next];
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  return undefined;
}

for (const folder of imports.keys()) {
  const circle = circleFrom(folder);
  if (circle) faults.push(`A circle of imports: ${circle.join(' → ')}.`);
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
