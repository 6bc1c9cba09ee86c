import { deleteAllSessions, voidResetTokens } from '../auth/queries.ts';
import { revokeAllCalendarFeeds } from '../calendar-feeds/queries.ts';
import { deleteAllWebhooks } from '../deliveries/webhooks/webhook-queries.ts';
import { deleteAllGrants, deleteAllRequests } from '../grants/queries.ts';
import { revokeAllKeys } from '../keys/queries.ts';
import type { Deps, StoreDeps } from '../ports/deps.ts';
import { pauseAllSchedules } from '../schedules/queries.ts';
import { stopRuns } from '../schedules/runs-queries.ts';
import type { FirstProof } from './mails.ts';
import { markAddressProven, setProofNotice } from './queries.ts';

/**
 * Records that the owner has proven the address of an account. A stranger may have registered it and waited for the
 * owner, so the first proof, and only that, revokes the keys and calendar addresses, deletes the webhooks, pauses the
 * schedules and stops their runs, disconnects the programs and ends the sessions and links that were made before it.
 * Stored content stays. Undefined when the address was proven before. Specification: Account.
 */
export async function proveAddress(
  { db, clock }: StoreDeps,
  userId: string,
): Promise<FirstProof | undefined> {
  const now = clock.nowIso();
  const account = await markAddressProven.first(db, { userId, now });
  if (!account) return undefined;
  const { createdAt: since, ...owner } = account;
  await deleteAllSessions(db, { userId });
  await voidResetTokens(db, { userId });
  await deleteAllGrants(db, { userId });
  await deleteAllRequests(db, { userId });
  await revokeAllCalendarFeeds(db, { userId, now });
  await deleteAllWebhooks(db, { userId });
  await pauseAllSchedules(db, { userId });
  await stopRuns(db, { userId, scheduleId: null, waitingOnly: false, now });
  const keysRevoked = await revokeAllKeys.count(db, { userId, now });
  await setProofNotice(db, { userId, notice: JSON.stringify({ keysRevoked, since }) });
  return { ...owner, keysRevoked, since };
}

/** Removes the notice for good; repeating it is not an error. */
export async function dismissProofNotice({ db, changes }: Deps, userId: string): Promise<void> {
  await setProofNotice(db, { userId, notice: null });
  changes.publish(userId, 'account');
}
