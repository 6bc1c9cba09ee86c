import { setImmediate } from 'node:timers/promises';
import { planDeliveries, type Told } from '../deliveries/plan.ts';
import { newId } from '../ids.ts';
import type { Deps } from '../ports/deps.ts';
import { type Calendar, loadCalendar } from '../time/occurrences.ts';
import {
  deleteSuperseded,
  isAnyDue,
  supersedeNotifications,
  takeDueReminders,
  updateReminders,
} from '../time/reminder-queries.ts';
import { latestMoment } from '../time/reminding.ts';
import { defaultDayTime } from '../time/settings.ts';
import { insertTold } from './insert-told.ts';
import { lateMs } from './late.ts';

/** Reminders in one transaction: few enough that it is short, many enough that a full second of them is soon done. */
const batchRows = 100;
/** After so long the rest of a batch is left to the next one: after a downtime some rules take long to catch up. */
const batchMs = 500;

/**
 * Tells in the app what is due, of all accounts: each moment once, whichever process does it and even when it is
 * killed, since the notification and the reminder's next time are committed together. Of what was missed during a
 * downtime only the latest comes, with the number of those before it.
 */
export async function fire(deps: Deps): Promise<void> {
  const listed = new Set<string>();
  for (;;) {
    if (!(await fireBatch(deps, listed))) return;
  }
}

/**
 * Whether more may be due. `listed`: accounts to which this call has told so much that it is one list outside the app.
 */
async function fireBatch(deps: Deps, listed: Set<string>): Promise<boolean> {
  const { db, clock, changes } = deps;
  // Most often nothing is due, and no transaction is begun to find that.
  const nowMs = clock.now();
  const now = clock.nowIso();
  if (!(await isAnyDue.first(db, { now }))) return false;
  const calendar = await loadCalendar();
  const told = await db.transaction(async (tx) => {
    const due = await takeDueReminders(tx, { now, limit: batchRows });
    const fired = await firedOf(deps, calendar, due, nowMs);
    // A reminder that was planned anew may come to a moment that it has told: that notification stays.
    const told = await insertTold(
      tx,
      fired.map(({ notification }) => notification),
    );
    const rows = JSON.stringify(told);
    await deleteSuperseded(tx, { rows });
    await supersedeNotifications(tx, { rows });
    await updateReminders(tx, { rows: JSON.stringify(fired.map(({ reminder }) => reminder)) });
    await planDeliveries({ ...deps, db: tx }, calendar, told, listed);
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

function fireOne(
  { settings, log }: Deps,
  calendar: Calendar,
  row: Due,
  nowMs: number,
): { readonly notification: Told; readonly reminder: object } {
  const { userId, id, taskId, title, minutesBefore, passed, snoozedUntil } = row;
  const beforeMs = minutesBefore * 60_000;
  const wall = { timeZone: row.timeZone ?? settings.defaultTimeZone, dayTime: row.dayTime ?? defaultDayTime };
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
    : latest(() => latestMoment(calendar, row, wall, { occurrenceMs: pendingMs, minutesBefore, nowMs }));
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
