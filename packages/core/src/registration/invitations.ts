import { type Invitation, limits, shownRefusals } from '@jarvis/contract';
import { fingerprint, newSecretToken } from '../auth/secret-tokens.ts';
import { conflict, existing } from '../errors.ts';
import type { Deps, StoreDeps } from '../ports/deps.ts';
import { deleteInvitation, holdInvitations, insertInvitation, selectInvitations } from './queries.ts';

/**
 * A link that opens one account, valid for the given days; only the hash of its token is stored. Throws conflict when
 * there are too many unused ones.
 */
export async function createInvitation(
  { db, clock, settings }: Deps,
  { note, days }: { readonly note: string; readonly days: number },
): Promise<Invitation & { readonly link: string }> {
  const token = newSecretToken();
  const id = fingerprint(token);
  const createdAt = clock.nowIso();
  const expiresAt = new Date(clock.now() + days * 86_400_000).toISOString();
  await db.transaction(async (tx) => {
    await holdInvitations(tx, {});
    // More than the list shows, so nobody could see and revoke them.
    if ((await listInvitations({ db: tx, clock })).length >= limits.invitationsMax) {
      throw conflict(shownRefusals.invitationsMax);
    }
    await insertInvitation(tx, { id, note, createdAt, expiresAt });
  });
  return { id, note, createdAt, expiresAt, link: `${settings.publicUrl}/register?invitation=${token}` };
}

/** Usable invitations, newest first. */
export function listInvitations({ db, clock }: StoreDeps): Promise<Invitation[]> {
  return selectInvitations(db, { now: clock.nowIso() });
}

/** Throws notFound, also when it was used meanwhile. */
export async function revokeInvitation({ db }: StoreDeps, id: string): Promise<void> {
  existing(await deleteInvitation.first(db, { id }), 'Invitation');
}
