import type { ReplyExtras } from '@jarvis/contract';
import { json, sql } from '@jarvis/database';
import {
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { owner } from './accounts.ts';
import { folded, time } from './columns.ts';

export const conversations = pgTable(
  'conversations',
  {
    userId: owner(),
    id: uuid('id').notNull(),
    title: text('title').notNull(),
    /** Who wrote the title: a model's never replaces a person's, nor that of an import. */
    titledBy: text('titled_by', { enum: ['default', 'message', 'model', 'person', 'import'] }).notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
    /** Kept in the transaction that stores a message; null until the first, and then it is not listed. */
    lastMessageAt: time('last_message_at'),
    /** How many messages its chosen line has: the place of the latest. */
    messageCount: integer('message_count').notNull().default(0),
    /** How often its line was changed other than by a message at its end (conversations/versions). */
    lineVersion: integer('line_version').notNull().default(0),
    foldedTitle: folded('folded_title', 'title'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('conversations_listed')
      .on(table.userId, table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`last_message_at is not null`),
    index('conversations_empty').on(table.updatedAt).where(sql`last_message_at is null`),
  ],
);

/** The chosen line of each conversation; the other versions are in `branchMessages`. */
export const messages = pgTable(
  'messages',
  {
    userId: uuid('user_id').notNull(),
    id: uuid('id').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    /** Its number in the conversation, from 1: the order of messages, whatever clocks say. */
    place: integer('place').notNull(),
    role: text('role', { enum: ['user', 'assistant'] }).notNull(),
    content: text('content').notNull(),
    policyDenied: boolean('policy_denied').notNull(),
    createdAt: time('created_at').notNull(),
    /** What the web app shows beside a reply: sources, tool run, saved memories. */
    extras: json('extras').$type<ReplyExtras>(),
    /** A reply that was written with text from outside before the model, or that another program has brought. */
    fromWeb: boolean('from_web').notNull().default(false),
    folded: folded('folded', 'content'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    foreignKey({
      columns: [table.userId, table.conversationId],
      foreignColumns: [conversations.userId, conversations.id],
    }).onDelete('cascade'),
    uniqueIndex('messages_of_conversation').on(table.userId, table.conversationId, table.place),
    index('messages_search').using('gin', table.userId, sql`folded gin_trgm_ops`),
    // Words of messages by account, for recall (assistant/recall). With the account, though each key begins with a part of
    // it: Postgres would otherwise look up all of an account's messages besides. Kept up to date at once: a list of
    // what is to be entered would have to be read by every search.
    index('messages_words')
      .using('gin', table.userId, sql`recall_keys(user_id, conversation_id, folded)`)
      .with({ fastupdate: false }),
  ],
);

/**
 * Messages that are on no chosen line: other versions of messages, each with those that followed it. They move
 * into `messages` when they are chosen, so that everything else reads what is chosen and nothing besides.
 */
export const branchMessages = pgTable(
  'branch_messages',
  {
    userId: uuid('user_id').notNull(),
    id: uuid('id').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    /** The first of the messages that were set aside together, and come back together. */
    branchId: uuid('branch_id').notNull(),
    /** What the branch follows; null where it begins the conversation. */
    parentId: uuid('parent_id'),
    place: integer('place').notNull(),
    role: text('role', { enum: ['user', 'assistant'] }).notNull(),
    content: text('content').notNull(),
    policyDenied: boolean('policy_denied').notNull(),
    createdAt: time('created_at').notNull(),
    extras: json('extras').$type<ReplyExtras>(),
    fromWeb: boolean('from_web').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    foreignKey({
      columns: [table.userId, table.conversationId],
      foreignColumns: [conversations.userId, conversations.id],
    }).onDelete('cascade'),
    index('branch_messages_of_conversation').on(table.userId, table.conversationId, table.place),
    index('branch_messages_of_branch').on(table.userId, table.branchId, table.place),
    index('branch_heads')
      .on(table.userId, table.conversationId, table.place.desc().nullsFirst())
      .where(sql`id = branch_id`),
  ],
);
