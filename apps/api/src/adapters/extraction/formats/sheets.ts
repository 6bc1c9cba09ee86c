import { type Collector, charsMax, Unreadable } from './collector.ts';
import { readMarkup } from './markup.ts';
import { beside, type Zipped } from './zipped.ts';

/** A sheet's text is passed on in chunks of this length. */
const chunkChars = 16_000;
/** Cells beyond are shown with their column's letters, without the empty ones before them. */
const columnsMax = 1_000;
/** No program has more columns. */
const repeatsMax = 16_384;

/** A sheet as lines of `row number, tab, values`. */
class Sheet {
  readonly #collector: Collector;
  readonly #page: number;
  #text: string;

  constructor(collector: Collector, page: number, name: string) {
    this.#collector = collector;
    this.#page = page;
    this.#text = `${name}\n`;
  }

  /** Values by column, from 0; an empty row is omitted. */
  row(number: number, values: ReadonlyMap<number, string>): void {
    if (values.size === 0) return;
    const cells: string[] = [];
    const far: string[] = [];
    for (const [column, value] of values) {
      const text = value.replace(/\s+/g, ' ');
      if (column < columnsMax) cells[column] = text;
      else far.push(`${lettersOf(column)}: ${text}`);
    }
    this.#text += `${number}\t${[...cells, ...far].join('\t')}\n`;
    if (this.#text.length > chunkChars) this.end();
  }

  end(): void {
    this.#collector.add(this.#page, this.#text);
    this.#text = '';
  }
}

/** Adds a cell to its row. Throws Unreadable for more cells than a text has characters. */
function put(values: Map<number, string>, column: number, value: string): void {
  if (values.size === charsMax) throw new Unreadable('too large');
  values.set(column, value);
}

interface Styles {
  /** Whether cells of a style contain a date or an elapsed time. */
  timeOf(style: number): 'date' | 'elapsed' | undefined;
}

export async function readXlsx(zip: Zipped, collector: Collector): Promise<void> {
  const { sheets, from1904 } = await workbook(zip);
  if (sheets.length === 0) throw new Unreadable('damaged');
  const shared = await sharedStrings(zip);
  const styles = await readStyles(zip);
  for (const [index, { name, path }] of sheets.entries()) {
    const sheet = new Sheet(collector, index + 1, name);
    await readSheet(zip.read(path), sheet, (type, style, raw) => {
      if (type === 's') return shared[Number(raw)] ?? '';
      if (type === 'b') return raw === '1' ? 'TRUE' : 'FALSE';
      const isNumber = type === undefined || type === 'n';
      if (!isNumber || raw === '') return raw;
      const time = styles.timeOf(style);
      if (time === 'elapsed') return elapsedOf(Number(raw));
      return time === 'date' ? dateOf(Number(raw), from1904) : shortest(raw);
    });
    sheet.end();
  }
}

async function workbook(zip: Zipped) {
  const named: { name: string; id: string }[] = [];
  let from1904 = false;
  await readMarkup(
    zip.read('xl/workbook.xml'),
    { xml: true },
    {
      open(name, attributes) {
        if (name === 'sheet') named.push({ name: attributes.name ?? '', id: attributes['r:id'] ?? '' });
        if (name === 'workbookPr') from1904 = attributes.date1904 === '1' || attributes.date1904 === 'true';
      },
    },
  );
  const targets = new Map<string, string>();
  await readMarkup(
    zip.read('xl/_rels/workbook.xml.rels'),
    { xml: true },
    {
      open(name, { Id, Target }) {
        if (name === 'Relationship' && Id && Target) targets.set(Id, beside('xl/workbook.xml', Target));
      },
    },
  );
  const sheets = named.flatMap(({ name, id }) => {
    const path = targets.get(id);
    return path === undefined || !zip.names.includes(path) ? [] : [{ name, path }];
  });
  return { sheets, from1904 };
}

async function sharedStrings(zip: Zipped): Promise<string[]> {
  const strings: string[] = [];
  let text = '';
  let inText = 0;
  let phonetic = 0;
  await readMarkup(
    zip.read('xl/sharedStrings.xml'),
    { xml: true },
    {
      open(name) {
        if (name === 'si') text = '';
        else if (name === 't') inText += 1;
        else if (name === 'rPh') phonetic += 1;
      },
      close(name) {
        if (name === 'si') strings.push(text);
        else if (name === 't') inText -= 1;
        else if (name === 'rPh') phonetic -= 1;
      },
      text(piece) {
        if (inText > 0 && phonetic === 0) text += piece;
      },
    },
  );
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

async function readStyles(zip: Zipped): Promise<Styles> {
  const times = new Map<number, 'date' | 'elapsed'>(builtinDates.map((format) => [format, 'date']));
  times.set(builtinElapsed, 'elapsed');
  const formats: number[] = [];
  let inCells = false;
  await readMarkup(
    zip.read('xl/styles.xml'),
    { xml: true },
    {
      open(name, attributes) {
        if (name === 'numFmt') {
          const code = (attributes.formatCode ?? '').replace(/"[^"]{0,64}"|\\./g, '');
          const plain = code.replace(/\[[^\]]{0,64}\]/g, '');
          const format = Number(attributes.numFmtId);
          if (/\[(?:h+|m+|s+)\]/i.test(code)) times.set(format, 'elapsed');
          else if (/[ymdhs]/i.test(plain) && !/general/i.test(plain)) times.set(format, 'date');
        } else if (name === 'cellXfs') inCells = true;
        else if (name === 'xf' && inCells) formats.push(Number(attributes.numFmtId ?? 0));
      },
      close(name) {
        if (name === 'cellXfs') inCells = false;
      },
    },
  );
  return { timeOf: (style) => times.get(formats[style] ?? 0) };
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
  let inValue = 0;
  await readMarkup(
    pieces,
    { xml: true },
    {
      open(name, attributes) {
        if (name === 'row') {
          rowNumber = Number(attributes.r) || rowNumber + 1;
          values = new Map();
          column = -1;
        } else if (name === 'c') {
          column = columnOf(attributes.r) ?? column + 1;
          cell = { type: attributes.t, style: Number(attributes.s ?? 0) };
          raw = '';
        } else if (cell && (name === 'v' || name === 't')) inValue += 1;
      },
      close(name) {
        if (name === 'row') sheet.row(rowNumber, values);
        else if (cell && (name === 'v' || name === 't')) inValue -= 1;
        else if (name === 'c' && cell) {
          const value = shown(cell.type, cell.style, raw);
          if (value !== '') put(values, column, value);
          cell = undefined;
        }
      },
      text(piece) {
        if (inValue > 0) raw += piece;
      },
    },
  );
}

/** `C7` is column 2. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Column 2 is `C`. */
function lettersOf(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : lettersOf(Math.floor(column / 26) - 1) + last;
}

/** OpenDocument has repeat counts for rows and cells; an empty one may be repeated a million times. */
export async function readOds(zip: Zipped, collector: Collector): Promise<void> {
  if (!zip.names.includes('content.xml')) throw new Unreadable('damaged');
  let page = 0;
  let sheet: Sheet | undefined;
  let rowNumber = 0;
  let rowRepeated = 1;
  let values = new Map<number, string>();
  let column = 0;
  let columnRepeated = 1;
  let text = '';
  let paragraph = 0;
  let date: string | undefined;
  const repeated = (value: string | undefined) => Math.max(1, Number(value ?? 1) || 1);
  await readMarkup(
    zip.read('content.xml'),
    { xml: true },
    {
      open(name, attributes) {
        if (name === 'table') {
          page += 1;
          rowNumber = 0;
          sheet = new Sheet(collector, page, attributes['table:name'] ?? '');
        } else if (name === 'table-row') {
          rowRepeated = repeated(attributes['table:number-rows-repeated']);
          values = new Map();
          column = 0;
        } else if (name === 'table-cell' || name === 'covered-table-cell') {
          columnRepeated = repeated(attributes['table:number-columns-repeated']);
          date = attributes['office:date-value'];
          text = '';
        } else if (name === 'p') {
          if (text !== '') text += ' ';
          paragraph += 1;
        }
      },
      close(name) {
        if (name === 'p') paragraph -= 1;
        else if (name === 'table-cell' || name === 'covered-table-cell') {
          const value = date?.replace('T', ' ') ?? text;
          const end = column + Math.min(columnRepeated, repeatsMax);
          if (value !== '') for (let at = column; at < end; at += 1) put(values, at, value);
          column += columnRepeated;
        } else if (name === 'table-row') {
          const shown = values.size === 0 ? 0 : rowRepeated;
          for (let n = 1; n <= shown; n += 1) sheet?.row(rowNumber + n, values);
          rowNumber += rowRepeated;
        } else if (name === 'table') sheet?.end();
      },
      text(piece) {
        if (paragraph > 0) text += piece;
      },
    },
  );
}
