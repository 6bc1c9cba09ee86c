import { type Collector, Unreadable } from './collector.ts';
import { readXml } from './markup.ts';
import { put, Sheet } from './sheet.ts';
import type { Zipped } from './zipped.ts';

/** No program has more columns. */
const repeatsMax = 16_384;

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
  let date: string | undefined;
  const repeated = (value: string | undefined) => Math.max(1, Number(value ?? 1) || 1);
  await readXml(zip.read('content.xml'), {
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
      } else if (name === 'p' && text !== '') text += ' ';
    },
    close(name) {
      if (name === 'table-cell' || name === 'covered-table-cell') {
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
    text(piece, isIn) {
      // A comment stands in its cell, before the value.
      if (isIn('p') && !isIn('annotation')) text += piece;
    },
  });
}
