import {
  asc,
  type Built,
  eq,
  gt,
  lt,
  type SQL,
  type SQLWrapper,
  sql,
  statement,
  type Values,
} from '@jarvis/database';
import type { AnyPgColumn, PgTable, SelectedFields } from 'drizzle-orm/pg-core';
import { message } from '../../conversations/message-queries.ts';
import { conversation } from '../../conversations/queries.ts';
import { user } from '../../db/account.ts';
import { columns, columnsBut, isOwn, type Own, type OwnTable, pick } from '../../db/rows.ts';
import { apiKeys, sessions, users } from '../../db/schema/accounts.ts';
import { branchMessages, conversations, messages } from '../../db/schema/conversations.ts';
import { deliveries, pushSubscriptions, webhooks } from '../../db/schema/deliveries.ts';
import { files } from '../../db/schema/files.ts';
import { lookups } from '../../db/schema/lookups.ts';
import { memories } from '../../db/schema/memories.ts';
import { scheduleRuns, schedules } from '../../db/schema/schedules.ts';
import { tasks } from '../../db/schema/tasks.ts';
import { notifications, reminders } from '../../db/schema/time.ts';
import { delivery } from '../../deliveries/queries.ts';
import { fileOf } from '../../files/queries.ts';
import { apiKey } from '../../keys/queries.ts';
import { lookup } from '../../lookups/queries.ts';
import { memory } from '../../memories/queries.ts';
import { notification } from '../../notifications/queries.ts';
import { scheduleRow } from '../../schedules/queries.ts';
import { runOf } from '../../schedules/runs-queries.ts';
import { taskRow } from '../../tasks/queries.ts';
import { reminderRow } from '../../time/reminders/queries.ts';

type Page = { userId: string; after: string; limit: number };

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

/** Maximum content of a page of messages; a longer message has its own page. */
const pageBytesMax = sql.raw(String(1024 * 1024));

/** The amount of content before a row, in this order. */
const bytesBefore = (content: SQLWrapper, order: SQL) =>
  sql`sum(octet_length(${content})) over (order by ${order}) - octet_length(${content})`.as('bytes_before');

const exportedMessage = { ...message, ...columns(messages, 'conversationId', 'extras', 'fromWeb', 'place') };
const exportedVersion = columnsBut(branchMessages, 'userId');

interface MessagesPage {
  readonly userId: string;
  readonly afterConversation: string;
  readonly afterPlace: number;
  readonly limit: number;
}

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
    .where(isOwn(branchMessages, v, gt(branchMessages.id, v.after)))
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

/**
 * How often the line of each conversation has changed other than by a message at its end. Without a condition on that
 * number, which no index has: a page would read on until it is full.
 */
export const pageOfLineVersions = statement((q, v: Values<Page>) =>
  q
    .select(columns(conversations, 'id', 'lineVersion'))
    .from(conversations)
    .where(isOwn(conversations, v, gt(conversations.id, v.after)))
    .orderBy(asc(conversations.id))
    .limit(v.limit),
);

interface TreePage {
  readonly userId: string;
  readonly conversationId: string;
  readonly afterPlace: number;
  readonly after: string;
  readonly limit: number;
}

/**
 * All messages of a conversation, on the chosen line or not, by place: a message keeps its place when another version
 * is chosen, so none is missed between two pages. Those on the line are in the form of a version.
 */
export const pageOfTree = statement((q, v: Values<TreePage>) => {
  const rows = (
    table: typeof messages | typeof branchMessages,
    branch: { readonly branchId: SQLWrapper; readonly parentId: SQLWrapper },
  ) =>
    q
      .select({
        ...pick(table, columnsBut(messages, 'userId', 'folded')),
        branchId: sql<string>`${branch.branchId}`.as('branch_id'),
        parentId: sql<string | null>`${branch.parentId}`.as('parent_id'),
      })
      .from(table)
      .where(
        isOwn(
          table,
          v,
          eq(table.conversationId, v.conversationId),
          sql`(${table.place}, ${table.id}) > (${v.afterPlace}::int, ${v.after}::uuid)`,
        ),
      )
      .orderBy(asc(table.place), asc(table.id))
      .limit(v.limit);
  const before = sql`(
    select p.id from ${messages} p
    where p.user_id = ${v.userId} and p.conversation_id = ${v.conversationId} and p.place = ${messages.place} - 1
  )`;
  const next = rows(messages, { branchId: messages.id, parentId: before })
    .unionAll(rows(branchMessages, branchMessages))
    .orderBy(sql`place`, sql`id`)
    .limit(v.limit)
    .as('next');
  const page = q
    .select({
      ...pick(next, exportedVersion),
      bytesBefore: bytesBefore(next.content, sql`${next.place}, ${next.id}`),
    })
    .from(next)
    .as('page');
  return q
    .select(pick(page, exportedVersion))
    .from(page)
    .where(lt(page.bytesBefore, pageBytesMax))
    .orderBy(asc(page.place), asc(page.id));
});

/** Pages of a table in the order of ids, with these fields of the rows that satisfy the conditions. */
const pageOf = (
  table: PgTable & OwnTable & { readonly id: AnyPgColumn },
  fields: SelectedFields | ((v: Values<Page>) => SelectedFields),
  ...conditions: SQL[]
) =>
  statement(
    (q, v: Values<Page>) =>
      q
        .select(typeof fields === 'function' ? fields(v) : fields)
        .from(table)
        .where(isOwn(table, v, ...conditions, gt(table.id, v.after)))
        .orderBy(asc(table.id))
        .limit(v.limit) as unknown as Built<{ id: string }>,
  );

export const pageOfConversations = pageOf(conversations, conversation);

/**
 * Includes the runs of deleted schedules. Files come without their bytes, keys without their hashes, webhooks and push
 * subscriptions without addresses and secrets.
 */
export const pagesForExport = {
  keys: pageOf(apiKeys, apiKey),
  files: pageOf(files, fileOf, eq(files.state, 'stored')),
  tasks: pageOf(tasks, { ...taskRow, ...columns(tasks, 'seriesId', 'follows', 'fromWeb') }),
  reminders: pageOf(reminders, { ...reminderRow, createdAt: reminders.createdAt }),
  schedules: pageOf(schedules, scheduleRow),
  scheduleRuns: pageOf(scheduleRuns, (v) => ({ ...runOf(v), searches: scheduleRuns.searches })),
  notifications: pageOf(notifications, notification),
  deliveries: pageOf(deliveries, delivery),
  memories: pageOf(memories, { ...memory, ...columns(memories, 'conversationId', 'fromWeb') }),
  lookups: pageOf(lookups, lookup),
  webhooks: pageOf(
    webhooks,
    columns(webhooks, 'id', 'host', 'kinds', 'failingSince', 'disabledAt', 'createdAt'),
  ),
  pushSubscriptions: pageOf(
    pushSubscriptions,
    columns(pushSubscriptions, 'id', 'name', 'host', 'failingSince', 'createdAt'),
  ),
};
