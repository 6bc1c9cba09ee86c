import {
  and,
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
import type { NewRow } from '../db/rows.ts';
import { storedTexts } from '../db/schema/storage.ts';

/** What a message or a task takes beside its text: its other fields and its places in indexes. */
export const rowBytes = 256;

/** No row before something was counted. */
export const selectStored = statement((q, v: Values<{ userId: string }>) =>
  q.select({ bytes: storedTexts.bytes }).from(storedTexts).where(eq(storedTexts.userId, v.userId)),
);

/** Counts what was stored, or with fewer than 0 what was removed. */
export const addStored = statement((q, v: Values<{ userId: string; bytes: number }>) =>
  q
    .insert(storedTexts)
    .values({
      userId: v.userId,
      bytes: sql`greatest(0, ${v.bytes}::bigint)`,
      measuredAt: sql`'epoch'`,
    } satisfies NewRow<typeof storedTexts>)
    .onConflictDoUpdate({
      target: [storedTexts.userId],
      set: { bytes: sql`greatest(0, ${storedTexts.bytes} + ${v.bytes}::bigint)` },
    }),
);

const sumOf = (table: 'messages' | 'branch_messages', where: SQLWrapper) => sql`coalesce((
  select sum(octet_length(content) + ${sql.raw(String(rowBytes))})::bigint from ${sql.raw(table)} where ${where}), 0)`;

/** To be called before a conversation is removed. */
export const subtractConversation = statement((q, v: Values<{ userId: string; conversationId: string }>) => {
  const own = sql`user_id = ${v.userId} and conversation_id = ${v.conversationId}`;
  return q
    .update(storedTexts)
    .set({
      bytes: sql`greatest(0, ${storedTexts.bytes} - ${sumOf('messages', own)} - ${sumOf('branch_messages', own)})`,
    })
    .where(eq(storedTexts.userId, v.userId));
});

const isDue = lt(storedTexts.measuredAt, serverTime(-24 * 60 * 60_000));

/** Accounts whose texts are to be looked at again, those first that have waited longest. */
export const selectToMeasure = statement((q) =>
  q
    .select({ userId: storedTexts.userId })
    .from(storedTexts)
    .where(isDue)
    .orderBy(asc(storedTexts.measuredAt))
    .limit(atMost(100)),
);

/** Looks at all that an account has: what was counted may have gone astray with a process that died. */
export const measureStored = statement(
  (q, v: Values<{ userId: string }>) => {
    const own = sql`user_id = ${v.userId}`;
    return q
      .update(storedTexts)
      .set({
        bytes: sql`${sumOf('messages', own)} + ${sumOf('branch_messages', own)} + coalesce((
          select sum(octet_length(title) + ${sql.raw(String(rowBytes))})::bigint from tasks where ${own}), 0)`,
        measuredAt: serverTime(),
      })
      .where(and(eq(storedTexts.userId, v.userId), isDue));
  },
  { deadlineMs: backgroundDeadlineMs },
);

/** Leaves what is counted as it is, until its turn comes again. */
export const putOffMeasuring = statement((q, v: Values<{ userId: string }>) =>
  q
    .update(storedTexts)
    .set({ measuredAt: serverTime() })
    .where(and(eq(storedTexts.userId, v.userId), isDue)),
);
