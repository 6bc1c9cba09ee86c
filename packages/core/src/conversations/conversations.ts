import {
  type Conversation,
  defaults,
  limits,
  type listConversationsInput,
  type Message,
  type MessageWithFiles,
  type readConversationInput,
  shownRefusals,
} from '@jarvis/contract';
import type { Queries } from '@jarvis/database';
import type { z } from 'zod';
import type { Further } from '../context.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { writeOnce } from '../db/write-once.ts';
import { badRequest, existing, notFound, unavailable } from '../errors.ts';
import { attach, parseFileIds, withFiles } from '../files/attached.ts';
import { releaseFiles, removeReleased } from '../files/files.ts';
import { holdFilesOf } from '../files/queries.ts';
import { newId, parseId } from '../ids.ts';
import { placeInChanges } from '../page.ts';
import type { Deps, WriteDeps } from '../ports/deps.ts';
import { countStored, discountConversation, requireRoom } from '../storage/storage.ts';
import { insertMessage, selectStretch } from './message-queries.ts';
import {
  deleteConversationRow,
  insertConversation,
  type OwnMessages,
  renameConversationRow,
  selectConversation,
  selectConversations,
} from './queries.ts';
import { search } from './search.ts';
import { holdConversation } from './versions/queries.ts';

/**
 * A page of conversations with at least one message, last changed first; without `q`, or with a blank one, all. `q`,
 * `include`: see `search`.
 */
export async function listConversations(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  {
    q = '',
    include,
    limit = limits.conversationListMax,
    after,
  }: Partial<z.infer<typeof listConversationsInput>> = {},
): Promise<Conversation[]> {
  const page = { userId, limit, ...placeInChanges(after) };
  if (q === '') return selectConversations(db, page);
  const found = await search(db, { ...page, q, matches: false }, include);
  return found.map(({ messageId: _message, excerpt: _text, ...conversation }) => conversation);
}

/**
 * Makes an empty conversation, which is not listed before its first message. Throws badRequest when the account is
 * full.
 */
export async function createConversation(
  deps: WriteDeps,
  userId: string,
  title: string | undefined,
): Promise<Conversation> {
  const { db, clock } = deps;
  await requireRoom(deps, userId);
  const now = clock.nowIso();
  const conversation = {
    id: newId(clock.now()),
    title: title || defaults.conversationTitle,
    createdAt: now,
    updatedAt: now,
  };
  const row = { userId, ...conversation, titledBy: title ? ('person' as const) : ('default' as const) };
  const insert = () => insertConversation(db, row);
  await writeOnce(insert, async () => []);
  return conversation;
}

interface WholeConversation {
  readonly conversation: Conversation;
  readonly messages: MessageWithFiles[];
  /**
   * The messages after `messages` in a long conversation. Reading it throws notFound when the conversation is deleted
   * meanwhile, unavailable when its line changes.
   */
  readonly further: Further | undefined;
}

/** A conversation and all its messages, oldest first, each with its files if `include` says so. Throws notFound. */
export async function readConversation(
  deps: Deps,
  userId: string,
  { id, include }: z.infer<typeof readConversationInput>,
): Promise<WholeConversation> {
  const { db } = deps;
  const own = { userId, conversationId: parseId(id, 'Conversation') };
  const [row, first] = await Promise.all([
    selectConversation.first(db, { userId, id: own.conversationId }),
    selectStretch(db, { ...own, afterPlace: 0 }),
  ]);
  const conversation = existing(row, 'Conversation');
  const show = (rows: readonly InLine[]) => {
    const messages = rows.map(({ place: _, line: __, count: ___, more: ____, ...message }) => message);
    return include === 'files' ? withFiles(db, userId, messages) : messages;
  };
  const last = first.at(-1);
  if (!last?.more) return { conversation, messages: await show(first), further: undefined };
  // A change of a file does not change the count of messages.
  const unlike = include === 'files' ? ` ${newId(deps.clock.now())}` : '';
  const version = `${last.line} ${last.count}${unlike}`;
  return {
    conversation,
    messages: await show(first),
    further: { version, messages: readOn(deps, own, last, show) },
  };
}

