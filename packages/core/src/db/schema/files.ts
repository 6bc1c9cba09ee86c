import { sql } from '@jarvis/database';
import {
  bigint,
  customType,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { owner } from './accounts.ts';
import { folded, time } from './columns.ts';
import { conversations } from './conversations.ts';

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/** What people attach, without the bytes. */
export const files = pgTable(
  'files',
  {
    userId: owner(),
    id: uuid('id').notNull(),
    /** Empty until its type is known, where the caller gave none. */
    name: text('name').notNull(),
    state: text('state', { enum: ['receiving', 'stored'] }).notNull(),
    /** As announced while it is received: the quota is reserved by it. */
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** Found, not claimed. */
    mediaType: text('media_type'),
    sha256: text('sha256'),
    width: integer('width'),
    height: integer('height'),
    pages: integer('pages'),
    textState: text('text_state', { enum: ['none', 'waiting', 'read', 'partly', 'failed'] }).notNull(),
    textReason: text('text_reason', {
      enum: ['scanned', 'encrypted', 'damaged', 'too large', 'unsupported'],
    }),
    /** Until then somebody sends it, or reads its text. */
    claimedUntil: time('claimed_until'),
    /** How often its text was begun to be read. */
    tries: integer('tries').notNull(),
    createdAt: time('created_at').notNull(),
    /** When a message named it first. */
    attachedAt: time('attached_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('files_unattached').on(table.createdAt).where(sql`attached_at is null`),
    index('files_waiting').on(table.createdAt).where(sql`text_state = 'waiting'`),
  ],
);

/** The bytes, in rows of `limits.filePartBytes`. Only files/store.ts knows of them. */
export const fileParts = pgTable(
  'file_parts',
  {
    userId: uuid('user_id').notNull(),
    fileId: uuid('file_id').notNull(),
    n: integer('n').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.fileId, table.n] }),
    foreignKey({
      columns: [table.userId, table.fileId],
      foreignColumns: [files.userId, files.id],
    }).onDelete('cascade'),
  ],
);

/**
 * Which files a message brought, on the chosen line or not. The name stays when the file is deleted: its message says
 * what was there.
 */
export const messageFiles = pgTable(
  'message_files',
  {
    userId: uuid('user_id').notNull(),
    messageId: uuid('message_id').notNull(),
    nth: integer('nth').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    fileId: uuid('file_id').notNull(),
    name: text('name').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.messageId, table.nth] }),
    foreignKey({
      name: 'message_files_conversation_fk',
      columns: [table.userId, table.conversationId],
      foreignColumns: [conversations.userId, conversations.id],
    }).onDelete('cascade'),
    index('message_files_of_conversation').on(table.userId, table.conversationId),
    index('message_files_of_file').on(table.userId, table.fileId, table.messageId),
  ],
);

/** The text of documents, in passages of some hundred characters: together, in their order, they are all of it. */
export const filePassages = pgTable(
  'file_passages',
  {
    userId: uuid('user_id').notNull(),
    fileId: uuid('file_id').notNull(),
    /** Its number in the file, from 1. */
    place: integer('place').notNull(),
    page: integer('page').notNull(),
    content: text('content').notNull(),
    folded: folded('folded', 'content'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.fileId, table.place] }),
    foreignKey({
      columns: [table.userId, table.fileId],
      foreignColumns: [files.userId, files.id],
    }).onDelete('cascade'),
    index('file_passages_words')
      .using('gin', table.userId, sql`recall_keys(user_id, file_id, folded)`)
      .with({ fastupdate: false }),
  ],
);
