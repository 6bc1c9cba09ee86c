import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { kindOf } from '@jarvis/core';
import { afterAll, expect, it } from 'vitest';
import { pagesMax } from '../src/adapters/extraction/formats/collector.ts';
import { readHere } from '../test/support/read-here.ts';

/**
 * The words that we read in documents of other programs, compared with those that other programs read in the same
 * files. `FILES=<folder>` adds further files. Prints the names of missing programs.
 */
const folder = mkdtempSync(join(tmpdir(), 'jarvis-texts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const hasRun = (program: string, ...args: string[]) =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;
const python = ['/usr/bin/python3', 'python3'].find((program) => hasRun(program, '-c', 'import openpyxl'));
const has = {
  pandoc: hasRun('pandoc', '--version'),
  pdftotext: hasRun('pdftotext', '-v'),
  openpyxl: python !== undefined,
  groff: hasRun('groff', '--version'),
};
for (const [program, isThere] of Object.entries(has))
  if (!isThere) process.stdout.write(`${program} is not installed: it judges and makes nothing.\n`);

const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
const pandoc = (path: string) => run('pandoc', path, '-t', 'plain', '--wrap=none');
const pdftotext = (path: string) => run('pdftotext', '-l', String(pagesMax), path, '-');
const openpyxl = (path: string) => run(python ?? '', '-c', readSheets, path);

/** As `row number, values`, with dates that have no time. */
const readSheets = `
import datetime, openpyxl, sys
def shown(value):
    if isinstance(value, bool): return str(value).upper()
    if isinstance(value, datetime.datetime) and value.time() == datetime.time(): return str(value.date())
    return str(value)
for sheet in openpyxl.load_workbook(sys.argv[1], data_only=True):
    print(sheet.title)
    for number, row in enumerate(sheet.iter_rows(values_only=True), 1):
        values = [shown(value) for value in row if value is not None]
        if values: print(number, *values)
`;
const writeSheets = `
import datetime, openpyxl, sys
book = openpyxl.Workbook()
sheet = book.active
sheet.append(['Day', 'Name', 'Amount', 'Share', 'Paid', 'Note', 'At'])
for n in range(9000):
    day = datetime.date(2020, 1, 1) + datetime.timedelta(days=n)
    sheet.append([day, f'Größe {n}', round(n * 1.17, 2), n / 7, n % 2 == 0, None if n % 3 else 'two\\nlines', datetime.datetime(2021, 3, 4, 5, 6, 7)])
far = book.create_sheet('Far & wide')
far['A1'], far['B2'], far['C3'], far['D4'] = 0.1 + 0.2, 12345678901234, datetime.time(13, 45), 1e-7
far.merge_cells('E1:G2')
far['E1'], far['ZZ900'] = 'merged', 'far'
book.save(sys.argv[1])
`;

const readers: Readonly<Record<string, { program: keyof typeof has; read: (path: string) => string }>> = {
  '.pdf': { program: 'pdftotext', read: pdftotext },
  '.xlsx': { program: 'openpyxl', read: openpyxl },
  ...Object.fromEntries(
    ['.docx', '.odt', '.epub', '.html'].map(
      (ending) => [ending, { program: 'pandoc', read: pandoc }] as const,
    ),
  ),
};

/** Documents that other programs make of our own pages, which have tables, lists, links and three languages. */
async function made(): Promise<string[]> {
  const paths: string[] = [];
  const path = (name: string) => {
    paths.push(join(folder, name));
    return join(folder, name);
  };
  if (has.pandoc) {
    const pages = ['packages/contract/README.md', '.github/SECURITY.md', 'packages/bench/README.md'];
    const source = join(folder, 'source.md');
    writeFileSync(source, pages.map((page) => readFileSync(join(root, page), 'utf8')).join('\n\n'));
    const write = (to: string, ...more: string[]) =>
      run('pandoc', '-s', '--metadata', 'title=Pages', ...more, source, '-o', to);
    for (const ending of ['docx', 'odt', 'epub', 'html']) write(path(`pages.${ending}`));
    if (has.groff) write(path('pages.pdf'), '--pdf-engine=pdfroff');
  }
  if (python) run(python, '-c', writeSheets, path('sheets.xlsx'));
  return paths;
}
const root = join(import.meta.dirname, '../../..');

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

async function readByUs(path: string): Promise<string> {
  const bytes = new Uint8Array(readFileSync(path));
  const whole = async function* () {
    yield bytes;
  };
  const { pieces } = await readHere.read(kindOf(bytes, path).mediaType, whole());
  return pieces.map(({ text }) => text).join('\n');
}

it('at least 99 % of the words that other programs read in a document are read', {
  timeout: 300_000,
}, async () => {
  const { FILES: given } = process.env;
  const paths = [...(await made()), ...(given ? readdirSync(given).map((name) => join(given, name)) : [])];
  const sums = new Map<string, { words: number; found: number; files: number }>();
  for (const path of paths) {
    const { program, read } = readers[extname(path)] ?? {};
    if (!program || !read || !has[program]) continue;
    const theirs = countsOf(wordsOf(read(path)));
    const ours = countsOf(wordsOf(await readByUs(path)));
    let [words, found] = [0, 0];
    for (const [word, count] of theirs) {
      words += count;
      found += Math.min(count, ours.get(word) ?? 0);
    }
    process.stdout.write(
      `${path}: ${((100 * found) / words).toFixed(2)} % of the ${words} words of ${program}\n`,
    );
    const sum = sums.get(program) ?? { words: 0, found: 0, files: 0 };
    sums.set(program, { words: sum.words + words, found: sum.found + found, files: sum.files + 1 });
  }
  for (const [program, { words, found, files }] of sums) {
    process.stdout.write(
      `${program}: ${((100 * found) / words).toFixed(2)} % of ${words} words in ${files} files\n`,
    );
    expect([program, found / words >= 0.99]).toEqual([program, true]);
  }
});
