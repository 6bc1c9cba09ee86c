import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/*
 * Reports import cycles between the folders of a package, imports of core by its ports, and imports of the web app
 * against the order of its folders or of the contract's index; `npm run lint` runs it. A folder in a cycle cannot be
 * read, tested or changed without the others.
 */

/** The folders of the web app: each imports only from those before it. */
const webFolders = [
  'i18n',
  'data/browser',
  'data/service',
  'data',
  'import',
  'routing',
  'drafts',
  'ui/keyboard',
  'ui',
  'ui/feedback',
  'ui/menu',
  'ui/dialog',
  'ui/page',
  'chat',
  'pages',
  'shell',
];
/** Folders whose subfolders count separately: core's assistant, and the lower layers of the web app. */
const divided = ['assistant', 'data', 'ui'];

const root = join(import.meta.dirname, '..');
const imported = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;
/** Zod and every schema would be part of the page. */
const wholeContract = /^(?:im|ex)port (?!type\b)[^;]*from '@jarvis\/contract';/m;
const faults: string[] = [];

/** The domain of a file, or its folder in a divided one. */
function folderOf(file: string): string {
  const [domain = '', room = '', ...rest] = file.split('/');
  if (room === '') return domain;
  return divided.includes(domain) && rest.length > 0 ? `${domain}/${room}` : domain;
}

type Imports = Map<string, Set<string>>;

/**
 * What each domain of a package imports, and each folder beside its parents and subfolders, tests aside. Adds imports
 * of a wrong folder to the faults.
 */
function importsIn(src: string): { domains: Imports; folders: Imports } {
  const domains: Imports = new Map();
  const folders: Imports = new Map();
  for (const file of globSync('**/*.{ts,tsx}', { cwd: join(root, src) })) {
    const text = readFileSync(join(root, src, file), 'utf8');
    if (src === 'apps/web/src' && wholeContract.test(text) && !file.includes('.test.'))
      faults.push(`${file}: values of the contract come from its parts, such as '@jarvis/contract/limits'.`);
    for (const [, path = ''] of text.matchAll(imported)) {
      const target = join(dirname(file), path);
      const [from, to] = [folderOf(file), folderOf(target)];
      const isTest = file.includes('.test.');
      if (from === 'ports' && to !== 'ports' && !isTest)
        faults.push(`${file} imports ${target}: ports import the contract only.`);
      if (src === 'apps/web/src' && file.includes('/') && isAgainstOrder(from, to))
        faults.push(
          `${file} imports ${target}: a folder imports only from those before it (${webFolders.join(', ')}).`,
        );
      if (isTest) continue;
      if (from !== to) add(domains, from, to);
      const [near, far] = [dirname(file), dirname(target)];
      if (!isWithin(near, far) && !isWithin(far, near)) add(folders, near, far);
    }
  }
  return { domains, folders };
}

const add = (imports: Imports, from: string, to: string): void => {
  imports.set(from, (imports.get(from) ?? new Set()).add(to));
};
/** The root of a package contains every folder. */
const isWithin = (inner: string, outer: string): boolean =>
  outer === '.' || `${inner}/`.startsWith(`${outer}/`);

/** True also for a folder that the order lacks. */
const isAgainstOrder = (from: string, to: string): boolean =>
  !webFolders.slice(0, webFolders.indexOf(from) + 1).includes(to);

/** A path from a folder back to itself; undefined if there is none. */
function circleFrom(start: string, imports: Imports): string[] | undefined {
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

for (const src of globSync('{apps,packages}/*/src', { cwd: root })) {
  const { domains, folders } = importsIn(src);
  for (const imports of [domains, folders])
    for (const folder of imports.keys()) {
      const circle = circleFrom(folder, imports);
      if (circle) faults.push(`A circle of imports in ${src}: ${circle.join(' → ')}.`);
    }
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
