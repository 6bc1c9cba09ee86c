import { newId } from '../ids.ts';
import type { Deps } from '../ports/deps.ts';
import { type Calendar, loadCalendar } from './occurrences.ts';
import {
  insertNotifications,
  isAnyDue,
  supersedeNotifications,
  takeDueReminders,
  updateReminders,
} from './reminder-queries.ts';
import { latestMoment } from './reminding.ts';

/** Reminders in one transaction: few enough that it is short, many enough that a full second of them is soon done. */
const batchRows = 100;
/** What comes later than this is marked. */
const lateMs = 5 * 60_000;

/**
 * Tells in the app what is due, of all accounts: each moment once, whichever process does, and also when it is killed
 * at any point, since the notification and the reminder's next time are committed together. Of what was missed while nobody served
 * only the latest comes, and says how many were before it.
 */
export async function fire(deps: Deps): Promise<void> {
  for (;;) {
    const taken = await fireBatch(deps);
    if (taken < batchRows) return;
  }
}

async function fireBatch({ db, clock, changes, settings }: Deps): Promise<number> {
  // Most often nothing is due, and no transaction is begun to find that.
  const nowMs = clock.now();
  const now = clock.nowIso();
  if (!(await isAnyDue.first(db, { now }))) return 0;
  const calendar = await loadCalendar();
  const told = await db.transaction(async (tx) => {
    const due = await takeDueReminders(tx, { now, limit: batchRows });
    const fired = due.map((row) => fireOne(calendar, row, settings.defaultTimeZone, nowMs));
    const notifications = JSON.stringify(fired.map(({ notification }) => notification));
    await supersedeNotifications(tx, { rows: notifications });
    await insertNotifications(tx, { rows: notifications });
    await updateReminders(tx, { rows: JSON.stringify(fired.map(({ reminder }) => reminder)) });
    return due.map(({ userId }) => userId);
  });
  for (const userId of new Set(told)) {
    changes.publish(userId, 'notifications');
    changes.publish(userId, 'reminders');
  }
  return told.length;
}

type Due = Awaited<ReturnType<typeof takeDueReminders>>[number];

function fireOne(calendar: Calendar, row: Due, defaultZone: string, nowMs: number) {
  const { userId, id, taskId, title, minutesBefore, passed, snoozedUntil } = row;
  const beforeMs = minutesBefore * 60_000;
  const timeZone = row.timeZone ?? defaultZone;
  const pendingMs = Date.parse(row.occurrenceAt);
  const isSnoozed = snoozedUntil !== null && snoozedUntil === row.nextAt;
  const stillPending = isSnoozed && pendingMs - beforeMs > nowMs;
  const come = stillPending
    ? { occurrenceMs: pendingMs, skipped: 0, nextMs: pendingMs }
    : latestMoment(calendar, row, timeZone, { occurrenceMs: pendingMs, minutesBefore, nowMs });
  const missed = isSnoozed ? Math.max(passed - 1, 0) + come.skipped : passed + come.skipped;
  const snooze =
    isSnoozed || snoozedUntil === null || Date.parse(snoozedUntil) <= nowMs ? null : snoozedUntil;
  const nextMs = Math.min(
    come.nextMs === undefined ? Number.POSITIVE_INFINITY : come.nextMs - beforeMs,
    snooze === null ? Number.POSITIVE_INFINITY : Date.parse(snooze),
  );
  const nextAt = Number.isFinite(nextMs) ? new Date(nextMs).toISOString() : null;
  const nowIso = new Date(nowMs).toISOString();
  return {
    notification: {
      userId,
      id: newId(nowMs),
      kind: 'reminder',
      sourceId: id,
      occurrenceAt: isSnoozed ? snoozedUntil : new Date(come.occurrenceMs).toISOString(),
      title,
      body: '',
      taskId,
      late: nowMs - Date.parse(row.nextAt ?? nowIso) > lateMs,
      missed,
      createdAt: nowIso,
    },
    reminder: {
      userId,
      id,
      at: nextAt ?? row.nextAt ?? row.at,
      nextAt,
      occurrenceAt: new Date(come.nextMs ?? come.occurrenceMs).toISOString(),
      snoozedUntil: snooze,
      passed: missed + 1,
    },
  };
}
