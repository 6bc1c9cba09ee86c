import type { RunReason } from '@jarvis/contract';
import { runReasonTexts } from '@jarvis/contract/run-reasons';
import { isoOf } from '../clock.ts';
import { notify } from '../deliveries/notify.ts';
import { failed } from '../errors.ts';
import { chosen, vocabularies } from '../language/languages.ts';
import type { NewNotification } from '../notifications/add-notifications.ts';
import type { Deps, RuleDeps } from '../ports/deps.ts';
import type { Turn } from '../ports/turns.ts';
import { holdSchedule, pauseSchedule, type ScheduleRow, setFailures } from '../schedules/queries.ts';
import { stopRuns } from '../schedules/runs-queries.ts';
import { filled } from '../text/filled.ts';
import { resultText } from './result-text.ts';
import { endRunTry, type RunToTake } from './run-queries.ts';

/** Runs in a row that may fail before their schedule is paused. */
const failuresMax = 3;

type RunEnd = 'done' | 'nothing' | 'failed';

/**
 * Ends a run with its turn, in the transaction that stores the conversation, and notifies the person. Throws if another
 * process has taken the run, or if it was stopped, so that nothing is stored.
 */
export async function completeRun(
  deps: RuleDeps,
  run: RunToTake,
  { outcome, foundNothing, conversationId, assistantMessage }: Turn,
): Promise<void> {
  const state: RunEnd = outcome !== 'answered' ? 'failed' : foundNothing ? 'nothing' : 'done';
  const error = state === 'failed' ? 'reply_refused' : null;
  await end(deps, run, state, { error, conversationId });
  if (state !== 'done' || run.notify === 'never') return;
  await tell(deps, run, { body: resultText(assistantMessage), title: run.title, conversationId });
}

/** Ends a try without a turn. `waiting`: it is tried again at `nextMs`. Does nothing if another process has the run. */
export async function endRun(
  deps: Deps,
  run: RunToTake,
  state: 'waiting' | 'missed' | 'failed',
  error: RunReason | null,
  nextMs?: number,
): Promise<void> {
  await deps.db
    .transaction((tx) => end({ ...deps, db: tx }, run, state, { error, nextMs }))
    .catch((reason: unknown) => {
      if (reason !== overtaken) throw reason;
    });
}

interface Result {
  readonly error: RunReason | null;
  readonly nextMs?: number | undefined;
  readonly conversationId?: string;
}

/** Locks the schedule before the run, as every change of both does. */
async function end(
  deps: RuleDeps,
  run: RunToTake,
  state: RunEnd | 'waiting' | 'missed' | 'stopped',
  { error, nextMs, conversationId }: Result,
): Promise<void> {
  const { db, clock } = deps;
  const { userId, id, attempt, scheduleId } = run;
  const schedule = await holdSchedule.first(db, { userId, id: scheduleId });
  // The person has paused it meanwhile: a retry is stopped, as other waiting runs are.
  if (state === 'waiting' && schedule?.state === 'paused' && schedule.updatedAt > run.createdAt)
    return end(deps, run, 'stopped', { error });
  const [ended] = await endRunTry(db, {
    ...{ userId, id, attempt, state, error },
    conversationId: conversationId ?? null,
    leaseUntil: nextMs === undefined ? null : isoOf(nextMs),
    endedAt: nextMs === undefined ? clock.nowIso() : null,
  });
  if (!schedule || !ended) throw overtaken;
  if (state === 'failed') await countFailure(deps, run, schedule, error ?? 'unexpected');
  else if ((state === 'done' || state === 'nothing') && schedule.failures > 0)
    await setFailures(db, { userId, id: scheduleId, failures: 0 });
}

/** Pauses a schedule whose runs keep failing, and notifies the person of that, or of the failure of its last run. */
async function countFailure(deps: RuleDeps, run: RunToTake, schedule: ScheduleRow, reason: RunReason) {
  const { db, clock } = deps;
  const { userId, scheduleId } = run;
  const failures = schedule.failures + 1;
  await setFailures(db, { userId, id: scheduleId, failures });
  // No later run can succeed, so the person is notified of this failure.
  const isLast = schedule.state === 'finished';
  if (!isLast) {
    if (failures < failuresMax || schedule.state === 'paused') return;
    await pauseSchedule(db, { userId, id: scheduleId, reason });
    await stopRuns(db, { userId, scheduleId, waitingOnly: true, now: clock.nowIso() });
  }
  const language = chosen(run.user.preferredLanguage);
  const { notices } = vocabularies[language];
  await tell(deps, run, {
    title: filled(isLast ? notices.scheduleFailed : notices.schedulePaused, run.title),
    body: runReasonTexts[language][reason],
    isFailure: true,
  });
}

const overtaken = failed('The run took too long, and another one has replaced it.');

async function tell(
  deps: RuleDeps,
  { userId, scheduleId, dueAt, late }: RunToTake,
  said: Pick<NewNotification, 'title' | 'body' | 'conversationId' | 'isFailure'>,
): Promise<void> {
  await notify(deps, [
    { userId, kind: 'schedule', sourceId: scheduleId, occurrenceAt: dueAt, late, ...said },
  ]);
}
