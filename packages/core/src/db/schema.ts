import type { ReplyExtras } from '@jarvis/contract';
import { bytea, json, sql } from '@jarvis/database';
import {
  bigint,
  bit,
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ChangeTopic } from '../ports.ts';

/** Milliseconds are all that the contract shows; rows carry ISO strings. */
const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'string' });
const owner = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Text as it is searched: without case and accents. The SQL function `fold` is in the first migration. */
const folded = (name: string, of: string) => text(name).generatedAlwaysAs(sql.raw(`fold(${of})`));

/**
 * Every table that an account owns has the primary key (user_id, id): ownership is in the key itself,
 * another account's row is a missing row, and the data can be spread by account.
 */
export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  /** As it was given at sign-up. */
  email: text('email').notNull(),
  /** Lower case and IDNA, by which addresses are compared (`emailKeyOf`). */
  emailKey: text('email_key').notNull().unique(),
  displayName: text('display_name').notNull(),
  preferredLanguage: text('preferred_language', { enum: ['auto', 'en', 'de', 'it'] }).notNull(),
  memoryEnabled: boolean('memory_enabled').notNull(),
  webSearchEnabled: boolean('web_search_enabled').notNull(),
  displayNameChangePromptDisabled: boolean('display_name_change_prompt_disabled').notNull(),
  /** Null for a person who only signs in through an identity provider. */
  passwordHash: text('password_hash'),
  /** When the address was proven by a mailed link or an identity provider; null until then. */
  addressProvenAt: time('address_proven_at'),
  /** What the first proof of the address made worthless, for the app to say once; null when it has been read. */
  proofNotice: json('proof_notice').$type<{ readonly keysRevoked: number; readonly since: string }>(),
  /** How the person wants to be answered; empty where they say nothing of it. */
  customInstructions: text('custom_instructions').notNull().default(''),
  customInstructionsEnabled: boolean('custom_instructions_enabled').notNull().default(true),
  restrictedAt: time('restricted_at'),
  restrictedReason: text('restricted_reason'),
  /** Whether this person looks after the installation: what it is connected to, and its accounts. */
  operator: boolean('operator').notNull().default(false),
  createdAt: time('created_at').notNull(),
});

/** What is true of the installation as a whole, and what operators have set in the browser, by name. */
export const installationSettings = pgTable('installation_settings', {
  name: text('name').primaryKey(),
  value: json('value').$type<Readonly<Record<string, unknown>>>().notNull(),
  /** A key or a password, encrypted (see the port `Secrets`); null when there is none. */
  secret: text('secret'),
  /** All that anybody is shown of the secret: its last four characters. */
  secretEnd: text('secret_end'),
  /** Another one with each change. */
  version: uuid('version').notNull(),
  changedAt: time('changed_at').notNull(),
});

