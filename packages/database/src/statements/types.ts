import { customType } from 'drizzle-orm/pg-core';

const type = (from: [number, ...number[]], parse: (text: string) => unknown) => ({
  to: from[0],
  from,
  serialize: String,
  parse,
});

/**
 * postgres.js's types. Results: timestamps as ISO strings with milliseconds, int8 and numeric as numbers, JSON
 * parsed; defined here rather than in columns of the schema, so that expressions are decoded too. Parameters: all
 * text, see asText.
 */
export const types = {
  number: type([20, 21, 23, 26, 700, 701, 1700], Number),
  boolean: type([16], (text) => text === 't'),
  json: type([114, 3802], (text) => JSON.parse(text)),
  date: type([1184], isoTimestamp),
  asWritten: type([1082, 1083, 1114], String),
  bytea: type([17], (text) => Buffer.from(text.slice(2), 'hex')),
};

/**
 * A column for a JSON value, as `types` decodes it; null is SQL's null. drizzle's own column stores JSON's null
 * instead, and decodes a text that looks like JSON a second time.
 */
export const json = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => (value === null ? null : JSON.stringify(value)),
});

/**
 * Encodes a parameter as text, which the server reads by the expected type. Done before postgres.js: a value that it
 * cannot encode makes it reject another statement. Throws a TypeError.
 */
export function asText(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value;
  if (Array.isArray(value)) return arrayLiteral(value);
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  if (typeof value === 'object') return JSON.stringify(value);
  if (['number', 'boolean', 'bigint'].includes(typeof value)) return String(value);
  throw new TypeError(`a statement was given a value that is ${typeof value}`);
}

/**
 * `2026-01-31 09:30:00.12+00` → `2026-01-31T09:30:00.120Z`. Relies on the session's DateStyle ISO. The session's
 * TimeZone is UTC, unless a pooler keeps it from the server.
 */
function isoTimestamp(text: string): string {
  if (!text.endsWith('+00')) return new Date(text).toISOString();
  const time = text.slice(11, Math.min(23, text.length - 3));
  return `${text.slice(0, 10)}T${time}${'00:00:00.000'.slice(time.length)}Z`;
}

/** A one-dimensional array in Postgres's text form, for `= any($1)`. */
function arrayLiteral(values: readonly unknown[]): string {
  const items = values.map((value) => {
    const text = asText(value);
    return text === null ? 'null' : `"${text.replace(/[\\"]/g, '\\$&')}"`;
  });
  return `{${items.join(',')}}`;
}
