import { sweepOauthStates, sweepResetTokens } from '../auth/queries.ts';
import { sweepExpiredSessions } from '../auth/sessions.ts';
import type { Deps } from '../ports/deps.ts';
import { sweepInvitations } from '../registration/queries.ts';
import { sweepResetRequests } from './reset-request-queries.ts';

/** Removes expired sessions, reset links, unsent mails, invitations and provider sign-ins. */
export async function sweepAccounts({ db, clock }: Deps): Promise<void> {
  const now = clock.nowIso();
  await sweepExpiredSessions({ db, clock });
  await sweepResetTokens(db, { now });
  await sweepResetRequests(db, { now });
  await sweepOauthStates(db, { now });
  await sweepInvitations(db, { now });
}
