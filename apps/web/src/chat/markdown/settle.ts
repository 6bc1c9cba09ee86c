import remend from 'remend';

/**
 * Makes the unfinished end of a stream safe to show: closes half-written emphasis, code and links, and holds back
 * text whose meaning the next letters may change.
 */
export const settle = (text: string): string => remend(withoutHalfMark(withoutHalfTable(text)));

/** A table's first row is a paragraph until its second row is complete, so it is held back. */
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

const cells = (row: string): number =>
  row
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|').length;

/** A lone marker of a list, a heading or a rule at the end has no meaning yet; under text it would make a title. */
function withoutHalfMark(text: string): string {
  return text.replace(/(^|\n)[ \t]*(?:[-*+=_~`]{1,3}|#{1,6}|\d{1,9}[.)]?|>)[ \t]*$/, '$1');
}
