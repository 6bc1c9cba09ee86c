import {
  and,
  asc,
  eq,
  gt,
  lt,
  type SQL,
  type SQLWrapper,
  sql,
  statement,
  type Values,
} from '@jarvis/database';
import { message } from '../conversations/message-queries.ts';
import { conversation } from '../conversations/queries.ts';
import { user } from '../db/account.ts';
import { pick } from '../db/rows.ts';
import { apiKeys, sessions, users } from '../db/schema/accounts.ts';
import { branchMessages, conversations, messages } from '../db/schema/conversations.ts';
import { lookups } from '../db/schema/lookups.ts';
import { memories } from '../db/schema/memories.ts';
import { tasks } from '../db/schema/tasks.ts';
import { apiKey } from '../keys/queries.ts';
import { memory } from '../memories/queries.ts';
import { task } from '../tasks/queries.ts';
import { lookup } from '../web/queries.ts';

type Own = { userId: string };
type Page = { userId: string; after: string; limit: number };

/** The account itself. No row when it is gone. */
export const selectForExport = statement((q, v: Values<Own>) =>
  q
    .select({
      ...user,
      customInstructions: users.customInstructions,
      customInstructionsEnabled: users.customInstructionsEnabled,
      addressProvenAt: users.addressProvenAt,
      createdAt: users.createdAt,
    })
    .from(users)
    .where(eq(users.id, v.userId)),
);

/** Without their ids, which open them. */
export const selectSessionsForExport = statement((q, v: Values<Own>) =>
  q
    .select({
      signedInAt: sessions.signedInAt,
      expiresAt: sessions.expiresAt,
      userAgent: sessions.userAgent,
    })
    .from(sessions)
    .where(eq(sessions.userId, v.userId)),
);

/** Without their hashes; oldest first. */
export const selectKeysForExport = statement((q, v: Values<Own>) =>
  q.select(apiKey).from(apiKeys).where(eq(apiKeys.userId, v.userId)).orderBy(asc(apiKeys.id)),
);

/** Those after one, in the order of their ids; so all pages below. */
export const pageOfConversations = statement((q, v: Values<Page>) =>
  q
    .select(conversation)
    .from(conversations)
    .where(and(eq(conversations.userId, v.userId), gt(conversations.id, v.after)))
    .orderBy(asc(conversations.id))
    .limit(v.limit),
);

/** So much content is in a page of messages; a longer message is a page of its own. */
const pageBytesMax = sql.raw(String(1024 * 1024));

/** How much content is before a row, in this order. */
const bytesBefore = (content: SQLWrapper, order: SQL) =>
  sql`sum(octet_length(${content})) over (order by ${order}) - octet_length(${content})`.as('bytes_before');

const exportedMessage = {
  ...message,
  conversationId: messages.conversationId,
  extras: messages.extras,
  fromWeb: messages.fromWeb,
  place: messages.place,
};
const exportedVersion = {
  id: branchMessages.id,
  role: branchMessages.role,
  content: branchMessages.content,
  policyDenied: branchMessages.policyDenied,
  createdAt: branchMessages.createdAt,
  conversationId: branchMessages.conversationId,
  extras: branchMessages.extras,
  fromWeb: branchMessages.fromWeb,
  branchId: branchMessages.branchId,
  parentId: branchMessages.parentId,
  place: branchMessages.place,
};

interface MessagesPage {
  readonly userId: string;
  readonly afterConversation: string;
  readonly afterPlace: number;
  readonly limit: number;
}

/** Of all conversations, in the order of these, so that they can be joined as they pass by, each in its own. */
export const pageOfMessages = statement((q, v: Values<MessagesPage>) => {
  const next = q
    .select(exportedMessage)
    .from(messages)
    .where(
      and(
        eq(messages.userId, v.userId),
        sql`(${messages.conversationId}, ${messages.place}) > (${v.afterConversation}::uuid, ${v.afterPlace}::int)`,
      ),
    )
    .orderBy(asc(messages.conversationId), asc(messages.place))
    .limit(v.limit)
    .as('next');
  const page = q
    .select({
      ...pick(next, exportedMessage),
      bytesBefore: bytesBefore(next.content, sql`${next.conversationId}, ${next.place}`),
    })
    .from(next)
    .as('page');
  return q
    .select(pick(page, exportedMessage))
    .from(page)
    .where(lt(page.bytesBefore, pageBytesMax))
    .orderBy(asc(page.conversationId), asc(page.place));
});

/** Other versions of messages, each with what it followed. */
export const pageOfVersions = statement((q, v: Values<Page>) => {
  const next = q
    .select(exportedVersion)
    .from(branchMessages)
    .where(and(eq(branchMessages.userId, v.userId), gt(branchMessages.id, v.after)))
    .orderBy(asc(branchMessages.id))
    .limit(v.limit)
    .as('next');
  const page = q
    .select({ ...pick(next, exportedVersion), bytesBefore: bytesBefore(next.content, sql`${next.id}`) })
    .from(next)
    .as('page');
  return q
    .select(pick(page, exportedVersion))
    .from(page)
    .where(lt(page.bytesBefore, pageBytesMax))
    .orderBy(asc(page.id));
});

export const pageOfTasks = statement((q, v: Values<Page>) =>
  q
    .select({ ...task, fromWeb: tasks.fromWeb })
    .from(tasks)
    .where(and(eq(tasks.userId, v.userId), gt(tasks.id, v.after)))
    .orderBy(asc(tasks.id))
    .limit(v.limit),
);

export const pageOfMemories = statement((q, v: Values<Page>) =>
  q
    .select({ ...memory, conversationId: memories.conversationId, fromWeb: memories.fromWeb })
    .from(memories)
    .where(and(eq(memories.userId, v.userId), gt(memories.id, v.after)))
    .orderBy(asc(memories.id))
    .limit(v.limit),
);

export const pageOfLookups = statement((q, v: Values<Page>) =>
  q
    .select(lookup)
    .from(lookups)
    .where(and(eq(lookups.userId, v.userId), gt(lookups.id, v.after)))
    .orderBy(asc(lookups.id))
    .limit(v.limit),
);
