import { type Collector, Unreadable } from './collector.ts';
import { readXml } from './markup.ts';
import { relationsOf } from './relations.ts';
import { put, Sheet } from './sheet.ts';
import type { Zipped } from './zipped.ts';

export async function readXlsx(zip: Zipped, collector: Collector): Promise<void> {
  const { sheets, from1904 } = await workbook(zip);
  if (sheets.length === 0) throw new Unreadable('damaged');
  const shared = await sharedStrings(zip);
  const timeOf = await readTimes(zip);
  for (const [index, { name, path }] of sheets.entries()) {
    const sheet = new Sheet(collector, index + 1, name);
    await readSheet(zip.read(path), sheet, (type, style, raw) => {
      if (type === 's') return shared[Number(raw)] ?? '';
      if (type === 'b') return raw === '1' ? 'TRUE' : 'FALSE';
      const isNumber = type === undefined || type === 'n';
      if (!isNumber || raw === '') return raw;
      const time = timeOf(style);
      if (time === 'elapsed') return elapsedOf(Number(raw));
      return time === 'date' ? dateOf(Number(raw), from1904) : shortest(raw);
    });
    sheet.end();
  }
}

async function workbook(zip: Zipped) {
  const named: { name: string; id: string }[] = [];
  let from1904 = false;
  await readXml(zip.read('xl/workbook.xml'), {
    open(name, attributes) {
      if (name === 'sheet') named.push({ name: attributes.name ?? '', id: attributes['r:id'] ?? '' });
      if (name === 'workbookPr') from1904 = attributes.date1904 === '1' || attributes.date1904 === 'true';
    },
  });
  const relations = new Map((await relationsOf(zip, 'xl/workbook.xml')).map(({ id, path }) => [id, path]));
  const sheets = named.flatMap(({ name, id }) => {
    const path = relations.get(id);
    return path === undefined || !zip.names.includes(path) ? [] : [{ name, path }];
  });
  return { sheets, from1904 };
}

async function sharedStrings(zip: Zipped): Promise<string[]> {
  const strings: string[] = [];
  let text = '';
  await readXml(zip.read('xl/sharedStrings.xml'), {
    open(name) {
      if (name === 'si') text = '';
    },
    close(name) {
      if (name === 'si') strings.push(text);
    },
    text(piece, isIn) {
      // `rPh` has the pronunciation.
      if (isIn('t') && !isIn('rPh')) text += piece;
    },
  });
  return strings;
}

/** A file may have all 17 digits of a number that has two: 847.43 as 847.4299999999999. */
function shortest(raw: string): string {
  const short = String(Number(raw));
  return short.length < raw.length && short !== 'NaN' ? short : raw;
}

/** Excel's built-in formats that show a date or a time. */
const builtinDates = [14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 47, 50, 57];
/** `[h]:mm:ss` */
const builtinElapsed = 46;

/** Whether cells of a style contain a date or an elapsed time. */
async function readTimes(zip: Zipped): Promise<(style: number) => 'date' | 'elapsed' | undefined> {
  const times = new Map<number, 'date' | 'elapsed'>(builtinDates.map((format) => [format, 'date']));
  times.set(builtinElapsed, 'elapsed');
  const formats: number[] = [];
  await readXml(zip.read('xl/styles.xml'), {
    open(name, attributes, isIn) {
      if (name === 'numFmt') {
        // A character after `_` is left as space, one after `*` fills the cell.
        const code = (attributes.formatCode ?? '').replace(/"[^"]{0,64}"|[\\_*]./g, '');
        const plain = code.replace(/\[[^\]]{0,64}\]/g, '');
        const format = Number(attributes.numFmtId);
        if (/\[(?:h+|m+|s+)\]/i.test(code)) times.set(format, 'elapsed');
        else if (/[ymdhs]/i.test(plain) && !/general/i.test(plain)) times.set(format, 'date');
      } else if (name === 'xf' && isIn('cellXfs')) formats.push(Number(attributes.numFmtId ?? 0));
    },
  });
  return (style) => times.get(formats[style] ?? 0);
}

/** A number of days as hours and minutes, with the seconds if there are any: `27:30`. */
function elapsedOf(days: number): string {
  const all = Math.round(Math.abs(days) * 86_400);
  if (!Number.isSafeInteger(all)) return String(days);
  const [minutes, seconds] = [Math.floor(all / 60) % 60, all % 60].map((n) => String(n).padStart(2, '0'));
  return `${days < 0 ? '-' : ''}${Math.floor(all / 3_600)}:${minutes}${seconds === '00' ? '' : `:${seconds}`}`;
}

/** The date of a serial number, with the time if there is one. */
function dateOf(serial: number, from1904: boolean): string {
  const days = serial + (from1904 ? 1_462 : 0) + (serial < 60 && !from1904 ? 1 : 0);
  const date = new Date(Math.round((days - 25_569) * 86_400) * 1_000);
  if (Number.isNaN(date.getTime())) return String(serial);
  const iso = date.toISOString();
  if (serial < 1) return iso.slice(11, 19);
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ');
}

type Value = (type: string | undefined, style: number, raw: string) => string;

async function readSheet(pieces: AsyncIterable<Uint8Array>, sheet: Sheet, shown: Value): Promise<void> {
  let rowNumber = 0;
  let values = new Map<number, string>();
  let column = -1;
  let cell: { type: string | undefined; style: number } | undefined;
  let raw = '';
  await readXml(pieces, {
    open(name, attributes) {
      if (name === 'row') {
        rowNumber = Number(attributes.r) || rowNumber + 1;
        values = new Map();
        column = -1;
      } else if (name === 'c') {
        column = columnOf(attributes.r) ?? column + 1;
        cell = { type: attributes.t, style: Number(attributes.s ?? 0) };
        raw = '';
      }
    },
    close(name) {
      if (name === 'row') sheet.row(rowNumber, values);
      else if (name === 'c' && cell) {
        const value = shown(cell.type, cell.style, raw);
        if (value !== '') put(values, column, value);
        cell = undefined;
      }
    },
    text(piece, isIn) {
      if (cell && isIn('v', 't')) raw += piece;
    },
  });
}

/** `C7` is column 2. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
