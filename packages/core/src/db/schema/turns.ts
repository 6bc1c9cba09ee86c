import { json } from '@jarvis/database';
import { boolean, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { owner } from './accounts.ts';
import { time } from './columns.ts';
import { conversations } from './conversations.ts';

/** A turn that waits for what a program's own tools return, for a day: assistant/waiting. */
export const waitingTurns = pgTable(
  'waiting_turns',
  {
    userId: owner(),
    id: uuid('id').notNull(),
    /** Of no conversation yet: null. */
    conversationId: uuid('conversation_id'),
    /** The reply that it answers to, if the program has named one. */
    follows: uuid('follows'),
    /** JSON; as text, for a program's words may have what jsonb cannot hold. */
    said: text('said').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    foreignKey({
      name: 'waiting_turns_conversation_fk',
      columns: [table.userId, table.conversationId],
      foreignColumns: [conversations.userId, conversations.id],
    }).onDelete('cascade'),
    index('waiting_turns_of_conversation').on(
      table.userId,
      table.conversationId,
      table.id.desc().nullsFirst(),
    ),
    index('waiting_turns_created_at').on(table.createdAt),
  ],
);

/**
 * What a person wrote to a reply that is streamed, from its beginning until it is stored with the reply or dismissed, a
 * week at most. Logged, unlike how far the reply has come: a crash of Postgres must not lose the person's words.
 */
export const begunTurns = pgTable(
  'begun_turns',
  {
    userId: owner(),
    id: uuid('id').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    message: text('message').notNull(),
    /** The message that it is another version of, if any. */
    replaces: uuid('replaces'),
    begunAt: time('begun_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('begun_turns_begun_at').on(table.begunAt),
  ],
);

/**
 * What a streamed turn was stored as, for a week: its start that is sent again once its other rows are gone must not
 * store it twice. Of no foreign key to what it names, which may be deleted meanwhile.
 */
export const storedTurns = pgTable(
  'stored_turns',
  {
    userId: owner(),
    id: uuid('id').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    messageId: uuid('message_id').notNull(),
    replyId: uuid('reply_id').notNull(),
    /** The message that it is another version of, if any. */
    replaces: uuid('replaces'),
    storedAt: time('stored_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('stored_turns_stored_at').on(table.storedAt),
  ],
);

/**
 * A reply that is being written for a reader of its stream, as far as it has come, so that any process can show
 * it and stop it. Unlogged: a reply does not outlive a crash. One whose `beat_at` is old died with its process.
 */
export const runningTurns = pgTable(
  'running_turns',
  {
    userId: owner(),
    id: uuid('id').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    message: text('message').notNull(),
    /** The message that it is another version of, if any. */
    replaces: uuid('replaces'),
    /** What the reply is to be stored as; null of a turn that a former version takes. */
    replyId: uuid('reply_id'),
    text: text('text').notNull(),
    steps: json('steps').notNull(),
    /** The last event of its stream (done, failed, stopped); null while it runs. */
    outcome: json('outcome'),
    stopRequested: boolean('stop_requested').notNull(),
    heartbeatAt: time('beat_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('running_turns_of_conversation').on(
      table.userId,
      table.conversationId,
      table.id.desc().nullsFirst(),
    ),
    index('running_turns_beat_at').on(table.heartbeatAt),
  ],
);
