import { json } from '@jarvis/database';
import { boolean, index, text, uuid } from 'drizzle-orm/pg-core';
import { ownTable, partOf } from './accounts.ts';
import { newest, time } from './columns.ts';
import { conversations } from './conversations.ts';

/** A turn that waits for the results of a program's own tools, for a day: assistant/waiting. */
export const waitingTurns = ownTable(
  'waiting_turns',
  {
    /** The conversation that it continues; null if it begins one. */
    conversationId: uuid('conversation_id'),
    /** The reply in it that it answers; null for the latest one at that time. */
    follows: uuid('follows'),
    /**
     * Its messages and calls: a JSON array, with elements in the caller's format. As text, because a program's words
     * may contain what jsonb cannot hold.
     */
    said: text('said').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    partOf(conversations, table.userId, table.conversationId, { name: 'waiting_turns_conversation_fk' }),
    index('waiting_turns_of_conversation').on(table.userId, table.conversationId, ...newest(table.id)),
    index('waiting_turns_created_at').on(table.createdAt),
  ],
);

/**
 * The person's message of a streamed turn, from its beginning until it is stored with the reply or dismissed, a week
 * at most. Logged, unlike the reply's progress: a crash of Postgres must not lose the person's words.
 */
export const begunTurns = ownTable(
  'begun_turns',
  {
    conversationId: uuid('conversation_id').notNull(),
    message: text('message').notNull(),
    /** Ids of the message's files. */
    files: uuid('files').array().notNull().default([]),
    /** The message that it replaces as another version, if any. */
    replaces: uuid('replaces'),
    begunAt: time('begun_at').notNull(),
  },
  (table) => [index('begun_turns_begun_at').on(table.begunAt)],
);

/**
 * The stored ids of a streamed turn, for a week: a start that is repeated after its other rows are gone must not
 * store it twice. No foreign key to them, because they may be deleted meanwhile.
 */
export const storedTurns = ownTable(
  'stored_turns',
  {
    conversationId: uuid('conversation_id').notNull(),
    messageId: uuid('message_id').notNull(),
    replyId: uuid('reply_id').notNull(),
    /** The message that it replaces as another version, if any. */
    replaces: uuid('replaces'),
    storedAt: time('stored_at').notNull(),
  },
  (table) => [index('stored_turns_stored_at').on(table.storedAt)],
);

/**
 * A reply in progress for the readers of its stream, so that any process can show it and stop it. Unlogged: a reply
 * does not outlive a crash. With an old `beat_at` it died with its process.
 */
export const runningTurns = ownTable(
  'running_turns',
  {
    conversationId: uuid('conversation_id').notNull(),
    message: text('message').notNull(),
    /** Ids of the message's files. */
    files: uuid('files').array().notNull().default([]),
    /** The message that it replaces as another version, if any. */
    replaces: uuid('replaces'),
    /** The id of the future stored reply; null for a turn of an earlier version. */
    replyId: uuid('reply_id'),
    text: text('text').notNull(),
    steps: json('steps').notNull(),
    /** The last event of its stream (done, failed, stopped); null while it runs. */
    outcome: json('outcome'),
    stopRequested: boolean('stop_requested').notNull(),
    heartbeatAt: time('beat_at').notNull(),
  },
  (table) => [
    index('running_turns_of_conversation').on(table.userId, table.conversationId, ...newest(table.id)),
    index('running_turns_beat_at').on(table.heartbeatAt),
  ],
);