/** `id` is the SHA-256 of the cookie's token. */
export const sessions = pgTable(
  'sessions',
  {
    userId: owner(),
    id: text('id').notNull().unique(),
    expiresAt: time('expires_at').notNull(),
    /** When the person proved who they are; a fresh one allows what is dangerous. */
    signedInAt: time('signed_in_at').notNull(),
    userAgent: text('user_agent'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('sessions_expires_at').on(table.expiresAt),
  ],
);

export const apiKeys = pgTable(
  'api_keys',
  {
    userId: owner(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    prefix: text('prefix').notNull(),
    /** SHA-256 of the key, hex. */
    hash: text('hash').notNull().unique(),
    createdAt: time('created_at').notNull(),
    lastUsedAt: time('last_used_at'),
    revokedAt: time('revoked_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] })],
);

/** `id` is the SHA-256 of the mailed token. */
export const resetTokens = pgTable(
  'reset_tokens',
  {
    userId: owner(),
    id: text('id').notNull().unique(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('reset_tokens_expires_at').on(table.expiresAt),
  ],
);

/**
 * A reset link that was asked for and is still to be mailed, kept so that it outlives the process; for
 * addresses that nobody has, too, because the path of the request must not differ.
 */
export const resetRequests = pgTable(
  'reset_requests',
  {
    id: uuid('id').primaryKey(),
    emailKey: text('email_key').notNull(),
    expiresAt: time('expires_at').notNull(),
    /** Until then a process is at work on it. */
    nextTryAt: time('next_try_at').notNull(),
    tries: integer('tries').notNull(),
  },
  (table) => [
    index('reset_requests_next_try_at').on(table.nextTryAt),
    index('reset_requests_email_key').on(table.emailKey),
  ],
);

/** A person at an identity provider. */
export const identities = pgTable(
  'identities',
  {
    userId: owner(),
    provider: text('provider').notNull(),
    /** The provider's own, lasting identifier of the person. */
    subject: text('subject').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.provider, table.subject] }),
    unique('identities_provider_subject').on(table.provider, table.subject),
  ],
);

/** A sign-in under way at an identity provider; `id` is the SHA-256 of the state. */
export const oauthStates = pgTable(
  'oauth_states',
  {
    id: text('id').primaryKey(),
    provider: text('provider').notNull(),
    /** SHA-256 of the cookie that binds the flow to the browser which began it. */
    browser: text('browser').notNull(),
    codeVerifier: text('code_verifier').notNull(),
    nonce: text('nonce'),
    /** SHA-256 of the token of an invitation that the person came with. */
    invitation: text('invitation'),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('oauth_states_expires_at').on(table.expiresAt)],
);

/** A link that opens one account; `id` is the SHA-256 of its token. */
export const invitations = pgTable(
  'invitations',
  {
    id: text('id').primaryKey(),
    /** Whom it is for, in the operator's words. */
    note: text('note').notNull(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('invitations_expires_at').on(table.expiresAt)],
);

/** Addresses (`ada@example.org`) and domains (`@example.org`) that cannot register, in lower case. */
export const restrictedAddresses = pgTable('restricted_addresses', {
  address: text('address').primaryKey(),
  reason: text('reason'),
  createdAt: time('created_at').notNull(),
});

export const rateWindows = pgTable(
  'rate_windows',
  {
    subject: text('subject').notNull(),
    name: text('name').notNull(),
    startedAt: time('started_at').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subject, table.name] }),
    index('rate_windows_started_at').on(table.startedAt),
  ],
);

/**
 * What became of a request that was sent with an `Idempotency-Key`, so that the same one sent again does nothing
 * twice (see idempotency/).
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: owner(),
    /** As it was sent. */
    id: text('id').notNull(),
    /** SHA-256 of the operation and its input. */
    request: text('request').notNull(),
    /** The latest attempt to carry it out: no other may write what came of it. */
    attempt: uuid('attempt').notNull(),
    /** Without an outcome by then, the attempt died with its process. */
    attemptEndsAt: time('attempt_ends_at').notNull(),
    /** A tool of the attempt changes something, or has: carried out again, it might be changed twice. */
    changing: boolean('changing').notNull(),
    /** The result or the error as JSON text; null until then. */
    outcome: text('outcome'),
    /** The conversation or the task that the result tells of, and goes with. */
    about: uuid('about'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('idempotency_keys_created_at').on(table.createdAt),
    index('idempotency_keys_about').on(table.userId, table.about).where(sql`about is not null`),
  ],
);

