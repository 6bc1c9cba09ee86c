import type { Scope } from '@jarvis/contract';
import { json } from '@jarvis/database';
import { index, text, uuid } from 'drizzle-orm/pg-core';
import { ownTable, partOf } from './accounts.ts';
import { time } from './columns.ts';

/** A connected program and its rights. */
export const grants = ownTable(
  'grants',
  {
    clientId: text('client_id').notNull(),
    /** The program's own name. */
    clientName: text('client_name').notNull(),
    /** The host that vouches for the name; null if none does. */
    clientHost: text('client_host'),
    /** The host of the redirect: the one verified fact about it. */
    redirectUri: text('redirect_uri').notNull(),
    scopes: text('scopes').array().$type<Scope[]>().notNull(),
    connectedAt: time('connected_at').notNull(),
    lastUsedAt: time('last_used_at'),
  },
  (table) => [index('grants_connected_at').on(table.connectedAt)],
);

/** The secrets of a grant, and of requests for one; `id` is the SHA-256 of the program's or page's token. */
export const grantTokens = ownTable(
  'grant_tokens',
  {
    id: text('id').notNull().unique(),
    kind: text('kind', { enum: ['request', 'code', 'access', 'refresh'] }).notNull(),
    /** Null for requests, and for codes until they are exchanged. */
    grantId: uuid('grant_id'),
    /** The request's parameters, for requests and codes. */
    asked: json('asked').$type<object | null>(),
    /** The refresh token that it replaced. */
    cameOf: text('came_of'),
    usedAt: time('used_at'),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    partOf(grants, table.userId, table.grantId),
    index('grant_tokens_grant').on(table.userId, table.grantId),
    index('grant_tokens_came_of').on(table.userId, table.cameOf),
    index('grant_tokens_expires_at').on(table.expiresAt),
  ],
);
