import { setImmediate } from 'node:timers/promises';
import { newId } from '../ids.ts';
import type { Deps } from '../ports/deps.ts';
import { type Calendar, loadCalendar } from './occurrences.ts';
import {
  deleteSuperseded,
  insertNotifications,
  isAnyDue,
  supersedeNotifications,
  takeDueReminders,
  updateReminders,
} from './reminder-queries.ts';
import { latestMoment } from './reminding.ts';

/** Reminders in one transaction: few enough that it is short, many enough that a full second of them is soon done. */
const batchRows = 100;
/** After so long the rest of a batch is left to the next one: after a downtime some rules take long to catch up. */
const batchMs = 500;
/** What comes later than this is marked. */
const lateMs = 5 * 60_000;

/**
 * Tells in the app what is due, of all accounts: each moment once, whichever process does it and even when it is
 * killed, since the notification and the reminder's next time are committed together. Of what was missed during a
 * downtime only the latest comes, with the number of those before it.
 */
export async function fire(deps: Deps): Promise<void> {
  for (;;) {
    if (!(await fireBatch(deps))) return;
  }
}

/** Whether more may be due. */
async function fireBatch(deps: Deps): Promise<boolean> {
  const { db, clock, changes } = deps;
  // Most often nothing is due, and no transaction is begun to find that.
  const nowMs = clock.now();
  const now = clock.nowIso();
  if (!(await isAnyDue.first(db, { now }))) return false;
  const calendar = await loadCalendar();
  const told = await db.transaction(async (tx) => {
    const due = await takeDueReminders(tx, { now, limit: batchRows });
    const fired = await firedOf(deps, calendar, due, nowMs);
    const notifications = JSON.stringify(fired.map(({ notification }) => notification));
    // A reminder that was planned anew may come to a moment that it has told: that notification stays.
    const told = await insertNotifications(tx, { rows: notifications });
    const rows = JSON.stringify(told);
    await deleteSuperseded(tx, { rows });
    await supersedeNotifications(tx, { rows });
    await updateReminders(tx, { rows: JSON.stringify(fired.map(({ reminder }) => reminder)) });
    return {
      users: due.slice(0, fired.length).map(({ userId }) => userId),
      isLess: fired.length < due.length,
    };
  });
  for (const userId of new Set(told.users)) {
    changes.publish(userId, 'notifications');
    changes.publish(userId, 'reminders');
  }
  return told.isLess || told.users.length === batchRows;
}

type Due = Awaited<ReturnType<typeof takeDueReminders>>[number];

async function firedOf(deps: Deps, calendar: Calendar, due: readonly Due[], nowMs: number) {
  const begun = performance.now();
  const fired: ReturnType<typeof fireOne>[] = [];
  for (const row of due) {
    if (fired.length > 0 && performance.now() - begun > batchMs) break;
    fired.push(fireOne(deps, calendar, row, nowMs));
    // Requests are answered in between.
    await setImmediate();
  }
  return fired;
}

function fireOne({ settings, log }: Deps, calendar: Calendar, row: Due, nowMs: number) {
  const { userId, id, taskId, title, minutesBefore, passed, snoozedUntil } = row;
  const beforeMs = minutesBefore * 60_000;
  const timeZone = row.timeZone ?? settings.defaultTimeZone;
  const pendingMs = Date.parse(row.occurrenceAt);
  // A zone that this release no longer knows must not keep the reminders of all others.
  const latest = (work: () => ReturnType<typeof latestMoment>) => {
    try {
      return work();
    } catch (error) {
      log.error({ reminder: id, error: String(error) }, 'a reminder’s next time could not be worked out');
      return { occurrenceMs: pendingMs, skipped: 0, nextMs: undefined };
    }
  };
  const isSnoozed = snoozedUntil !== null && snoozedUntil === row.nextAt;
  const stillPending = isSnoozed && pendingMs - beforeMs > nowMs;
  const come = stillPending
    ? { occurrenceMs: pendingMs, skipped: 0, nextMs: pendingMs }
    : latest(() => latestMoment(calendar, row, timeZone, { occurrenceMs: pendingMs, minutesBefore, nowMs }));
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
