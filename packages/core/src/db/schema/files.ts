import type { File, TextReason } from '@jarvis/contract';
import { sql } from '@jarvis/database';
import { bigint, customType, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ownTable, partOf } from './accounts.ts';
import { folded, time } from './columns.ts';
import { conversations } from './conversations.ts';

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/** Attachments, without their bytes. */
export const files = ownTable(
  'files',
  {
    /** Empty until its type is known, if the caller gave no name. */
    name: text('name').notNull(),
    /** `released`: no message names it any more; it is invisible, and the sweep removes it. */
    state: text('state').$type<File['state'] | 'released'>().notNull(),
    /** The announced size while it is received, which reserves the quota. */
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** Detected, not the sender's claim. */
    mediaType: text('media_type'),
    sha256: text('sha256'),
    width: integer('width'),
    height: integer('height'),
    pages: integer('pages'),
    textState: text('text_state').$type<File['textState']>().notNull(),
    textReason: text('text_reason').$type<TextReason>(),
    /** Until then, a process is receiving it or reading its text. */
    claimedUntil: time('claimed_until'),
    /** The number of attempts at reading its text. */
    tries: integer('tries').notNull(),
    createdAt: time('created_at').notNull(),
    /** When a message first named it. */
    attachedAt: time('attached_at'),
  },
  (table) => [
    index('files_unattached').on(table.createdAt).where(sql`attached_at is null`),
    index('files_waiting').on(table.createdAt).where(sql`text_state = 'waiting'`),
  ],
);

/** The bytes, in rows of `limits.filePartBytes`. Only files/store.ts accesses them. */
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
    partOf(files, table.userId, table.fileId),
  ],
);

/**
 * The files of a message, on the chosen line or not. The name stays when the file is deleted, so that the message can
 * show it.
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
    partOf(conversations, table.userId, table.conversationId, { name: 'message_files_conversation_fk' }),
    index('message_files_of_conversation').on(table.userId, table.conversationId),
    index('message_files_of_file').on(table.userId, table.fileId, table.messageId),
  ],
);

/** The text of documents, in passages of some hundred characters; joined in order, they are the whole text. */
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
    partOf(files, table.userId, table.fileId),
    index('file_passages_words')
      .using('gin', table.userId, sql`recall_keys(user_id, file_id, folded)`)
      .with({ fastupdate: false }),
  ],
);
