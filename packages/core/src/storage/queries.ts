import {
  asc,
  atMost,
  backgroundDeadlineMs,
  eq,
  lt,
  type SQLWrapper,
  serverTime,
  sql,
  statement,
  type Values,
} from '@jarvis/database';
import { isOwn, newRow, type Own } from '../db/rows.ts';
import { storedTexts } from '../db/schema/storage.ts';

/** The bytes of a message or a task beside its text: its other fields and index entries. */
export const rowBytes = 256;

/** No row before the first count. */
export const selectStored = statement((q, v: Values<Own>) =>
  q.select({ bytes: storedTexts.bytes }).from(storedTexts).where(eq(storedTexts.userId, v.userId)),
);

/** Adds the bytes of stored texts; a negative number for removed ones. */
export const addStored = statement((q, v: Values<Own & { bytes: number }>) =>
  q
    .insert(storedTexts)
    .values(newRow(storedTexts, v, { bytes: sql`greatest(0, ${v.bytes}::bigint)`, measuredAt: sql`'epoch'` }))
    .onConflictDoUpdate({
      target: [storedTexts.userId],
      set: { bytes: sql`greatest(0, ${storedTexts.bytes} + ${v.bytes}::bigint)` },
    }),
);

const sumOf = (table: 'messages' | 'branch_messages', where: SQLWrapper) => sql`coalesce((
  select sum(octet_length(content) + ${sql.raw(String(rowBytes))})::bigint from ${sql.raw(table)} where ${where}), 0)`;

/** Must be called before a conversation is removed. */
export const subtractConversation = statement((q, v: Values<Own & { conversationId: string }>) => {
  const own = sql`user_id = ${v.userId} and conversation_id = ${v.conversationId}`;
  return q
    .update(storedTexts)
    .set({
      bytes: sql`greatest(0, ${storedTexts.bytes} - ${sumOf('messages', own)} - ${sumOf('branch_messages', own)})`,
    })
    .where(eq(storedTexts.userId, v.userId));
});

const isDue = lt(storedTexts.measuredAt, serverTime(-24 * 60 * 60_000));

/** Accounts to measure, the longest unmeasured first. */
export const selectToMeasure = statement((q) =>
  q
    .select({ userId: storedTexts.userId })
    .from(storedTexts)
    .where(isDue)
    .orderBy(asc(storedTexts.measuredAt))
    .limit(atMost(100)),
);

/** Measures all of an account's texts: counts may be lost when a process dies. */
export const measureStored = statement(
  (q, v: Values<Own>) => {
    const own = sql`user_id = ${v.userId}`;
    return q
      .update(storedTexts)
      .set({
        bytes: sql`${sumOf('messages', own)} + ${sumOf('branch_messages', own)} + coalesce((
          select sum(octet_length(title) + ${sql.raw(String(rowBytes))})::bigint from tasks where ${own}), 0)`,
        measuredAt: serverTime(),
      })
      .where(isOwn(storedTexts, v, isDue));
  },
  { deadlineMs: backgroundDeadlineMs },
);

/** Keeps the present count until the account's next turn. */
export const putOffMeasuring = statement((q, v: Values<Own>) =>
  q
    .update(storedTexts)
    .set({ measuredAt: serverTime() })
    .where(isOwn(storedTexts, v, isDue)),
);
