import { limits } from '@jarvis/contract';
import { and, atMost, desc, eq, gt, inArray, statement, type Values } from '@jarvis/database';
import { installationSettings, invitations } from '../db/schema/installation.ts';
import { insertRow } from '../db/statements.ts';

/** The rows that decide who may open an account. */
export const rowNames = { registration: 'registration', firstAccount: 'first-account' } as const;

/** The existing ones of these rows. */
export const selectRegistration = statement((q) =>
  q
    .select({ name: installationSettings.name, value: installationSettings.value })
    .from(installationSettings)
    .where(inArray(installationSettings.name, Object.values(rowNames))),
);

/** Locks the number of invitations until the transaction ends. */
export const holdInvitations = statement((q) =>
  q
    .select({ name: installationSettings.name })
    .from(installationSettings)
    .where(eq(installationSettings.name, rowNames.firstAccount))
    .for('no key update'),
);

export const insertInvitation = insertRow(invitations, {});

/** Usable invitations, newest first. */
export const selectInvitations = statement((q, v: Values<{ now: string }>) =>
  q
    .select()
    .from(invitations)
    .where(gt(invitations.expiresAt, v.now))
    .orderBy(desc(invitations.createdAt))
    .limit(atMost(limits.invitationsMax)),
);

/** A row when it is usable. */
export const selectInvitation = statement((q, v: Values<{ id: string; now: string }>) =>
  q
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(eq(invitations.id, v.id), gt(invitations.expiresAt, v.now))),
);

/** Deletes it, so that of two concurrent uses one finds it. */
export const takeInvitation = statement((q, v: Values<{ id: string; now: string }>) =>
  q
    .delete(invitations)
    .where(and(eq(invitations.id, v.id), gt(invitations.expiresAt, v.now)))
    .returning({ id: invitations.id }),
);

export const deleteInvitation = statement((q, v: Values<{ id: string }>) =>
  q.delete(invitations).where(eq(invitations.id, v.id)).returning({ id: invitations.id }),
);
