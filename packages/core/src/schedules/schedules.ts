import type { CreateSchedule, PageInput, Schedule, ScheduleChange, ScheduleRun } from '@jarvis/contract';
import { limits, shownRefusals } from '@jarvis/contract';
import { holdAccountBy } from '../auth/hold-account-by.ts';
import { isoOf } from '../clock.ts';
import { modelsOffered } from '../connections/in-use.ts';
import { titleFrom } from '../conversations/title.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { writeOnce } from '../db/write-once.ts';
import { badRequest, existing, inserted, refusedField, requireOn } from '../errors.ts';
import { forgetOutcomes } from '../idempotency/queries.ts';
import { newId, parseId } from '../ids.ts';
import { lastId } from '../page.ts';
import type { Access } from '../ports/access.ts';
import type { Deps, ReadDeps, WriteDeps } from '../ports/deps.ts';
import type { Calendar } from '../time/load-calendar.ts';
import { knownZone, type Place } from '../time/local.ts';
import { placeOf, stated, zoneOf } from '../time/settings.ts';
import {
  countSchedules,
  deleteScheduleRow,
  holdSchedule,
  insertSchedule,
  pageOfSchedules,
  type ScheduleRow,
  selectSchedule,
  updateSchedule,
} from './queries.ts';
import { insertRun, pageOfRuns, selectOpenRun, stopRuns } from './runs-queries.ts';
import { refusedRun } from './spent.ts';

/** No run begins later than this after its time. */
export const lateMsMax = 12 * 60 * 60_000;

/** A page, newest first. */
export async function listSchedules(
  deps: ReadDeps,
  userId: string,
  { limit = limits.scheduleListMax, after = lastId }: Partial<PageInput> = {},
): Promise<Schedule[]> {
  const [rows, zone] = await Promise.all([
    pageOfSchedules(deps.db, { userId, limit, afterId: after }),
    zoneOf(deps, userId),
  ]);
  return rows.map((row) => shown(row, zone));
}

/** Throws notFound. */
export async function readSchedule(deps: ReadDeps, userId: string, id: string): Promise<Schedule> {
  const row = await selectSchedule.first(deps.db, { userId, id: parseId(id, 'Schedule') });
  return shown(existing(row, 'Schedule'), await zoneOf(deps, userId));
}

/** A page of its runs, newest first. Throws notFound. */
export async function listRuns(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  wanted: string,
  { limit, after = lastId }: PageInput,
): Promise<ScheduleRun[]> {
  const scheduleId = parseId(wanted, 'Schedule');
  existing(await selectSchedule.first(db, { userId, id: scheduleId }), 'Schedule');
  return pageOfRuns(db, { userId, scheduleId, afterId: after, limit });
}

const shown = (
  { zone, nextLocal: _, failures: __, model: ___, ...row }: ScheduleRow,
  accountZone: string,
): Schedule => ({ ...row, timeZone: knownZone(zone, accountZone) });

/**
 * Makes a schedule. Throws restricted where schedules are switched off; badRequest beyond the maximum number, for a
 * passed time, for a rule that is not accepted and for a model that is not offered; and unauthenticated when the access
 * of `by` has ended.
 */
export async function createSchedule(
  deps: WriteDeps,
  userId: string,
  input: CreateSchedule & Pick<Schedule, 'createdBy'> & { readonly by?: Access | undefined },
): Promise<Schedule> {
  requireOn(deps.settings, 'schedules');
  await requireOffered(deps, input.model);
  const { db, clock, settings, changes } = deps;
  const id = newId(clock.now());
  const { prompt, createdBy, title = titleFrom(prompt) } = input;
  const add = () =>
    inTransaction(db, async (tx) => {
      await holdAccountBy(tx, userId, input.by);
      const own = await countSchedules.first(tx, { userId });
      if ((own?.count ?? 0) >= settings.schedulesPerAccount) throw badRequest(shownRefusals.schedulesMax);
      const place = await placeOf({ ...deps, db: tx }, userId);
      const now = clock.nowIso();
      const times = timesOf(deps, place, {
        start: input.start,
        repeat: input.repeat ?? null,
        zone: input.timeZone ?? null,
      });
      const row: ScheduleRow = {
        ...{ id, title, prompt, ...times, createdBy },
        ...{ state: 'active', reason: null, failures: 0, model: input.model ?? null },
        webSearch: input.webSearch ?? false,
        notify: input.notify ?? 'always',
        ...{ createdAt: now, updatedAt: now },
      };
      await insertSchedule(tx, { userId, ...row });
      return shown(row, place.timeZone);
    });
  const made = await writeOnce(add, () => readSchedule(deps, userId, id));
  changes.publish(userId, 'schedules');
  return made;
}

/**
 * Changes the given fields. New times, and those of a resumed schedule, count from now; pausing stops the waiting runs.
 * Throws as `createSchedule`, and notFound.
 */
export async function changeSchedule(
  deps: Deps,
  userId: string,
  change: ScheduleChange,
  by?: Access,
): Promise<Schedule> {
  requireOn(deps.settings, 'schedules');
  const { db, clock, changes } = deps;
  const id = parseId(change.id, 'Schedule');
  const changed = await db.transaction(async (tx) => {
    // The zone must not change meanwhile.
    await holdAccountBy(tx, userId, by);
    const before = existing(await holdSchedule.first(tx, { userId, id }), 'Schedule');
    if (change.model !== before.model) await requireOffered({ ...deps, db: tx }, change.model);
    const place = await placeOf({ ...deps, db: tx }, userId);
    const now = clock.nowIso();
    if (change.state === 'paused') await stopRuns(tx, { userId, scheduleId: id, waitingOnly: true, now });
    const row = await updateSchedule.first(tx, {
      ...afterChange(deps, place, before, change),
      ...{ userId, updatedAt: now },
    });
    return shown(existing(row, 'Schedule'), place.timeZone);
  });
  changes.publish(userId, 'schedules');
  return changed;
}

