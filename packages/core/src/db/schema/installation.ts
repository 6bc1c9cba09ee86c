import { json } from '@jarvis/database';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from './columns.ts';

/** Facts about the installation as a whole, and the operators' settings, by name. */
export const installationSettings = pgTable('installation_settings', {
  name: text('name').primaryKey(),
  value: json('value').$type<Readonly<Record<string, unknown>>>().notNull(),
  /** A key or a password, encrypted (see the port `Secrets`); null if there is none. */
  secret: text('secret'),
  /** The only shown part of the secret: at most its last four characters. */
  secretEnd: text('secret_end'),
  /** New with each change; nothing reads it. */
  version: uuid('version').notNull(),
  changedAt: time('changed_at').notNull(),
});

/** A link that opens one account; `id` is the SHA-256 of its token. */
export const invitations = pgTable(
  'invitations',
  {
    id: text('id').primaryKey(),
    /** The operator's note on whom it is for. */
    note: text('note').notNull(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('invitations_expires_at').on(table.expiresAt)],
);

/** Addresses (`ada@example.org`) and domains (`@example.org`) that cannot register, in lower case. */
export const restrictedAddresses = pgTable('restricted_addresses', {
  address: text('address').primaryKey(),
  reason: text('reason'),
  createdAt: time('created_at').notNull(),
});