type InLine = Awaited<ReturnType<typeof selectStretch>>[number];

async function* readOn(
  { db }: Deps,
  own: OwnMessages,
  begin: InLine,
  show: (rows: readonly InLine[]) => MessageWithFiles[] | Promise<MessageWithFiles[]>,
): AsyncGenerator<MessageWithFiles[]> {
  let last = begin;
  while (last.more) {
    const { place: afterPlace } = last;
    const next = await selectStretch(db, { ...own, afterPlace });
    const end = existing(next.at(-1), 'Conversation');
    if (end.line !== begin.line) throw unavailable('The conversation was changed while it was read.');
    yield await show(next);
    last = end;
  }
}

/**
 * Reads all pages at once, for an answer that cannot be sent page by page. Throws badRequest when it would use too much
 * memory.
 */
export async function gather(
  begin: readonly Message[],
  further: AsyncIterable<readonly Message[]> | undefined,
): Promise<Message[]> {
  const messages = [...begin];
  let chars = charsOf(begin);
  for await (const page of further ?? []) {
    chars += charsOf(page);
    if (chars > gatheredCharsMax) throw badRequest('This conversation is too long for one answer.');
    messages.push(...page);
  }
  return messages;
}

const gatheredCharsMax = 8_000_000;
const charsOf = (messages: readonly Message[]): number =>
  messages.reduce((sum, { content }) => sum + content.length, 0);

/** Sets a person's title, which no model replaces. Throws notFound. */
export async function renameConversation(
  { db, clock, changes }: Deps,
  userId: string,
  { id, title }: { id: string; title: string },
): Promise<Conversation> {
  const now = clock.nowIso();
  const own = { userId, id: parseId(id, 'Conversation') };
  const renamed = existing(await renameConversationRow.first(db, { ...own, title, now }), 'Conversation');
  changes.publish(userId, 'conversations');
  return renamed;
}

/** For reading and removing up to 100,000 messages. */
const removal = { deadlineMs: 10_000 };

/**
 * Removes a conversation, its messages, and its files without another conversation; memories and lookups stay. Throws
 * notFound.
 */
export async function deleteConversation(deps: Deps, userId: string, id: string): Promise<void> {
  const { db, changes } = deps;
  const own = { userId, id: parseId(id, 'Conversation') };
  const released = await db.transaction(async (tx) => {
    // Locked, so that only one of several requests subtracts its size.
    existing(await holdConversation.first(tx, own), 'Conversation');
    await discountConversation({ ...deps, db: tx }, userId, own.id);
    const held = (await holdFilesOf(tx, { userId, conversationId: own.id })).map(({ id }) => id);
    await deleteConversationRow(tx, own);
    return releaseFiles(tx, userId, held);
  }, removal);
  await removeReleased(db, userId, released);
  changes.publish(userId, 'conversations');
}

/**
 * Stores a message of the person without asking for a reply. Throws notFound, badRequest when the account or the
 * conversation is full.
 */
export async function addMessage(
  deps: WriteDeps,
  userId: string,
  { id, content, files }: { id: string; content: string; files?: readonly string[] | undefined },
): Promise<{ message: Message; conversation: Conversation }> {
  const { db, clock, changes } = deps;
  await requireRoom(deps, userId);
  const now = clock.nowIso();
  const messageId = newId(clock.now());
  const conversationId = parseId(id, 'Conversation');
  const fileIds = parseFileIds(files);
  const find = () => selectConversation.first(db, { userId, id: conversationId });
  const store = async (tx: Queries) => {
    const stored = await insertMessage.first(tx, { userId, conversationId, id: messageId, content, now });
    if (stored) await attach(tx, { userId, conversationId, messageId }, fileIds);
    return stored;
  };
  const write = () => (fileIds.length > 0 ? inTransaction(db, store) : store(db));
  const conversation = await writeOnce(write, find);
  if (!conversation)
    throw (await find()) ? badRequest(shownRefusals.conversationFull) : notFound('Conversation');
  await countStored(deps, userId, [content]);
  changes.publish(userId, 'conversations');
  return {
    message: { id: messageId, role: 'user', content, policyDenied: false, createdAt: now },
    conversation,
  };
}
