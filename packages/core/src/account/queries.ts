import { newProfile, type Profile } from '@jarvis/contract';
import {
  and,
  asc,
  eq,
  inArray,
  isAmong,
  isNull,
  rowPlace,
  sql,
  statement,
  type Values,
} from '@jarvis/database';
import { user } from '../db/account.ts';
import { changed, columns, newRow, type Own, pick } from '../db/rows.ts';
import { identities, users } from '../db/schema/accounts.ts';
import { messages } from '../db/schema/conversations.ts';
import { installationSettings } from '../db/schema/installation.ts';
import { rateWindows } from '../db/schema/requests.ts';
import { insertRow } from '../db/statements.ts';
import { rowNames } from '../registration/queries.ts';

type NewUser = Pick<
  typeof users.$inferSelect,
  'id' | 'email' | 'emailKey' | 'displayName' | 'passwordHash' | 'addressProvenAt'
> & { readonly now: string };

/**
 * Opens an account; the first one of an installation is its operator. A separate row records that a first account was
 * opened: of two concurrent requests only one makes it, and deleting that account makes no other one the first. No row
 * when the address already has an account.
 */
export const insertUser = statement((q, v: Values<NewUser>) => {
  const first = q.$with('first').as(
    q
      .insert(installationSettings)
      .values(
        newRow(installationSettings, v, {
          name: rowNames.firstAccount,
          value: {},
          secret: null,
          secretEnd: null,
          version: v.id,
          changedAt: v.now,
        }),
      )
      .onConflictDoNothing()
      .returning({ name: installationSettings.name }),
  );
  return q
    .with(first)
    .insert(users)
    .values(
      newRow(users, v, {
        ...newProfile,
        displayName: v.displayName,
        proofNotice: null,
        customInstructions: '',
        customInstructionsEnabled: true,
        restrictedAt: null,
        restrictedReason: null,
        operator: sql`exists (select from first)`,
        createdAt: v.now,
      }),
    )
    .onConflictDoNothing({ target: users.emailKey })
    .returning({ id: users.id, email: users.email, isFirst: users.operator });
});

const credentials = {
  ...columns(users, 'id', 'email', 'preferredLanguage', 'passwordHash', 'restrictedAt', 'proofNotice'),
};

/** No row when no account has the address. */
export const selectByEmailKey = statement((q, v: Values<{ emailKey: string }>) =>
  q.select(credentials).from(users).where(eq(users.emailKey, v.emailKey)),
);

/** No row when the account has been deleted. */
export const selectById = statement((q, v: Values<Own>) =>
  q.select(credentials).from(users).where(eq(users.id, v.userId)),
);

/** Locks the account until the transaction ends. No row when no account has the address. */
export const lockByEmailKey = statement((q, v: Values<{ emailKey: string }>) =>
  q.select(credentials).from(users).where(eq(users.emailKey, v.emailKey)).for('update'),
);

/**
 * Locks the account until the transaction ends, if its password is still the checked one: a sign-in with the old
 * password must not survive a concurrent reset. No row when the password has changed.
 */
export const holdIfPasswordIs = statement((q, v: Values<Own & { passwordHash: string }>) =>
  q
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, v.userId), eq(users.passwordHash, v.passwordHash)))
    .for('share'),
);

/** Sets a password in place of the given one (null: none). No row when it has changed. */
export const replacePassword = statement(
  (q, v: Values<Own & { from: string | null; passwordHash: string }>) =>
    q
      .update(users)
      .set({ passwordHash: sql`${v.passwordHash}` })
      .where(and(eq(users.id, v.userId), sql`${users.passwordHash} is not distinct from ${v.from}::text`))
      .returning({ email: users.email, preferredLanguage: users.preferredLanguage }),
);

/** Sets a password, or null for none, unconditionally. No row when the account has been deleted. */
export const resetPassword = statement((q, v: Values<Own & { passwordHash: string | null }>) =>
  q
    .update(users)
    .set({ passwordHash: sql`${v.passwordHash}` })
    .where(eq(users.id, v.userId))
    .returning(columns(users, 'email', 'emailKey', 'preferredLanguage', 'restrictedAt')),
);

/**
 * Records the first proof of the address. Switches instructions off, because a stranger who opened the account may
 * have written them. No row when it was proven before.
 */
export const markAddressProven = statement((q, v: Values<Own & { now: string }>) =>
  q
    .update(users)
    .set({
      addressProvenAt: sql`${v.now}::timestamptz`,
      customInstructionsEnabled: sql`${users.customInstructions} = ''`,
    })
    .where(and(eq(users.id, v.userId), isNull(users.addressProvenAt)))
    .returning(columns(users, 'email', 'preferredLanguage', 'createdAt')),
);

/** JSON text; null once the notice has been read. */
export const setProofNotice = statement((q, v: Values<Own & { notice: string | null }>) =>
  q
    .update(users)
    .set({ proofNotice: sql`${v.notice}::jsonb` })
    .where(eq(users.id, v.userId)),
);

/** Null leaves a field unchanged. */
export type ProfileChange = { readonly [Name in keyof Profile]: Profile[Name] | null };

/** Changes the profile. No row when the account has been deleted. */
export const updateUser = statement((q, v: Values<ProfileChange & Own>) =>
  q
    .update(users)
    .set(changed(pick(users, newProfile), v))
    .where(eq(users.id, v.userId))
    .returning(user),
);

/** Deletes the rate windows of a deleted account and of its address. */
export const deleteWindowsOf = statement((q, v: Values<Own & { email: string }>) =>
  q.delete(rateWindows).where(inArray(rateWindows.subject, [v.userId, v.email])),
);

/** Deletes a page of the account's messages; a result of fewer than `limit` rows is the last page. */
export const deleteMessagesPage = statement((q, v: Values<Own & { limit: number }>) => {
  const own = eq(messages.userId, v.userId);
  const page = q.$with('page').as(q.select(rowPlace).from(messages).where(own).limit(v.limit));
  return q
    .with(page)
    .delete(messages)
    .where(and(own, isAmong(page)));
});

/** Cascades to all tables of the account. */
export const deleteUser = statement((q, v: Values<Own>) => q.delete(users).where(eq(users.id, v.userId)));

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