export const conversations = pgTable(
  'conversations',
  {
    userId: owner(),
    id: uuid('id').notNull(),
    title: text('title').notNull(),
    /** Who wrote the title: a model's never replaces a person's. */
    titledBy: text('titled_by', { enum: ['default', 'message', 'model', 'person'] }).notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
    /** Kept in the transaction that stores a message; null until the first, and then it is not listed. */
    lastMessageAt: time('last_message_at'),
    /** How many messages its chosen line has: the place of the latest. */
    messageCount: integer('message_count').notNull().default(0),
    /** How often its line was changed other than by a message at its end (conversations/versions). */
    lineVersion: integer('line_version').notNull().default(0),
    foldedTitle: folded('folded_title', 'title'),
    /** Up to which place its messages have vectors (chat/meaning), and of which model. */
    embeddedCount: integer('embedded_count').notNull().default(0),
    embeddingModel: text('embedding_model').notNull().default(''),
    /** Until then a process is at work on its vectors, or has failed to get them. */
    embedNextAt: time('embed_next_at').notNull().default(sql`'epoch'`),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('conversations_listed')
      .on(table.userId, table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`last_message_at is not null`),
    index('conversations_to_embed').on(table.embedNextAt).where(sql`embedded_count < message_count`),
    index('conversations_embedded').on(table.embeddingModel).where(sql`embedded_count > 0`),
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
    // Words of messages by account, for recall (chat/recall). Kept up to date at once: a list of what is to be
    // entered would have to be read by every search.
    index('messages_recall')
      .using('gin', sql`recall_keys(user_id, conversation_id, folded)`)
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

/**
 * What a message means, as a vector of an embedding model. Never of a denied turn. The migration keeps `exact` out of
 * the rows, which are read by the thousand for their bits.
 */
export const messageVectors = pgTable(
  'message_vectors',
  {
    userId: uuid('user_id').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    place: integer('place').notNull(),
    /** And how many dimensions it gave; vectors of another one say nothing of these. */
    model: text('model').notNull(),
    /** The signs of the first 512 dimensions. */
    bits: bit('bits', { dimensions: 512 }).notNull(),
    /** All dimensions, a signed byte each. */
    exact: bytea('exact').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.conversationId, table.place] }),
    foreignKey({
      columns: [table.userId, table.conversationId],
      foreignColumns: [conversations.userId, conversations.id],
    }).onDelete('cascade'),
  ],
);

export const tasks = pgTable(
  'tasks',
  {
    userId: owner(),
    id: uuid('id').notNull(),
    title: text('title').notNull(),
    status: text('status', { enum: ['open', 'done'] }).notNull(),
    createdBy: text('created_by', { enum: ['user', 'assistant'] }).notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
    completedAt: time('completed_at'),
    /** Its title was written while the model was shown text from the web: shown to it again, it is such text. */
    fromWeb: boolean('from_web').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('tasks_by_status').on(table.userId, table.status, table.id.desc().nullsFirst()),
  ],
);

export const memories = pgTable(
  'memories',
  {
    userId: owner(),
    id: uuid('id').notNull(),
    type: text('type', { enum: ['user', 'preference', 'project'] }).notNull(),
    content: text('content').notNull(),
    /** The content without case, white space and final punctuation: one memory per text. */
    contentKey: text('content_key').notNull(),
    /** Where it was saved; stays when that conversation is deleted. */
    conversationId: uuid('conversation_id'),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
    /** Its content was written while the model was shown text from the web. */
    fromWeb: boolean('from_web').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    uniqueIndex('memories_content').on(table.userId, table.contentKey),
    index('memories_recall').using('gin', sql`recall_keys(user_id, null, fold(content))`),
    index('memories_listed').on(
      table.userId,
      table.updatedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
  ],
);

export const lookups = pgTable(
  'lookups',
  {
    userId: owner(),
    id: uuid('id').notNull(),
    query: text('query').notNull(),
    status: text('status', { enum: ['ok', 'error'] }).notNull(),
    resultCount: integer('result_count').notNull(),
    error: text('error'),
    conversationId: uuid('conversation_id').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] })],
);

/** The change feed: how often each topic of an account has changed. Unlogged: a crash loses hints, not data. */
export const changes = pgTable(
  'changes',
  {
    userId: owner(),
    topic: text('topic').$type<ChangeTopic>().notNull(),
    version: bigint('version', { mode: 'number' }).notNull(),
    changedAt: time('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.topic] })],
);

/** A turn that waits for what a program's own tools return, for a day: chat/waiting. */
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
 * A reply that is being written for the web app, as far as it has come, so that any process can show it and
 * stop it. Unlogged: a reply does not outlive a crash. One whose `beat_at` is old died with its process.
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
    text: text('text').notNull(),
    steps: json('steps').notNull(),
    /** The last event (done, failed, stopped) as the web app gets it; null while it runs. */
    outcome: json('outcome'),
    stopRequested: boolean('stop_requested').notNull(),
    beatAt: time('beat_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('running_turns_of_conversation').on(
      table.userId,
      table.conversationId,
      table.id.desc().nullsFirst(),
    ),
    index('running_turns_beat_at').on(table.beatAt),
  ],
);
