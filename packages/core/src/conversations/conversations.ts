import { type Conversation, defaults, limits, type Message } from '@jarvis/contract';
import { notFound } from '../errors.ts';
import { newId, parseId } from '../ids.ts';
import type { Deps } from '../ports.ts';
import {
  deleteConversationRow,
  insertConversation,
  insertMessage,
  renameConversationRow,
  searchConversations,
  selectConversation,
  selectConversations,
  selectMessages,
} from './queries.ts';

/**
 * Conversations with at least one message, last changed first, at most `limits.conversationListMax`. `q`
 * narrows them to those whose title or messages contain it, whatever its case and accents; blank is no `q`.
 */
export function listConversations(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  q?: string,
): Promise<Conversation[]> {
  if (q === undefined || q === '') return selectConversations(db, { userId });
  return searchConversations(db, { userId, q, limit: limits.conversationListMax });
}

/** Makes an empty conversation, which is not listed before its first message. */
export async function createConversation(
  { db, clock }: Deps,
  userId: string,
  title: string | undefined,
): Promise<Conversation> {
  const [created] = await insertConversation(db, {
    userId,
    id: newId(clock.now()),
    title: title || defaults.conversationTitle,
    titledBy: title ? 'person' : 'default',
    now: clock.nowIso(),
  });
  if (!created) throw new Error('insert returned no row');
  return created;
}

/** A conversation and all of its messages, oldest first. Throws notFound. */
export async function readConversation(
  { db }: Deps,
  userId: string,
  id: string,
): Promise<{ conversation: Conversation; messages: Message[] }> {
  const conversationId = parseId(id, 'Conversation');
  const [[conversation], messages] = await Promise.all([
    selectConversation(db, { userId, id: conversationId }),
    selectMessages(db, { userId, conversationId }),
  ]);
  if (!conversation) throw notFound('Conversation');
  return { conversation, messages };
}

/** Gives a conversation a person's title, which no model replaces. Throws notFound. */
export async function renameConversation(
  { db, clock, changes }: Deps,
  userId: string,
  { id, title }: { id: string; title: string },
): Promise<Conversation> {
  const now = clock.nowIso();
  const [renamed] = await renameConversationRow(db, { userId, id: parseId(id, 'Conversation'), title, now });
  if (!renamed) throw notFound('Conversation');
  changes.publish(userId, 'conversations');
  return renamed;
}

/** Removes a conversation and its messages; memories and lookups stay. Throws notFound. */
export async function deleteConversation({ db, changes }: Deps, userId: string, id: string): Promise<void> {
  const [deleted] = await deleteConversationRow(db, { userId, id: parseId(id, 'Conversation') });
  if (!deleted) throw notFound('Conversation');
  changes.publish(userId, 'conversations');
}

/** Stores a message of the person's without asking for a reply. Throws notFound. */
export async function addMessage(
  { db, clock, changes }: Deps,
  userId: string,
  { id, content }: { id: string; content: string },
): Promise<{ message: Message; conversation: Conversation }> {
  const now = clock.nowIso();
  const messageId = newId(clock.now());
  const conversationId = parseId(id, 'Conversation');
  const [conversation] = await insertMessage(db, { userId, conversationId, id: messageId, content, now });
  if (!conversation) throw notFound('Conversation');
  changes.publish(userId, 'conversations');
  return {
    message: { id: messageId, role: 'user', content, policyDenied: false, createdAt: now },
    conversation,
  };
}
