import { setImmediate } from 'node:timers/promises';
import { notify } from '../deliveries/notify.ts';
import { lateMs, type NewNotification } from '../notifications/add-notifications.ts';
import { deleteSuperseded, supersedeNotifications } from '../notifications/queries.ts';
import type { Deps, Log } from '../ports/deps.ts';
import { type Calendar, loadCalendar } from '../time/load-calendar.ts';
import { knownZone, type Place } from '../time/local.ts';
import { latestMoment } from '../time/reminders/moments.ts';
import { takeDueReminders, updateReminders } from '../time/reminders/queries.ts';
import { defaultDayTime } from '../time/settings.ts';

/** Reminders in one transaction: few enough for a short transaction, enough to clear a busy second quickly. */
const batchRows = 100;
/** After this time the rest of a batch waits for the next one: after a downtime, some rules take long to catch up. */
const batchMs = 500;

/**
 * Adds the notifications of due reminders of all accounts. Each moment is told exactly once, by any process and even if
 * one is killed, since the notification and the reminder's next time are committed together. Of the moments missed
 * during a downtime only the latest is told, with the number of those before it.
 */
export async function tellReminders(deps: Deps): Promise<void> {
  const listed = new Set<string>();
  for (;;) {
    if (!(await tellBatch(deps, listed))) return;
  }
}

/**
 * Returns whether more may be due. `listed`: accounts for which this call has told so many reminders that they form one
 * list outside the app.
 */
async function tellBatch(deps: Deps, listed: Set<string>): Promise<boolean> {
  const { db, clock, changes } = deps;
  const nowMs = clock.now();
  const now = clock.nowIso();
  const calendar = await loadCalendar();
  const told = await db.transaction(async (tx) => {
    const due = await takeDueReminders(tx, { now, limit: batchRows });
    const moments = await momentsOf(deps, calendar, due, nowMs);
    const notifications = moments.map(({ notification }) => notification);
    // A reminder that was planned again may reach a moment that it has already told: the first notification stays.
    const told = await notify({ ...deps, db: tx }, notifications, listed);
    const rows = JSON.stringify(told);
    await deleteSuperseded(tx, { rows });
    await supersedeNotifications(tx, { rows });
    await updateReminders(tx, { rows: JSON.stringify(moments.map(({ reminder }) => reminder)) });
    return {
      users: due.slice(0, moments.length).map(({ userId }) => userId),
      isLess: moments.length < due.length,
    };
  });
  for (const userId of new Set(told.users)) {
    changes.publish(userId, 'notifications');
    changes.publish(userId, 'reminders');
  }
  return told.isLess || told.users.length === batchRows;
}

type Due = Awaited<ReturnType<typeof takeDueReminders>>[number];

async function momentsOf(deps: Deps, calendar: Calendar, due: readonly Due[], nowMs: number) {
  const begun = performance.now();
  const moments: ReturnType<typeof momentOf>[] = [];
  for (const row of due) {
    if (moments.length > 0 && performance.now() - begun > batchMs) break;
    moments.push(momentOf(deps, calendar, row, nowMs));
    // Lets requests run in between.
    await setImmediate();
  }
  return moments;
}

function momentOf(
  { settings, log }: Deps,
  calendar: Calendar,
  row: Due,
  nowMs: number,
): { readonly notification: NewNotification; readonly reminder: object } {
  const { userId, id, taskId, title, minutesBefore, passed, snoozedUntil } = row;
  const beforeMs = minutesBefore * 60_000;
  const place = {
    userId,
    calendar,
    timeZone: knownZone(row.timeZone, settings.defaultTimeZone),
    dayTime: row.dayTime ?? defaultDayTime,
  };
  const pendingMs = Date.parse(row.occurrenceAt);
  const isSnoozed = snoozedUntil !== null && snoozedUntil === row.nextAt;
  const stillPending = isSnoozed && pendingMs - beforeMs > nowMs;
  const nowIso = new Date(nowMs).toISOString();
  const wantedMs = Date.parse(row.nextAt ?? nowIso);
  // A reminder made or moved after its moment is told at once; further moments may have passed by then.
  const sinceMs = isSnoozed ? pendingMs : wantedMs + beforeMs;
  const come = stillPending
    ? { occurrenceMs: pendingMs, missed: 0, nextMs: pendingMs }
    : readableMoment(log, row, place, { occurrenceMs: pendingMs, sinceMs, minutesBefore, nowMs });
  const missed = (isSnoozed ? Math.max(passed - 1, 0) : passed) + come.missed;
  const snooze =
    isSnoozed || snoozedUntil === null || Date.parse(snoozedUntil) <= nowMs ? null : snoozedUntil;
  const snoozeMs = snooze === null ? Number.POSITIVE_INFINITY : Date.parse(snooze);
  const nextMs = Math.min((come.nextMs ?? Number.POSITIVE_INFINITY) - beforeMs, snoozeMs);
  const nextAt = Number.isFinite(nextMs) ? new Date(nextMs).toISOString() : null;
  return {
    notification: {
      userId,
      kind: 'reminder',
      sourceId: id,
      occurrenceAt: isSnoozed ? snoozedUntil : new Date(come.occurrenceMs).toISOString(),
      title,
      taskId,
      // Of several missed moments, the latest is told, perhaps in time. A reminder may also have been made, or moved,
      // after its moment.
      late: nowMs - (isSnoozed ? wantedMs : Math.max(wantedMs, come.occurrenceMs - beforeMs)) > lateMs,
      missed,
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

/** A rule that this release cannot read must not block the reminders of all others. */
function readableMoment(log: Log, row: Due, place: Place, at: Parameters<typeof latestMoment>[2]) {
  try {
    return latestMoment(row, place, at);
  } catch (error) {
    log.error({ reminder: row.id, error: String(error) }, 'a reminder’s next time could not be computed');
    return { occurrenceMs: at.occurrenceMs, missed: 0, nextMs: undefined };
  }
}
