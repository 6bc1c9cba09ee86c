/**
 * postgres.js's types. Results: timestamps as ISO strings with milliseconds, int8 and numeric as numbers, JSON
 * parsed; defined here rather than in columns of the schema, so that expressions are decoded too. Parameters: all
 * text, see asText.
 */
export const types = {
  number: { to: 0, from: [20, 21, 23, 26, 700, 701, 1700], serialize: String, parse: Number },
  boolean: { to: 16, from: [16], serialize: String, parse: (text: string) => text === 't' },
  json: {
    to: 114,
    from: [114, 3802],
    serialize: String,
    parse: (text: string): unknown => JSON.parse(text),
  },
  date: { to: 1184, from: [1184], serialize: String, parse: isoTimestamp },
  asWritten: { to: 1114, from: [1082, 1083, 1114], serialize: String, parse: (text: string) => text },
  bytea: {
    to: 17,
    from: [17],
    serialize: String,
    parse: (text: string) => Buffer.from(text.slice(2), 'hex'),
  },
};

/**
 * Encodes a parameter as text, which the server reads by the expected type. Done before postgres.js: a value that it
 * cannot encode makes it reject another statement. Throws a TypeError.
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
 * `2026-01-31 09:30:00.12+00` → `2026-01-31T09:30:00.120Z`. Relies on the session's TimeZone UTC; other forms, such as
 * years of five digits, take the slow path.
 */
function isoTimestamp(text: string): string {
  if (text[10] !== ' ' || !text.endsWith('+00')) return slowTimestamp(text);
  const milliseconds = text.slice(20, -3).slice(0, 3).padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}

function slowTimestamp(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
}

/** A one-dimensional array in Postgres's text form, for `= any($1)`. */
function arrayLiteral(values: readonly unknown[]): string {
  const items = values.map((value) => {
    const text = asText(value);
    return text === null ? 'null' : `"${text.replace(/[\\"]/g, '\\$&')}"`;
  });
  return `{${items.join(',')}}`;
}
