/** How values come out: timestamps as ISO strings with milliseconds, int8 and numeric as numbers, json parsed. */
export const types = {
  number: { to: 0, from: [20, 21, 23, 26, 700, 701, 1700], serialize: String, parse: Number },
  boolean: { to: 16, from: [16], serialize: String, parse: (text: string) => text === 't' },
  json: {
    to: 3802,
    from: [114, 3802],
    serialize: String,
    parse: (text: string): unknown => JSON.parse(text),
  },
  timestamptz: { to: 1184, from: [1184], serialize: String, parse: isoTimestamp },
  asWritten: { to: 1114, from: [1082, 1083, 1114], serialize: String, parse: (text: string) => text },
  bytea: {
    to: 17,
    from: [17],
    serialize: String,
    parse: (text: string) => Buffer.from(text.slice(2), 'hex'),
  },
};

/**
 * How values go in: as text, which the server reads by the type it expects. Done before postgres.js sees them: a
 * value that it cannot send makes it reject another statement than the one it belongs to. Throws a TypeError.
 */
export function asText(value: unknown): string | null {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value);
    case 'object':
      if (value === null) return null;
      if (Array.isArray(value)) return arrayLiteral(value);
      if (value instanceof Date) return value.toISOString();
      if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
      return JSON.stringify(value);
    default:
      throw new TypeError(`a statement was given a value that is ${typeof value}`);
  }
}

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
function arrayLiteral(values: readonly unknown[]): string {
  const items = values.map((value) => {
    const text = asText(value);
    return text === null ? 'null' : `"${text.replace(/[\\"]/g, '\\$&')}"`;
  });
  return `{${items.join(',')}}`;
}
