import {
  type CreateReminder,
  isLocalDate,
  isSnooze,
  limits,
  type PageInput,
  type Reminder,
  type Snooze,
  shownRefusals,
  type Task,
} from '@jarvis/contract';
import { atOneMoment } from '../clock.ts';
import { holdAccount } from '../db/account.ts';
import { badRequest, existing, refusedField } from '../errors.ts';
import { parseId } from '../ids.ts';
import { placeInChanges, soonest } from '../page.ts';
import type { Deps, ReadDeps, WriteDeps } from '../ports/deps.ts';
import { withoutDue } from '../tasks/due.ts';
import { createTask } from '../tasks/tasks.ts';
import { dayAfter, dueMs, knownZone, type Place } from '../time/local.ts';
import { parseTime } from '../time/parse.ts';
import { reminderState } from '../time/reminders/moments.ts';
import { selectRemindersOf } from '../time/reminders/queries.ts';
import { placeOf } from '../time/settings.ts';
import { deleteReminderRow, pageOfReminders, selectReminder, snoozeReminderRow } from './queries.ts';

type Listed = Awaited<ReturnType<typeof pageOfReminders>>[number];

/** A page of the reminders, soonest first. */
export function listReminders(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { limit, after = soonest }: PageInput,
): Promise<Listed[]> {
  const { afterChange: afterAt, afterId } = placeInChanges(after);
  return pageOfReminders(db, { userId, limit, afterAt, afterId });
}

/** The cursor of an entry in the list, soonest first. */
export const byMoment = ({ at, id }: Listed): string => `${Date.parse(at)}_${id}`;

/** Rows in the contract's form. */
export async function shownReminders(deps: ReadDeps, userId: string, rows: Listed[]): Promise<Reminder[]> {
  if (rows.length === 0) return [];
  const { calendar, timeZone: accountZone } = await placeOf(deps, userId);
  return rows.map(
    ({ id, taskId, title, at, nextAt, dueZone, minutesBefore, repeat, snoozedUntil, status }) => {
      const timeZone = knownZone(dueZone, accountZone);
      const [date = '', time = ''] = calendar.localOf(Date.parse(at), timeZone).split('T');
      const state = reminderState(status, nextAt);
      return { id, taskId, title, at, date, time, timeZone, minutesBefore, repeat, snoozedUntil, state };
    },
  );
}

/**
 * Makes a task with a reminder. Throws badRequest for a text without a time or with a past one (with what was
 * understood), for a moment that has passed, and for more than one way to state the time.
 */
export async function createReminder(
  given: WriteDeps,
  userId: string,
  input: CreateReminder,
): Promise<{ reminder: Reminder; task: Task }> {
  const deps = atOneMoment(given);
  const wanted = await wantedOf(deps, userId, input);
  const row = await createTask(deps, userId, { ...wanted, createdBy: 'user' });
  const [made] = await selectRemindersOf(deps.db, { userId, ids: [row.id] });
  return { reminder: await readReminder(deps, userId, made?.id ?? ''), task: withoutDue(row) };
}

async function wantedOf(deps: WriteDeps, userId: string, { text, language, ...fields }: CreateReminder) {
  const place = await placeOf(deps, userId);
  if (text === undefined) return wantedByFields(place, fields, deps.clock.now());
  if (fields.title ?? fields.date ?? fields.at)
    throw refusedField('text', 'Send `text`, or fields, not both.');
  const read = await parseTime(deps, userId, { text, language, timeZone: place.timeZone });
  if (read.start === null) throw refusedField('text', read.said);
  const title = read.title.trim() === '' ? text : read.title;
  if ([...title].length > limits.taskTitleCharsMax)
    throw refusedField('text', `The title may have ${limits.taskTitleCharsMax} characters.`);
  const [date = '', time = null] = read.start.split('T');
  const timeZone = read.timeZone === place.timeZone ? null : read.timeZone;
  const { repeat, afterCompletion } = read;
  return { title, due: { date, time, timeZone }, repeat, afterCompletion, remind: 0 };
}

