import type { MemoryType } from '@jarvis/contract';
import { sql } from '@jarvis/database';
import { boolean, index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { ownTable } from './accounts.ts';
import { newest, time } from './columns.ts';

export const memories = ownTable(
  'memories',
  {
    type: text('type').$type<MemoryType>().notNull(),
    content: text('content').notNull(),
    /** The content without case, white space and final punctuation: one memory per text. */
    contentKey: text('content_key').notNull(),
    /** Where it was saved; stays when that conversation is deleted. */
    conversationId: uuid('conversation_id'),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
    /** Its content was written with text from the web in the prompt. */
    fromWeb: boolean('from_web').notNull().default(false),
  },
  (table) => [
    uniqueIndex('memories_content').on(table.userId, table.contentKey),
    index('memories_words').using('gin', table.userId, sql`recall_keys(user_id, null, fold(content))`),
    index('memories_listed').on(table.userId, ...newest(table.updatedAt, table.id)),
  ],
);
