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
import { deliveries, pushSubscriptions, webhooks } from '../db/schema/deliveries.ts';
import { files } from '../db/schema/files.ts';
import { lookups } from '../db/schema/lookups.ts';
import { memories } from '../db/schema/memories.ts';
import { scheduleRuns, schedules } from '../db/schema/schedules.ts';
import { tasks } from '../db/schema/tasks.ts';
import { notifications, reminders } from '../db/schema/time.ts';
import { delivery } from '../deliveries/delivery-queries.ts';
import { fileOf } from '../files/queries.ts';
import { apiKey } from '../keys/queries.ts';
import { memory } from '../memories/queries.ts';
import { notification } from '../notifications/queries.ts';
import { runOf, scheduleRow } from '../schedules/queries.ts';
import { taskRow } from '../tasks/queries.ts';
import { reminderRow } from '../time/reminder-queries.ts';
import { lookup } from '../web/queries.ts';

type Own = { userId: string };
type Page = { userId: string; after: string; limit: number };

/** The account itself. No row when it has been deleted. */
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

/** Without their ids, which are secret. */
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

/** Conversations after an id, in the order of ids; the pages below work the same way. */
export const pageOfConversations = statement((q, v: Values<Page>) =>
  q
    .select(conversation)
    .from(conversations)
    .where(and(eq(conversations.userId, v.userId), gt(conversations.id, v.after)))
    .orderBy(asc(conversations.id))
    .limit(v.limit),
);

/** Maximum content of a page of messages; a longer message has its own page. */
const pageBytesMax = sql.raw(String(1024 * 1024));

/** The amount of content before a row, in this order. */
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

/**
 * Messages of all conversations, in the order of the conversations, so that they can be merged with them; in their
 * own order within each.
 */
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

/** Other versions of messages, each with its predecessor. */
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
    .select({ ...taskRow, seriesId: tasks.seriesId, follows: tasks.follows, fromWeb: tasks.fromWeb })
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

/** Without their bytes. */
export const pageOfFiles = statement((q, v: Values<Page>) =>
  q
    .select(fileOf(v))
    .from(files)
    .where(and(eq(files.userId, v.userId), eq(files.state, 'stored'), gt(files.id, v.after)))
    .orderBy(asc(files.id))
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

export const pageOfRemindersForExport = statement((q, v: Values<Page>) =>
  q
    .select({ ...reminderRow, createdAt: reminders.createdAt })
    .from(reminders)
    .where(and(eq(reminders.userId, v.userId), gt(reminders.id, v.after)))
    .orderBy(asc(reminders.id))
    .limit(v.limit),
);

export const pageOfSchedulesForExport = statement((q, v: Values<Page>) =>
  q
    .select(scheduleRow)
    .from(schedules)
    .where(and(eq(schedules.userId, v.userId), gt(schedules.id, v.after)))
    .orderBy(asc(schedules.id))
    .limit(v.limit),
);

/** Those of deleted schedules too. */
export const pageOfRunsForExport = statement((q, v: Values<Page>) =>
  q
    .select({ ...runOf(v), searches: scheduleRuns.searches })
    .from(scheduleRuns)
    .where(and(eq(scheduleRuns.userId, v.userId), gt(scheduleRuns.id, v.after)))
    .orderBy(asc(scheduleRuns.id))
    .limit(v.limit),
);

export const pageOfNotificationsForExport = statement((q, v: Values<Page>) =>
  q
    .select(notification)
    .from(notifications)
    .where(and(eq(notifications.userId, v.userId), gt(notifications.id, v.after)))
    .orderBy(asc(notifications.id))
    .limit(v.limit),
);

export const pageOfDeliveriesForExport = statement((q, v: Values<Page>) =>
  q
    .select(delivery)
    .from(deliveries)
    .where(and(eq(deliveries.userId, v.userId), gt(deliveries.id, v.after)))
    .orderBy(asc(deliveries.id))
    .limit(v.limit),
);

/** Without their addresses and secrets. */
export const selectWebhooksForExport = statement((q, v: Values<Own>) =>
  q
    .select({
      id: webhooks.id,
      host: webhooks.host,
      kinds: webhooks.kinds,
      failingSince: webhooks.failingSince,
      disabledAt: webhooks.disabledAt,
      createdAt: webhooks.createdAt,
    })
    .from(webhooks)
    .where(eq(webhooks.userId, v.userId))
    .orderBy(asc(webhooks.id)),
);

/** Without their addresses and keys. */
export const selectSubscriptionsForExport = statement((q, v: Values<Own>) =>
  q
    .select({
      id: pushSubscriptions.id,
      name: pushSubscriptions.name,
      host: pushSubscriptions.host,
      failingSince: pushSubscriptions.failingSince,
      createdAt: pushSubscriptions.createdAt,
    })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, v.userId))
    .orderBy(asc(pushSubscriptions.id)),
);
