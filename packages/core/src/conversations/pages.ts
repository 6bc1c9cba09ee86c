import type { MessagePage, messagePageInput } from '@jarvis/contract';
import type { z } from 'zod';
import { badRequest, existing } from '../errors.ts';
import { withFiles } from '../files/attached.ts';
import { isId, parseId } from '../ids.ts';
import { firstId } from '../page.ts';
import type { Deps } from '../ports/deps.ts';
import { selectMessagesAfter, selectMessagesBefore, selectMessagesFrom } from './message-queries.ts';
import { type OwnMessages, selectConversationForPage } from './queries.ts';

const pageSize = 50;

type PageRequest = z.infer<typeof messagePageInput>;

/**
 * Consecutive messages of a conversation: the latest, or those before, after or around a message. Throws notFound.
 */
export async function readPage(deps: Deps, userId: string, wanted: PageRequest): Promise<MessagePage> {
  const conversationId = parseId(wanted.id, 'Conversation');
  const [found, page] = await Promise.all([
    selectConversationForPage.first(deps.db, { userId, id: conversationId }),
    readStretch(deps, { userId, conversationId }, wanted),
  ]);
  const { line, ...conversation } = existing(found, 'Conversation');
  return { conversation, line, ...page, messages: await withFiles(deps.db, userId, page.messages) };
}

/** The same for programs. Throws badRequest if the conversation does not have the message that they name. */
export async function readLatest(
  deps: Deps,
  userId: string,
  wanted: Omit<PageRequest, 'after'>,
): Promise<MessagePage> {
  const { before, around } = wanted;
  const named = around ?? before;
  // A malformed id is no message's either.
  const from = named === undefined || isId(named) ? named?.toLowerCase() : firstId;
  const place = around === undefined ? { before: from } : { around: from };
  const page = await readPage(deps, userId, { ...wanted, ...place });
  if (from === undefined) return page;
  const own = { userId, conversationId: page.conversation.id };
  const known = await selectMessagesFrom.first(deps.db, { ...own, from, limit: 1 });
  if (known?.id !== from)
    throw badRequest('No message of this conversation has that id: leave it out for the latest ones.');
  return page;
}

type Stretch = Omit<MessagePage, 'conversation' | 'line'>;

/** Long messages make a page shorter. */
async function readStretch(
  { db }: Deps,
  place: OwnMessages,
  { before, after, around, limit = pageSize }: PageRequest,
): Promise<Stretch> {
  if (after !== undefined) {
    const messages = await selectMessagesAfter(db, { ...place, after: parseId(after, 'Message'), limit });
    return { messages, earlier: true, later: isMore(messages) };
  }
  if (around !== undefined) {
    const from = parseId(around, 'Message');
    const half = Math.ceil(limit / 2);
    const [earlier, later] = await Promise.all([
      selectMessagesBefore(db, { ...place, before: from, limit: half }),
      selectMessagesFrom(db, { ...place, from, limit: half }),
    ]);
    return {
      messages: [...earlier.toReversed(), ...later],
      earlier: isMore(earlier),
      later: isMore(later),
    };
  }
  const upTo = before === undefined ? null : parseId(before, 'Message');
  const messages = await selectMessagesBefore(db, { ...place, before: upTo, limit });
  return { messages: messages.toReversed(), earlier: isMore(messages), later: before !== undefined };
}

const isMore = (rows: readonly { readonly more: boolean }[]): boolean => rows.at(-1)?.more === true;