/** The changed fields of a schedule with the others. Throws badRequest for a passed time and for a refused rule. */
function afterChange(
  deps: Pick<WriteDeps, 'clock' | 'settings'>,
  place: Place,
  before: ScheduleRow,
  { id: _, state, timeZone, ...change }: ScheduleChange,
) {
  const saysTimes = [change.start, change.repeat, timeZone].some((said) => said !== undefined);
  const isPaused = state === 'paused';
  const wasActive = before.state === 'active';
  const begins = before.state === 'finished' && saysTimes;
  const isActive = state === 'active' || (state === undefined && (wasActive || begins));
  const resumes = isActive && !wasActive;
  const wanted = { ...before, ...stated({ ...change, zone: timeZone }) };
  const { start, nextLocal, nextAt } = saysTimes || resumes ? timesOf(deps, place, wanted) : before;
  return {
    ...wanted,
    start,
    nextLocal: isActive ? nextLocal : null,
    nextAt: isActive ? nextAt : null,
    state: isActive ? 'active' : isPaused ? 'paused' : before.state,
    reason: isActive || isPaused ? null : before.reason,
    failures: resumes ? 0 : before.failures,
  } as const;
}

/** Deletes a schedule and stops its runs; its conversations stay. Throws notFound. */
export async function deleteSchedule(deps: Deps, userId: string, wanted: string): Promise<void> {
  const { db, clock, changes } = deps;
  const id = parseId(wanted, 'Schedule');
  await db.transaction(async (tx) => {
    existing(await deleteScheduleRow.first(tx, { userId, id }), 'Schedule');
    await stopRuns(tx, { userId, scheduleId: id, waitingOnly: false, now: clock.nowIso() });
    await forgetOutcomes.count(tx, { userId, ids: [id] });
  });
  changes.publish(userId, 'schedules');
}

/**
 * Runs a schedule now, in any state. If its last run has not ended, returns that one. Throws notFound, restricted,
 * tooMany at a limit, and unauthenticated as `createSchedule`.
 */
export async function runNow(deps: Deps, userId: string, wanted: string, by?: Access): Promise<ScheduleRun> {
  requireOn(deps.settings, 'schedules');
  const { db, clock, changes } = deps;
  const scheduleId = parseId(wanted, 'Schedule');
  const run = await db.transaction(async (tx) => {
    await holdAccountBy(tx, userId, by);
    // Held: a deletion at the same moment would leave a run without its schedule.
    existing(await holdSchedule.first(tx, { userId, id: scheduleId }), 'Schedule');
    const open = await selectOpenRun.first(tx, { userId, scheduleId });
    if (open) return open;
    const refusal = await refusedRun({ ...deps, db: tx }, userId);
    if (refusal) throw refusal.error;
    const nowMs = clock.now();
    const expiresAt = isoOf(nowMs + lateMsMax);
    const now = clock.nowIso();
    return inserted(await insertRun.first(tx, { userId, id: newId(nowMs), scheduleId, expiresAt, now }));
  });
  changes.publish(userId, 'schedules');
  return run;
}

type Times = Pick<ScheduleRow, 'start' | 'repeat' | 'zone'>;

/** The times of a schedule from now on. A day without a time begins at the account's hour. */
function timesOf(
  { clock, settings }: Pick<WriteDeps, 'clock' | 'settings'>,
  { calendar, timeZone, dayTime }: Place,
  { start: given, repeat, zone }: Times,
): Times & Pick<ScheduleRow, 'nextLocal' | 'nextAt'> {
  const start = given.includes('T') ? given : `${given}T${dayTime}`;
  if (repeat !== null) calendar.checkRepeat(repeat, start, settings.scheduleMinMinutes);
  const next = nextTimes(calendar, { start, repeat, timeZone: knownZone(zone, timeZone) }, clock.now(), 1)[0];
  if (!next)
    throw refusedField(repeat === null ? 'start' : 'repeat', 'This time has passed, and no other follows.');
  return { start, repeat, zone, nextLocal: next.local, nextAt: next.at };
}

/** The next times after a moment, at most `count` and until `untilMs`, the earliest first. */
export function nextTimes(
  calendar: Calendar,
  { start, repeat, timeZone }: { start: string; repeat: string | null; timeZone: string },
  afterMs: number,
  count: number,
  untilMs?: number,
): { local: string; at: string }[] {
  if (repeat !== null)
    return calendar.occurrences({
      ...{ start, timeZone, repeat, count, untilMs },
      after: isoOf(afterMs),
    });
  const atMs = calendar.instantOf(start, timeZone);
  if (atMs <= afterMs || (untilMs !== undefined && atMs > untilMs)) return [];
  return [{ local: calendar.localOf(atMs, timeZone), at: isoOf(atMs) }];
}

/** Only for a new choice: a run with a stored model that is no longer offered uses the default. */
async function requireOffered(deps: Pick<WriteDeps, 'db' | 'connectors'>, model: string | null | undefined) {
  if (model == null || (await modelsOffered(deps)).includes(model)) return;
  throw refusedField('model', 'This model is not offered.');
}
