import { asc, eq, gt, sql, statement, type Values } from '@jarvis/database';
import { message } from '../../conversations/message-queries.ts';
import { conversation } from '../../conversations/queries.ts';
import { user } from '../../db/account.ts';
import { columns, columnsBut, isOwn, type Own } from '../../db/rows.ts';
import { apiKeys, sessions, users } from '../../db/schema/accounts.ts';
import { branchMessages, conversations, messages } from '../../db/schema/conversations.ts';
import { deliveries, pushSubscriptions, webhooks } from '../../db/schema/deliveries.ts';
import { files } from '../../db/schema/files.ts';
import { lookups } from '../../db/schema/lookups.ts';
import { memories } from '../../db/schema/memories.ts';
import { scheduleRuns, schedules } from '../../db/schema/schedules.ts';
import { tasks } from '../../db/schema/tasks.ts';
import { notifications, reminders } from '../../db/schema/time.ts';
import { begunTurns } from '../../db/schema/turns.ts';
import { firstOf, oldestFirst } from '../../db/statements.ts';
import { delivery } from '../../deliveries/queries.ts';
import { webhook } from '../../deliveries/webhooks/webhook-queries.ts';
import { fileOf } from '../../files/queries.ts';
import { apiKey } from '../../keys/queries.ts';
import { lookup } from '../../lookups/queries.ts';
import { memory } from '../../memories/queries.ts';
import { notification } from '../../notifications/queries.ts';
import { scheduleRow } from '../../schedules/queries.ts';
import { runOf } from '../../schedules/runs-queries.ts';
import { taskRow } from '../../tasks/queries.ts';
import { reminderRow } from '../../time/reminders/queries.ts';

/** The account itself. No row when it has been deleted. */
export const selectForExport = statement((q, v: Values<Own>) =>
  q
    .select({
      ...user,
      ...columns(users, 'customInstructions', 'customInstructionsEnabled', 'addressProvenAt', 'createdAt'),
    })
    .from(users)
    .where(eq(users.id, v.userId)),
);

/** Without their ids, which are secret. */
export const selectSessionsForExport = statement((q, v: Values<Own>) =>
  q
    .select(columns(sessions, 'signedInAt', 'expiresAt', 'userAgent'))
    .from(sessions)
    .where(eq(sessions.userId, v.userId)),
);

const exportedMessage = { ...message, ...columns(messages, 'conversationId', 'extras', 'fromWeb', 'place') };
const exportedVersion = columnsBut(branchMessages, 'userId');

type MessagesPage = Own & { afterConversation: string; afterPlace: number; limit: number };

/**
 * Messages of all conversations, in the order of the conversations' ids, so that the two lists can be merged; by place
 * within each.
 */
export const pageOfMessages = statement((q, v: Values<MessagesPage>) => {
  const next = q
    .select(exportedMessage)
    .from(messages)
    .where(
      isOwn(
        messages,
        v,
        sql`(${messages.conversationId}, ${messages.place}) > (${v.afterConversation}::uuid, ${v.afterPlace}::int)`,
      ),
    )
    .orderBy(asc(messages.conversationId), asc(messages.place));
  return firstOf(q, exportedMessage, next, sql`conversation_id, place`, v.limit);
});

/** Other versions of messages, each with its predecessor. */
export const pageOfVersions = statement((q, v: Values<Own & { after: string; limit: number }>) => {
  const next = q
    .select(exportedVersion)
    .from(branchMessages)
    .where(isOwn(branchMessages, v, gt(branchMessages.id, v.after)))
    .orderBy(asc(branchMessages.id));
  return firstOf(q, exportedVersion, next, sql`id`, v.limit);
});

/** How often the line of each conversation has changed other than by a message at its end. */
export const pageOfLineVersions = oldestFirst<{ id: string; lineVersion: number }>(
  conversations,
  columns(conversations, 'id', 'lineVersion'),
);

export const pageOfConversations = oldestFirst(conversations, conversation);

/** The person's messages without a stored reply. */
export const pageOfUnansweredMessages = oldestFirst(
  begunTurns,
  columns(begunTurns, 'id', 'conversationId', 'message', 'files', 'begunAt'),
);

/**
 * Includes the runs of deleted schedules. Files come without their bytes, keys without their hashes, webhooks and push
 * subscriptions without addresses and secrets.
 */
export const pagesForExport = {
  keys: oldestFirst(apiKeys, apiKey),
  files: oldestFirst(files, fileOf, eq(files.state, 'stored')),
  tasks: oldestFirst(tasks, { ...taskRow, ...columns(tasks, 'seriesId', 'follows', 'fromWeb') }),
  reminders: oldestFirst(reminders, { ...reminderRow, createdAt: reminders.createdAt }),
  schedules: oldestFirst(schedules, scheduleRow),
  scheduleRuns: oldestFirst(scheduleRuns, (v) => ({ ...runOf(v), searches: scheduleRuns.searches })),
  notifications: oldestFirst(notifications, notification),
  deliveries: oldestFirst(deliveries, delivery),
  memories: oldestFirst(memories, { ...memory, ...columns(memories, 'conversationId', 'fromWeb') }),
  lookups: oldestFirst(lookups, lookup),
  webhooks: oldestFirst(webhooks, webhook),
  pushSubscriptions: oldestFirst(
    pushSubscriptions,
    columns(pushSubscriptions, 'id', 'name', 'host', 'failingSince', 'createdAt'),
  ),
};
