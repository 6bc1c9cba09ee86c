import type { Delivery } from '@jarvis/contract';
import { sql } from '@jarvis/database';
import { boolean, index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { ownTable, partOf, sessions } from './accounts.ts';
import { time } from './columns.ts';

/** Deliveries outside the app: each notification once for each target, retried until it arrives or expires. */
export const deliveries = ownTable(
  'deliveries',
  {
    /** Null for a test; the first notification of a list. */
    notificationId: uuid('notification_id'),
    /** The other notifications of a list. */
    alsoIds: uuid('also_ids').array().notNull().default([]),
    /** The type in the body of a webhook. */
    kind: text('kind').notNull(),
    channel: text('channel').$type<Delivery['channel']>().notNull(),
    /** The push subscription, the webhook, or for mail the account. */
    target: uuid('target').notNull(),
    state: text('state').$type<Delivery['state']>().notNull(),
    tries: integer('tries').notNull().default(0),
    /** The attempt that may record the result. */
    attempt: uuid('attempt'),
    /** Null: no further try. */
    nextTryAt: time('next_try_at'),
    expiresAt: time('expires_at').notNull(),
    host: text('host').notNull(),
    error: text('error'),
    /** Cleared by the person: counted, but not listed. */
    hidden: boolean('hidden').notNull().default(false),
    createdAt: time('created_at').notNull(),
    sentAt: time('sent_at'),
  },
  (table) => [
    uniqueIndex('deliveries_once').on(table.userId, table.notificationId, table.channel, table.target),
    index('deliveries_next_try_at').on(table.channel, table.nextTryAt).where(sql`next_try_at is not null`),
    index('deliveries_created_at').on(table.createdAt),
  ],
);

/** A browser that shows notifications while the app is closed; signing out ends it. */
export const pushSubscriptions = ownTable(
  'push_subscriptions',
  {
    sessionId: text('session_id').notNull(),
    endpoint: text('endpoint').notNull(),
    /** SHA-256. If several accounts use one browser, the last one has it. */
    endpointHash: text('endpoint_hash').notNull().unique(),
    host: text('host').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** The public key with which the subscription was made. */
    vapidKey: text('vapid_key').notNull(),
    name: text('name').notNull(),
    failingSince: time('failing_since'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    partOf(sessions, table.userId, table.sessionId),
    index('push_subscriptions_of_session').on(table.userId, table.sessionId),
  ],
);

/** An address that receives the account's notifications. */
export const webhooks = ownTable('webhooks', {
  /** Encrypted (see the port `Secrets`). */
  url: text('url').notNull(),
  secret: text('secret').notNull(),
  host: text('host').notNull(),
  /** Types of bodies; empty: all. */
  kinds: text('kinds').array().notNull(),
  failingSince: time('failing_since'),
  /** The UTC days since then with a failure, up to the number that counts. */
  failingDays: text('failing_days').array().notNull().default([]),
  /** Null: in use. */
  disabledAt: time('disabled_at'),
  createdAt: time('created_at').notNull(),
});
