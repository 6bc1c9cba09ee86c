import { type CalendarFeed, limits, calendarFeed as shown } from '@jarvis/contract';
import { and, asc, atMost, desc, eq, isNotNull, isNull, sql, statement, type Values } from '@jarvis/database';
import { columns, type FieldsOf, isOwn, type Own, pick } from '../db/rows.ts';
import { users } from '../db/schema/accounts.ts';
import { tasks } from '../db/schema/tasks.ts';
import { calendarFeeds } from '../db/schema/time.ts';
import { insertRow, makeRoom, recordUse, revokeAllOf, revokeOne } from '../db/statements.ts';

/** The contract's fields, in order. */
const calendarFeed = pick(calendarFeeds, shown.shape) satisfies FieldsOf<CalendarFeed>;

/** Newest first, including revoked ones; never the addresses themselves. */
export const selectCalendarFeeds = statement((q, v: Values<Own>) =>
  q
    .select(calendarFeed)
    .from(calendarFeeds)
    .where(eq(calendarFeeds.userId, v.userId))
    .orderBy(desc(calendarFeeds.id))
    .limit(atMost(limits.calendarFeedListMax)),
);

/** Removes the oldest revoked addresses: the list has room for the active ones and the next one to be revoked. */
export const makeRoomForRevokedFeeds = makeRoom(
  calendarFeeds,
  desc(calendarFeeds.id),
  limits.calendarFeedListMax - limits.calendarFeedsMax + 1,
  isNotNull(calendarFeeds.revokedAt),
);

export const insertCalendarFeed = insertRow(calendarFeeds, {});

export const revokeCalendarFeed = revokeOne(calendarFeeds);

export const revokeAllCalendarFeeds = revokeAllOf(calendarFeeds);

/** The owner of an address. Finds no revoked address, and none of a restricted account. */
export const selectFeedOwner = statement((q, v: Values<{ hash: string }>) =>
  q
    .select({ userId: calendarFeeds.userId, id: calendarFeeds.id, form: calendarFeeds.form })
    .from(calendarFeeds)
    .innerJoin(users, eq(users.id, calendarFeeds.userId))
    .where(and(eq(calendarFeeds.hash, v.hash), isNull(calendarFeeds.revokedAt), isNull(users.restrictedAt))),
);

export const updateFeedRead = recordUse(calendarFeeds, 'readAt');

const entry = {
  ...columns(tasks, 'id', 'title', 'updatedAt', 'dueDate', 'dueTime', 'dueZone'),
  ...columns(tasks, 'repeat', 'repeatStart', 'repeatAfterDone'),
};

/** Open tasks with a date, soonest first. */
export const selectDatedEntries = statement((q, v: Values<Own>) =>
  q
    .select(entry)
    .from(tasks)
    .where(isOwn(tasks, v, sql`${tasks.status} = 'open' and ${tasks.dueAt} is not null`))
    .orderBy(asc(tasks.dueAt), asc(tasks.id))
    .limit(atMost(limits.calendarTasksMax)),
);

/** Open tasks, newest first. */
export const selectOpenEntries = statement((q, v: Values<Own>) =>
  q
    .select(entry)
    .from(tasks)
    .where(isOwn(tasks, v, eq(tasks.status, 'open')))
    .orderBy(desc(tasks.id))
    .limit(atMost(limits.calendarTasksMax)),
);
export type CalendarEntry = Awaited<ReturnType<typeof selectOpenEntries>>[number];
