import { languages } from '@jarvis/contract';
import { json, sql } from '@jarvis/database';
import type { BuildExtraConfigColumns } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  type ExtraConfigColumn,
  foreignKey,
  index,
  integer,
  type PgColumnBuilderBase,
  type PgTableExtraConfigValue,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { time } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    /** As entered at sign-up. */
    email: text('email').notNull(),
    /** Lower case and IDNA, for comparing addresses (`emailKeyOf`). */
    emailKey: text('email_key').notNull().unique(),
    displayName: text('display_name').notNull(),
    preferredLanguage: text('preferred_language', { enum: languages }).notNull(),
    memoryEnabled: boolean('memory_enabled').notNull(),
    webSearchEnabled: boolean('web_search_enabled').notNull(),
    displayNameChangePromptDisabled: boolean('display_name_change_prompt_disabled').notNull(),
    /** Null for a person who only signs in through an identity provider. */
    passwordHash: text('password_hash'),
    /** When the address was proven by a mailed link or an identity provider; null until then. */
    addressProvenAt: time('address_proven_at'),
    /**
     * The credentials revoked by the first proof of the address, for the app to show once; null when it has been read.
     */
    proofNotice: json('proof_notice').$type<{ readonly keysRevoked: number; readonly since: string }>(),
    /** The person's instructions for replies; empty if there are none. */
    customInstructions: text('custom_instructions').notNull().default(''),
    customInstructionsEnabled: boolean('custom_instructions_enabled').notNull().default(true),
    restrictedAt: time('restricted_at'),
    restrictedReason: text('restricted_reason'),
    /** Whether this person is an operator: manages connections and accounts. */
    operator: boolean('operator').notNull().default(false),
    createdAt: time('created_at').notNull(),
  },
  (table) => [index('users_operators').on(table.id).where(sql`operator`)],
);

/** The account that owns a row. */
export const owner = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

const key = () => ({ userId: owner(), id: uuid('id').notNull() });
type Keyed<Columns> = Omit<ReturnType<typeof key>, keyof Columns> & Columns;

/**
 * A table that accounts own, with the primary key (user_id, id): ownership is in the key itself, another account's row
 * is a missing row, and the data can be distributed by account. `columns` may have other forms of these two.
 */
export const ownTable = <Name extends string, Columns extends Record<string, PgColumnBuilderBase>>(
  name: Name,
  columns: Columns,
  constraints: (
    table: BuildExtraConfigColumns<Name, Keyed<Columns>, 'pg'>,
  ) => PgTableExtraConfigValue[] = () => [],
) =>
  pgTable(name, { ...key(), ...columns } as Keyed<Columns>, (table) => {
    const { userId, id } = table as Readonly<Record<keyof ReturnType<typeof key>, AnyPgColumn>>;
    return [primaryKey({ columns: [userId, id] }), ...constraints(table)];
  });

/** Rows of the account's row that they name; they are deleted with it. */
export const partOf = (
  whole: { readonly userId: AnyPgColumn; readonly id: AnyPgColumn },
  userId: ExtraConfigColumn,
  id: ExtraConfigColumn,
  named: { name?: string } = {},
) =>
  foreignKey({
    ...named,
    columns: [userId, id],
    foreignColumns: [whole.userId, whole.id],
  }).onDelete('cascade');

/** `id` is the SHA-256 of the cookie's token. */
export const sessions = ownTable(
  'sessions',
  {
    id: text('id').notNull().unique(),
    expiresAt: time('expires_at').notNull(),
    /** When the person proved who they are; a recent proof allows sensitive operations. */
    signedInAt: time('signed_in_at').notNull(),
    userAgent: text('user_agent'),
  },
  (table) => [index('sessions_expires_at').on(table.expiresAt)],
);

export const apiKeys = ownTable('api_keys', {
  name: text('name').notNull(),
  prefix: text('prefix').notNull(),
  /** SHA-256 of the key, hex. */
  hash: text('hash').notNull().unique(),
  createdAt: time('created_at').notNull(),
  lastUsedAt: time('last_used_at'),
  revokedAt: time('revoked_at'),
});

/** A person at an identity provider. */
export const identities = pgTable(
  'identities',
  {
    userId: owner(),
    provider: text('provider').notNull(),
    /** The provider's own, permanent identifier of the person. */
    subject: text('subject').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.provider, table.subject] }),
    unique('identities_provider_subject').on(table.provider, table.subject),
  ],
);

/** A sign-in in progress at an identity provider; `id` is the SHA-256 of the state. */
export const oauthStates = pgTable(
  'oauth_states',
  {
    id: text('id').primaryKey(),
    provider: text('provider').notNull(),
    /** SHA-256 of the cookie that binds the flow to its browser. */
    browser: text('browser').notNull(),
    codeVerifier: text('code_verifier').notNull(),
    nonce: text('nonce'),
    /** SHA-256 of the person's invitation token. */
    invitation: text('invitation'),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('oauth_states_expires_at').on(table.expiresAt)],
);

/** `id` is the SHA-256 of the mailed token. */
export const resetTokens = ownTable(
  'reset_tokens',
  {
    id: text('id').notNull().unique(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('reset_tokens_expires_at').on(table.expiresAt)],
);

/**
 * A requested reset link that is still to be mailed, stored so that it outlives the process; also for addresses
 * without an account, because the request must take the same path.
 */
export const resetRequests = pgTable(
  'reset_requests',
  {
    id: uuid('id').primaryKey(),
    emailKey: text('email_key').notNull(),
    expiresAt: time('expires_at').notNull(),
    /** Until then a process is sending it. */
    nextTryAt: time('next_try_at').notNull(),
    tries: integer('tries').notNull(),
  },
  (table) => [
    index('reset_requests_next_try_at').on(table.nextTryAt),
    index('reset_requests_email_key').on(table.emailKey),
  ],
);
