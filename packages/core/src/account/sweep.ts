import { oauthStates, resetRequests, resetTokens, sessions } from '../db/schema/accounts.ts';
import { grantTokens } from '../db/schema/grants.ts';
import { invitations } from '../db/schema/installation.ts';
import { sweepExpired } from '../db/statements.ts';
import type { Deps } from '../ports/deps.ts';

const sweeps = [sessions, resetTokens, resetRequests, oauthStates, invitations, grantTokens].map(
  sweepExpired,
);

/** Removes everything of these kinds that has expired. */
export async function sweepAccounts({ db, clock }: Deps): Promise<void> {
  for (const sweep of sweeps) await sweep(db, clock.nowIso());
}
