import { type Collector, charsMax, Unreadable } from './collector.ts';

/** A sheet's text is passed on in chunks of this length. */
const chunkChars = 16_000;
/** Cells beyond this column are shown with their column's letters, and empty ones before them are omitted. */
const columnsMax = 1_000;

/** A sheet as lines of `row number, tab, values`. */
export class Sheet {
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
export function put(values: Map<number, string>, column: number, value: string): void {
  if (values.size === charsMax) throw new Unreadable('too large');
  values.set(column, value);
}

/** Column 2 is `C`. */
function lettersOf(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : lettersOf(Math.floor(column / 26) - 1) + last;
}
