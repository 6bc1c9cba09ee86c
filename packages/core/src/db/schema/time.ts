import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { owner } from './accounts.ts';

/** An account's time settings. No row: all defaults. */
export const timeSettings = pgTable(
  'time_settings',
  {
    userId: owner(),
    /** Null: the installation's zone. */
    timeZone: text('time_zone'),
    zoneToldBy: text('zone_told_by', { enum: ['browser', 'person'] }),
  },
  (table) => [primaryKey({ columns: [table.userId] })],
);
