import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { owner } from './accounts.ts';

/** How an account keeps time. No row: everything as it is by default. */
export const timeSettings = pgTable(
  'time_settings',
  {
    userId: owner(),
    /** Null: nobody has told it, and the installation's holds. */
    timeZone: text('time_zone'),
    zoneToldBy: text('zone_told_by', { enum: ['browser', 'person'] }),
  },
  (table) => [primaryKey({ columns: [table.userId] })],
);
