import { customType } from 'drizzle-orm/pg-core';

/**
 * A JSON value, as the client decodes it (types.ts); null is SQL's null. drizzle's own column stores JSON's null
 * instead, and decodes a text that looks like JSON a second time.
 */
export const json = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => (value === null ? null : JSON.stringify(value)),
});
