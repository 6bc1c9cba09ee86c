import { sweepExpiredSessions } from '../auth/sessions.ts';
import { oauthStates, resetRequests, resetTokens } from '../db/schema/accounts.ts';
import { invitations } from '../db/schema/installation.ts';
import { sweepExpired } from '../db/statements.ts';
import type { Deps } from '../ports/deps.ts';

const sweeps = [resetTokens, resetRequests, oauthStates, invitations].map(sweepExpired);

/** Removes expired sessions, reset links, unsent mails, provider sign-ins and invitations. */
export async function sweepAccounts({ db, clock }: Deps): Promise<void> {
  await sweepExpiredSessions({ db, clock });
  for (const sweep of sweeps) await sweep(db, { now: clock.nowIso() });
}
