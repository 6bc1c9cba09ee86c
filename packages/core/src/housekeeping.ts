import { rates } from '@jarvis/contract';
import { lte, type Values } from '@jarvis/database';
import { deliverDueResetMails } from './account/password-reset.ts';
import { sweepWaitingTurns } from './assistant/waiting/queries.ts';
import { emptyConversations } from './conversations/queries.ts';
import { removeByAccount } from './db/remove-by-account.ts';
import { oauthStates, resetRequests, resetTokens, sessions } from './db/schema/accounts.ts';
import { deliveries } from './db/schema/deliveries.ts';
import { grantTokens } from './db/schema/grants.ts';
import { invitations } from './db/schema/installation.ts';
import { scheduleRuns } from './db/schema/schedules.ts';
import { notifications } from './db/schema/time.ts';
import { sweepWhere } from './db/statements.ts';
import { sweepOld } from './db/sweep-old.ts';
import { leftFiles } from './files/queries.ts';
import { sweepGrants } from './grants/queries.ts';
import { refreshDays } from './grants/tokens.ts';
import { expiredKeys } from './idempotency/queries.ts';
import type { Deps } from './ports/deps.ts';
import { sweepWindows } from './rate-limit/queries.ts';
import { clockSkewMsMax } from './rate-limit/rate-limit.ts';
import { sweepBegunTurns, sweepRunningTurns } from './replies/queries.ts';
import { sweepStoredTurns } from './replies/stored-queries.ts';
import { repeat } from './rounds.ts';
import { measureStorage } from './storage/storage.ts';

/** How often expired rows are removed. */
const sweepEveryMs = 10 * 60_000;

/** How often unsent mails are looked up. */
const mailEveryMs = 10_000;

/** Does the work below at intervals until stopped. A failure is logged and retried next time. */
export function keepHouse(deps: Deps): () => Promise<void> {
  const stops = [
    repeat(sweepEveryMs, 'sweep failed', deps, sweep),
    repeat(sweepEveryMs, 'what accounts store could not be measured', deps, measureStorage),
    repeat(mailEveryMs, 'sending mail that is due failed', deps, deliverDueResetMails),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Rows that are kept for so many days. */
const sweepsOfOldRows = [sweepOld(notifications, 90), sweepOld(deliveries, 30), sweepOld(scheduleRuns, 90)];

/** Rows that are valid until a time. */
const sweepsOfExpiredRows = [sessions, resetTokens, resetRequests, oauthStates, invitations, grantTokens].map(
  (table) => sweepWhere(table, ({ now }: Values<{ now: string }>) => lte(table.expiresAt, now)),
);

const longestWindowMs = Math.max(...Object.values(rates).map((rate) => rate.windowSeconds)) * 1_000;

/** Rows removed in one statement. */
const sweptRows = 1_000;
const sweptFiles = 20;

/** Removes everything expired. A failing removal does not stop the others; throws the first failure after all. */
export async function sweep(deps: Deps): Promise<void> {
  const { db, clock } = deps;
  const before = new Date(clock.now() - longestWindowMs).toISOString();
  const ahead = new Date(clock.now() + clockSkewMsMax).toISOString();
  const cutoff = new Date(clock.now() - refreshDays * 86_400_000).toISOString();
  const sweeps: (() => Promise<unknown>)[] = [
    () => sweepWindows(db, { before, ahead }),
    () => removeByAccount(db, sweptRows, expiredKeys),
    () => removeByAccount(db, sweptRows, emptyConversations),
    () => removeByAccount(db, sweptFiles, leftFiles),
    ...sweepsOfOldRows.map((sweepOldRows) => () => sweepOldRows(deps)),
    ...sweepsOfExpiredRows.map((sweepExpired) => () => sweepExpired(db, { now: clock.nowIso() })),
    () => sweepGrants(db, { cutoff }),
    () => sweepRunningTurns(db, {}),
    () => sweepBegunTurns(db, {}),
    () => sweepStoredTurns(db, {}),
    () => sweepWaitingTurns(db, {}),
  ];
  const failures: unknown[] = [];
  for (const each of sweeps) await each().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
