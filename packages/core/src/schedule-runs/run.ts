import { limits, type NoReplyReason, type RunReason } from '@jarvis/contract';
import { isUniqueViolation } from '@jarvis/database';
import { takeTurn } from '../assistant/turn.ts';
import { isoOf } from '../clock.ts';
import { mapped, pick } from '../db/rows.ts';
import { pausedSince } from '../deliveries/paused.ts';
import { asDomainError, type DomainError } from '../errors.ts';
import { newId } from '../ids.ts';
import { chosen, vocabularies } from '../language/languages.ts';
import { lateMs } from '../notifications/add-notifications.ts';
import type { Deps } from '../ports/deps.ts';
import type { Spent } from '../ports/turns.ts';
import { repeat } from '../rounds.ts';
import { lateMsMax } from '../schedules/schedules.ts';
import { cutAtWord } from '../text/cut.ts';
import { knownZone } from '../time/local.ts';
import { completeRun, endRun } from './end-run.ts';
import { addSpent, claimRun, type RunToTake, selectOwnRun, selectRunToTake } from './run-queries.ts';

/** The time beyond the reply's deadline, for gathering and storing. After it, another process may take the run. */
const leaseSlackMs = 60_000;
export const leaseMs = ({ settings }: Pick<Deps, 'settings'>): number =>
  settings.scheduleTimeoutMs + leaseSlackMs;
const triesMax = 3;
const minuteMs = 60_000;
/** The delays after the first and the second failed try. */
const backOffMs = [minuteMs, 10 * minuteMs];
/** How often a process checks whether its runs are still wanted. */
const lookEveryMs = 500;

/**
 * Runs due schedules of all accounts. Each result is stored once, even if processes are killed: a run is claimed under a
 * lease, and stores its result only while it holds the claim. A failed run is tried three times.
 */
export function runner() {
  const ending = new AbortController();
  return {
    /** Runs what is due, one after another. To be called repeatedly. */
    round: async (deps: Deps, beginNext = () => {}): Promise<void> => {
      if (!deps.settings.schedules) return;
      while (!ending.signal.aborted && !(await pausedSince(deps.db)))
        if (!(await takeOne(deps, ending.signal, beginNext))) return;
    },
    /** Aborts the running ones without a result: another process begins them again. */
    stop: () => ending.abort(),
  };
}

/** False if no run was due. */
async function takeOne(deps: Deps, ending: AbortSignal, beginNext: () => void): Promise<boolean> {
  const { db, clock, changes } = deps;
  const nowMs = clock.now();
  const claimed = await claimRun
    .first(db, {
      now: clock.nowIso(),
      until: isoOf(nowMs + leaseMs(deps)),
      attempt: newId(nowMs),
      lateBefore: isoOf(nowMs - lateMs),
    })
    .catch((error: unknown) => {
      // Another process has taken one of the same account.
      if (isUniqueViolation(error)) return undefined;
      throw error;
    });
  if (!claimed) return false;
  beginNext();
  const { userId } = claimed;
  changes.publish(userId, 'schedules');
  const run = await selectRunToTake.first(db, claimed);
  if (run) await takeRun(deps, run, ending);
  for (const topic of ['schedules', 'notifications'] as const) changes.publish(userId, topic);
  return true;
}

async function takeRun(deps: Deps, run: RunToTake, ending: AbortSignal): Promise<void> {
  const nowMs = deps.clock.now();
  if (run.restrictedAt !== null) return endRun(deps, run, 'missed', 'account_restricted');
  if (run.tries === 1 && Date.parse(run.expiresAt) < nowMs) return endRun(deps, run, 'missed', null);
  const isTooLate = Date.parse(run.dueAt) + lateMsMax < nowMs;
  if (run.tries > triesMax || (run.tries > 1 && isTooLate))
    return endRun(deps, run, 'failed', run.error ?? 'interrupted');
  // The attempt has lost the run: its schedule or account was deleted, it was stopped, another process has taken it, or
  // the account was restricted.
  const lost = new AbortController();
  const { userId, id, attempt } = run;
  const stopLooking = repeat(lookEveryMs, 'a run could not be looked up', deps, async ({ db }) => {
    if (!(await selectOwnRun.first(db, { userId, id, attempt }))) lost.abort();
  });
  const signal = AbortSignal.any([ending, lost.signal]);
  try {
    await ask(deps, run, signal);
  } catch (error) {
    // Another process, or the next start, takes the run if it is still wanted.
    if (signal.aborted) await endRun(deps, run, 'waiting', null, deps.clock.now());
    else await endTry(deps, run, error);
  } finally {
    void stopLooking();
  }
}

