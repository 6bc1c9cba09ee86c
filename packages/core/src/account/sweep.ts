import { lte, type Values } from '@jarvis/database';
import { oauthStates, resetRequests, resetTokens, sessions } from '../db/schema/accounts.ts';
import { grantTokens } from '../db/schema/grants.ts';
import { invitations } from '../db/schema/installation.ts';
import { sweepWhere } from '../db/statements.ts';
import type { Deps } from '../ports/deps.ts';

const sweeps = [sessions, resetTokens, resetRequests, oauthStates, invitations, grantTokens].map((table) =>
  sweepWhere(table, ({ now }: Values<{ now: string }>) => lte(table.expiresAt, now)),
);

/** Removes what has expired of these kinds, except rows that a request has locked. */
export async function sweepAccounts({ db, clock }: Deps): Promise<void> {
  for (const sweep of sweeps) await sweep(db, { now: clock.nowIso() });
}
