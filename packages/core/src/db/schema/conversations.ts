import type { Message, ReplyExtras } from '@jarvis/contract';
import { json, sql } from '@jarvis/database';
import { boolean, index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { ownTable, partOf } from './accounts.ts';
import { folded, newest, time } from './columns.ts';

export const conversations = ownTable(
  'conversations',
  {
    title: text('title').notNull(),
    /** Who wrote the title: a model's never replaces a person's or an import's. */
    titledBy: text('titled_by', { enum: ['default', 'message', 'model', 'person', 'import'] }).notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
    /** Set in the transaction that stores a message; null before the first one, and then it is not listed. */
    lastMessageAt: time('last_message_at'),
    /** The number of messages on its chosen line: the place of the latest. */
    messageCount: integer('message_count').notNull().default(0),
    /** The number of changes to its line other than by a message at its end (conversations/versions). */
    lineVersion: integer('line_version').notNull().default(0),
    /** The schedule that made it; null: a person or a program. */
    scheduleId: uuid('schedule_id'),
    foldedTitle: folded('folded_title', 'title'),
  },
  (table) => [
    index('conversations_listed')
      .on(table.userId, ...newest(table.updatedAt, table.id))
      .where(sql`last_message_at is not null`),
    /** Without conversations of schedules, which share one entry. */
    index('conversations_listed_single')
      .on(table.userId, ...newest(table.updatedAt, table.id))
      .where(sql`last_message_at is not null and schedule_id is null`),
    index('conversations_of_schedule')
      .on(table.userId, table.scheduleId, ...newest(table.updatedAt, table.id))
      .where(sql`last_message_at is not null and schedule_id is not null`),
    index('conversations_empty').on(table.updatedAt).where(sql`last_message_at is null`),
  ],
);

/** The columns that a message keeps when it changes tables. */
const carried = () => ({
  /** Its number in the conversation, from 1: the order of messages, regardless of clocks. */
  place: integer('place').notNull(),
  role: text('role').$type<Message['role']>().notNull(),
  content: text('content').notNull(),
  policyDenied: boolean('policy_denied').notNull(),
  createdAt: time('created_at').notNull(),
  /** The web app's data beside a reply: sources, tool run, saved memories. */
  extras: json('extras').$type<ReplyExtras>(),
  /** A message of a program, or a reply with text from outside in its prompt. */
  fromWeb: boolean('from_web').notNull().default(false),
});

/** The chosen line of each conversation; other versions are in `branchMessages`. */
export const messages = ownTable(
  'messages',
  {
    userId: uuid('user_id').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    ...carried(),
    folded: folded('folded', 'content'),
  },
  (table) => [
    partOf(conversations, table.userId, table.conversationId),
    uniqueIndex('messages_of_conversation').on(table.userId, table.conversationId, table.place),
    index('messages_search').using('gin', table.userId, sql`folded gin_trgm_ops`),
    // Words of messages by account, for recall (assistant/recall). Includes the account, although each key begins
    // with a part of it: otherwise Postgres would also look up all of an account's messages. No pending list: every
    // search would have to read it.
    index('messages_words')
      .using('gin', table.userId, sql`recall_keys(user_id, conversation_id, folded)`)
      .with({ fastupdate: false }),
  ],
);

/**
 * Messages outside the chosen line: other versions of messages, each with those that followed it. They move into
 * `messages` when they are chosen, so that all other code reads only chosen ones.
 */
export const branchMessages = ownTable(
  'branch_messages',
  {
    userId: uuid('user_id').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    /** The first of the messages that were set aside together, and come back together. */
    branchId: uuid('branch_id').notNull(),
    /** The message before the branch; null at the start of the conversation. */
    parentId: uuid('parent_id'),
    ...carried(),
  },
  (table) => [
    partOf(conversations, table.userId, table.conversationId),
    index('branch_messages_of_conversation').on(table.userId, table.conversationId, table.place),
    index('branch_messages_of_branch').on(table.userId, table.branchId, table.place),
    index('branch_heads')
      .on(table.userId, table.conversationId, ...newest(table.place))
      .where(sql`id = branch_id`),
  ],
);
