import remend from 'remend';

/**
 * Makes the unfinished end of a stream safe to show: closes emphasis, code and links that are half written, and
 * holds back what would be shown as one thing now and become another with the next letters.
 */
export function settle(text: string): string {
  return remend(withoutHalfMark(withoutHalfTable(text)));
}

/** A table's first row is a paragraph until its second row is whole: it waits. */
function withoutHalfTable(text: string): string {
  const lines = text.split('\n');
  let start = lines.length;
  while (start > 0 && /^\s*\|/.test(lines[start - 1] ?? '')) start -= 1;
  const rows = lines.slice(start);
  if (rows.length === 0) return text;
  const ruled =
    rows.length > 2 ||
    (rows.length === 2 && /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/.test(rows[1] ?? ''));
  const complete = ruled && cells(rows[0] ?? '') <= cells(rows[1] ?? '');
  return complete ? text : lines.slice(0, start).join('\n');
}

function cells(row: string): number {
  return row
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|').length;
}

/** A lone list mark, heading mark or rule at the very end says nothing yet, and under text would make it a title. */
function withoutHalfMark(text: string): string {
  return text.replace(/(^|\n)[ \t]*(?:[-*+=_~`]{1,3}|#{1,6}|\d{1,9}[.)]?|>)[ \t]*$/, '$1');
}
