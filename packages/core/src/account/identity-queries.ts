import { and, asc, eq, statement, type Values } from '@jarvis/database';
import type { Own } from '../db/rows.ts';
import { identities, users } from '../db/schema/accounts.ts';
import { insertRow } from '../db/statements.ts';

/** The account of a person at a provider. No row when they never signed in through it. */
export const selectIdentity = statement((q, v: Values<{ provider: string; subject: string }>) =>
  q
    .select({ userId: users.id, restrictedAt: users.restrictedAt })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.provider, v.provider), eq(identities.subject, v.subject))),
);

/** Links a person at a provider to an account. Fails as a unique violation when they are linked already. */
export const insertIdentity = insertRow(identities, {});

/** An account's identities, oldest first. */
export const selectIdentities = statement((q, v: Values<Own>) =>
  q
    .select({ provider: identities.provider, createdAt: identities.createdAt })
    .from(identities)
    .where(eq(identities.userId, v.userId))
    .orderBy(asc(identities.createdAt)),
);
