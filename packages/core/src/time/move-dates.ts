import { firstId } from '../page.ts';
import type { StoreDeps } from '../ports/deps.ts';
import { dueMs, knownZone, type Place } from './local.ts';
import { moveSchedule, pageOfDatedTasks, selectPlannedSchedules, updateDueMoments } from './queries.ts';
import { moveReminders } from './reminders/plan-reminders.ts';

const pageRows = 500;

/** Recalculates the next times of an account's schedules, the due instants of its tasks and their reminders. */
export async function moveDates(deps: StoreDeps, place: Place): Promise<void> {
  await moveSchedules(deps, place);
  await moveTasks(deps, place, false);
}

/**
 * Recalculates, in pages, the due instants of an account's open tasks and the next times of its reminders. Tasks that
 * are done are recalculated when they are reopened. `told`: also reminders of tasks whose times did not change.
 */
export async function moveTasks(deps: StoreDeps, place: Place, told: boolean): Promise<void> {
  const { userId, calendar, timeZone } = place;
  let after = firstId;
  for (;;) {
    const page = await pageOfDatedTasks(deps.db, { userId, after, limit: pageRows });
    const moved = page
      .map((task) => {
        const { dueDate, dueTime, dueZone, dueAt } = task;
        const atMs = dueMs(calendar, dueDate ?? '', dueTime, knownZone(dueZone, timeZone));
        return { task, atMs, differs: atMs !== Date.parse(dueAt ?? '') };
      })
      .filter(({ task, differs }) => told || differs || task.dueTime === null || task.repeat !== null);
    await updateDueMoments(deps.db, {
      userId,
      ids: moved.map(({ task }) => task.id),
      times: moved.map(({ atMs }) => new Date(atMs).toISOString()),
    });
    await moveReminders(
      deps,
      place,
      moved.map(({ task }) => task),
      told,
    );
    after = page.at(-1)?.id ?? after;
    if (page.length < pageRows) return;
  }
}

/** Each schedule keeps its next local time. One that has passed as a result is late, or missed, as after a downtime. */
async function moveSchedules(
  { db }: Pick<StoreDeps, 'db'>,
  { userId, calendar, timeZone }: Place,
): Promise<void> {
  for (const { id, zone, nextLocal, nextAt } of await selectPlannedSchedules(db, { userId })) {
    if (nextAt === null) continue;
    const atMs = calendar.instantOf(nextLocal ?? '', knownZone(zone, timeZone));
    if (atMs === Date.parse(nextAt)) continue;
    await moveSchedule(db, { userId, id, nextAt: new Date(atMs).toISOString() });
  }
}