async function endTry(deps: Deps, run: RunToTake, error: unknown): Promise<void> {
  const told = asDomainError(error);
  if (!told) deps.log.error({ run: run.id, error: String(error) }, 'a run failed unexpectedly');
  const reason = reasonOf(told);
  const delayMs = backOffMs[run.tries - 1];
  await (delayMs === undefined
    ? endRun(deps, run, 'failed', reason)
    : endRun(deps, run, 'waiting', reason, deps.clock.now() + delayMs));
}

/** Why a try had no result, by the domain error of its turn; undefined for an unexpected error. */
function reasonOf(error: DomainError | undefined): RunReason {
  if (error?.details.reason) return reasons[error.details.reason];
  return error?.kind === 'timedOut' ? 'took_too_long' : 'unexpected';
}

const reasons: Readonly<Record<NoReplyReason, RunReason>> = {
  keyRefused: 'key_refused',
  keyUnreadable: 'key_unreadable',
  modelNotFound: 'model_not_found',
  overQuota: 'over_quota',
  conversationTooLong: 'too_long',
  refused: 'model_refused',
  unreachable: 'model_unreachable',
  unusable: 'answer_unusable',
  empty: 'answer_empty',
  cutOff: 'cut_off',
  interrupted: 'interrupted',
  accountFull: 'account_full',
};

/**
 * Takes the turn, which is stored together with the end of the run. Throws as `takeTurn`, and when the lease was lost.
 */
async function ask(deps: Deps, run: RunToTake, ending: AbortSignal): Promise<void> {
  const { settings } = deps;
  const { user, prompt, scheduleId, title, model, webSearch, notify } = run;
  const timeZone = knownZone(run.zone, knownZone(run.timeZone, settings.defaultTimeZone));
  const unattended = {
    ...{ scheduleId, webSearch, schedule: title },
    title: titleOf(run, timeZone),
    onlyIfFound: notify === 'when_found',
  };
  await takeTurn(
    { ...deps, settings: { ...settings, chatTimeoutMs: settings.scheduleTimeoutMs } },
    user,
    { message: prompt, unattended },
    {
      model: model ?? undefined,
      signal: ending,
      onSpent: spending(deps, run),
      onStore: (tx, turn) => completeRun({ ...deps, db: tx }, run, turn),
    },
  );
}

/** The title of a run's conversation: the schedule's, and the day of the run. */
function titleOf({ title, dueAt, user }: RunToTake, timeZone: string): string {
  const { locale } = vocabularies[chosen(user.preferredLanguage)];
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone });
  const end = ` · ${day.format(Date.parse(dueAt))}`;
  return `${cutAtWord(title, limits.conversationTitleCharsMax - end.length)}${end}`;
}

/** Adds the usage of a try to the run after each step, so that it counts however the try ends. */
function spending({ db, log }: Deps, { userId, id }: RunToTake): (spent: Spent) => Promise<void> {
  let counted: Spent = { inputTokens: 0, outputTokens: 0, searches: 0 };
  let last = Promise.resolve();
  const add = async (spent: Spent) => {
    const more = mapped(counted, (before, name) => spent[name] - before);
    if (Object.values(more).every((amount) => amount === 0)) return;
    await addSpent(db, { userId, id, ...more });
    counted = pick(spent, counted);
  };
  const logged = (error: unknown) =>
    log.warn({ run: id, error: String(error) }, 'the usage of a run could not be counted');
  return (spent) => {
    last = last.then(() => add(spent)).catch(logged);
    return last;
  };
}
