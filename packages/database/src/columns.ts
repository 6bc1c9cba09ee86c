import { customType } from 'drizzle-orm/pg-core';
import { isoTimestamp } from './types.ts';

/** A time in milliseconds, which is all that the contract shows: an ISO string with three digits after the dot. */
export const timestampMs = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: isoTimestamp,
});

/**
 * A JSON value, decoded once; null is SQL's null. drizzle's own column stores JSON's null in its place, and decodes
 * a text that looks like JSON a second time.
 */
export const json = customType<{ data: unknown; driverData: string | null }>({
  dataType: () => 'jsonb',
  toDriver: (value) => (value === null ? null : JSON.stringify(value)),
  fromDriver: (text) => (text === null ? null : JSON.parse(text)),
});