function wantedByFields(
  { calendar, timeZone: accountZone }: Place,
  fields: Omit<CreateReminder, 'text' | 'language'>,
  nowMs: number,
) {
  const { title, date, time = null, timeZone = null, repeat = null, minutesBefore = 0, at } = fields;
  if (title === undefined) throw refusedField('title', 'Send `text`, or `title` with `date` or `at`.');
  if ((date === undefined) === (at === undefined)) throw refusedField('date', 'Send either `date` or `at`.');
  // A given instant is independent of the account's zone.
  const given = at === undefined ? undefined : calendar.exactLocalOf(Date.parse(at), accountZone);
  const [day = '', clock = null] = given ? given.start.split('T') : [date, time];
  if (!isLocalDate(day)) throw refusedField('at', `The year must be ${limits.yearMin} to ${limits.yearMax}.`);
  const due = { date: day, time: clock, timeZone: given ? given.timeZone : timeZone };
  const dueAt = dueMs(calendar, day, clock, due.timeZone ?? accountZone);
  if (repeat === null && dueAt <= nowMs)
    throw refusedField(at === undefined ? 'date' : 'at', 'This time has passed.');
  return { title, due, repeat, remind: minutesBefore };
}

/** Throws notFound. */
async function readReminder(deps: ReadDeps, userId: string, id: string): Promise<Reminder> {
  const row = existing(await selectReminder.first(deps.db, { userId, id }), 'Reminder');
  return existing((await shownReminders(deps, userId, [row]))[0], 'Reminder');
}

/** Snoozes a reminder; the task's due date stays. Throws notFound, badRequest for a past time. */
export async function snoozeReminder(
  deps: Deps,
  userId: string,
  wanted: { id: string; snooze: string },
): Promise<Reminder> {
  const { db, clock, changes } = deps;
  const id = parseId(wanted.id, 'Reminder');
  const snoozed = await db.transaction(async (tx) => {
    const reading = { ...deps, db: tx };
    // Completing the task waits for this lock, and then stops the reminder.
    await holdAccount.first(tx, { userId });
    const { state } = await readReminder(reading, userId, id);
    if (state === 'done') throw badRequest(shownRefusals.taskDone);
    const until = isSnooze(wanted.snooze)
      ? snoozedUntil(await placeOf(reading, userId), wanted.snooze, clock.now())
      : Date.parse(wanted.snooze);
    if (until <= clock.now()) throw refusedField('snooze', 'This time has passed.');
    await snoozeReminderRow(tx, { userId, id, until: new Date(until).toISOString() });
    return readReminder(reading, userId, id);
  });
  changes.publish(userId, 'reminders');
  return snoozed;
}

/** In milliseconds. "Evening" is 19:00 and "morning" 09:00; after 19:00, "evening" is tomorrow's. */
function snoozedUntil({ calendar, timeZone }: Place, snooze: Snooze, nowMs: number): number {
  if (snooze === '10m') return nowMs + 10 * 60_000;
  if (snooze === '1h') return nowMs + 60 * 60_000;
  const today = calendar.dayOf(nowMs, timeZone);
  const at = (date: string, time: string) => calendar.instantOf(`${date}T${time}`, timeZone);
  if (snooze === 'tomorrow') return at(dayAfter(today, 1), '09:00');
  if (snooze === 'monday') {
    const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
    return at(dayAfter(today, (8 - weekday) % 7 || 7), '09:00');
  }
  const evening = at(today, '19:00');
  return evening > nowMs ? evening : at(dayAfter(today, 1), '19:00');
}

/** Removes a reminder; the task stays. Throws notFound. */
export async function deleteReminder({ db, changes }: Deps, userId: string, id: string): Promise<void> {
  existing(await deleteReminderRow.first(db, { userId, id: parseId(id, 'Reminder') }), 'Reminder');
  changes.publish(userId, 'reminders');
}
