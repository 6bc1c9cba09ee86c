/**
 * How values travel. Out: timestamps as ISO strings with three digits of milliseconds, int8 and numeric as
 * numbers, json parsed. In: text as it is, so that a jsonb parameter is JSON text and a time an ISO string.
 */
export const types = {
  number: {
    to: 0,
    from: [20, 21, 23, 26, 700, 701, 1700],
    serialize: String,
    parse: Number,
  },
  json: {
    to: 3802,
    from: [114, 3802],
    serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
    parse: (text: string): unknown => JSON.parse(text),
  },
  date: {
    to: 1184,
    from: [1184],
    serialize: (value: unknown) => (value instanceof Date ? value.toISOString() : String(value)),
    parse: isoTimestamp,
  },
  asWritten: { to: 1114, from: [1082, 1083, 1114], serialize: String, parse: (text: string) => text },
};

/**
 * `2026-01-31 09:30:00.12+00` → `2026-01-31T09:30:00.120Z`, by string work: a list of a thousand rows carries
 * thousands of them. Relies on the session's TimeZone UTC; what does not fit goes the slow way.
 */
export function isoTimestamp(text: string): string {
  const length = text.length;
  if (text.charCodeAt(10) !== 32 || text.slice(-3) !== '+00') return slowTimestamp(text);
  const head = `${text.slice(0, 10)}T`;
  if (length === 22) return `${head}${text.slice(11, 19)}.000Z`;
  const fraction = length - 23;
  if (fraction === 3) return `${head}${text.slice(11, 23)}Z`;
  if (fraction < 3) return `${head}${text.slice(11, 20 + fraction)}${fraction === 2 ? '0' : '00'}Z`;
  return `${head}${text.slice(11, 23)}Z`;
}

function slowTimestamp(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
}

/** A one-dimensional array as Postgres reads it, for `= any($1)`. */
export function arrayLiteral(values: readonly unknown[]): string {
  const items = values.map((value) =>
    value === null || value === undefined ? 'null' : `"${String(value).replace(/[\\"]/g, '\\$&')}"`,
  );
  return `{${items.join(',')}}`;
}
