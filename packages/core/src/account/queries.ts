import { newProfile, type Profile } from '@jarvis/contract';
import { and, eq, inArray, isAmong, isNull, rowPlace, sql, statement, type Values } from '@jarvis/database';
import { user } from '../db/account.ts';
import { changed, type NewRow, pick } from '../db/rows.ts';
import { apiKeys, users } from '../db/schema/accounts.ts';
import { messages } from '../db/schema/conversations.ts';
import { installationSettings } from '../db/schema/installation.ts';
import { rateWindows } from '../db/schema/requests.ts';
import { rowNames } from '../registration/queries.ts';

interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly emailKey: string;
  readonly displayName: string;
  readonly passwordHash: string | null;
  readonly addressProvenAt: string | null;
  readonly now: string;
}

/**
 * Opens an account; the first one of an installation is its operator. A row records that a first one was opened, so
 * that of two concurrent ones only one is the first, and deleting it makes nobody else the first. No row when the
 * address already has an account.
 */
export const insertUser = statement((q, v: Values<NewUser>) => {
  const first = q.$with('first').as(
    q
      .insert(installationSettings)
      .values({
        name: rowNames.firstAccount,
        value: {},
        secret: null,
        secretEnd: null,
        version: v.id,
        changedAt: v.now,
      } satisfies NewRow<typeof installationSettings>)
      .onConflictDoNothing()
      .returning({ name: installationSettings.name }),
  );
  return q
    .with(first)
    .insert(users)
    .values({
      id: v.id,
      email: v.email,
      emailKey: v.emailKey,
      ...newProfile,
      displayName: v.displayName,
      passwordHash: v.passwordHash,
      addressProvenAt: v.addressProvenAt,
      proofNotice: null,
      customInstructions: '',
      customInstructionsEnabled: true,
      restrictedAt: null,
      restrictedReason: null,
      operator: sql`exists (select from first)`,
      createdAt: v.now,
    } satisfies NewRow<typeof users>)
    .onConflictDoNothing({ target: users.emailKey })
    .returning({ id: users.id, email: users.email, isFirst: users.operator });
});

const credentials = {
  id: users.id,
  email: users.email,
  preferredLanguage: users.preferredLanguage,
  passwordHash: users.passwordHash,
  addressProvenAt: users.addressProvenAt,
  restrictedAt: users.restrictedAt,
};

/** By the address in lower case. No row when no account has it. */
export const selectByEmailKey = statement((q, v: Values<{ emailKey: string }>) =>
  q.select(credentials).from(users).where(eq(users.emailKey, v.emailKey)),
);

/** No row when the account has been deleted. */
export const selectById = statement((q, v: Values<{ userId: string }>) =>
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
export const holdIfPasswordIs = statement((q, v: Values<{ userId: string; passwordHash: string }>) =>
  q
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, v.userId), eq(users.passwordHash, v.passwordHash)))
    .for('share'),
);

/** Sets a password in place of the given one (null: none). No row when it has changed. */
export const replacePassword = statement(
  (q, v: Values<{ userId: string; from: string | null; passwordHash: string }>) =>
    q
      .update(users)
      .set({ passwordHash: sql`${v.passwordHash}` })
      .where(and(eq(users.id, v.userId), sql`${users.passwordHash} is not distinct from ${v.from}::text`))
      .returning({ email: users.email, preferredLanguage: users.preferredLanguage }),
);

/** Sets a password unconditionally. No row when the account has been deleted. */
export const resetPassword = statement((q, v: Values<{ userId: string; passwordHash: string }>) =>
  q
    .update(users)
    .set({ passwordHash: sql`${v.passwordHash}` })
    .where(eq(users.id, v.userId))
    .returning({
      email: users.email,
      emailKey: users.emailKey,
      preferredLanguage: users.preferredLanguage,
      restrictedAt: users.restrictedAt,
    }),
);

/**
 * Records the first proof of the address. Switches instructions off, because a stranger who opened the account may
 * have written them. No row when it was proven before.
 */
export const markAddressProven = statement((q, v: Values<{ userId: string; now: string }>) =>
  q
    .update(users)
    .set({
      addressProvenAt: sql`${v.now}::timestamptz`,
      customInstructionsEnabled: sql`${users.customInstructions} = ''`,
    })
    .where(and(eq(users.id, v.userId), isNull(users.addressProvenAt)))
    .returning({
      email: users.email,
      preferredLanguage: users.preferredLanguage,
      createdAt: users.createdAt,
    }),
);

/** Removes the password of an account. */
export const removePassword = statement((q, v: Values<{ userId: string }>) =>
  q.update(users).set({ passwordHash: null }).where(eq(users.id, v.userId)),
);

export const selectProofNotice = statement((q, v: Values<{ userId: string }>) =>
  q.select({ proofNotice: users.proofNotice }).from(users).where(eq(users.id, v.userId)),
);

/** JSON text; null once the notice has been read. */
export const setProofNotice = statement((q, v: Values<{ userId: string; notice: string | null }>) =>
  q
    .update(users)
    .set({ proofNotice: sql`${v.notice}::jsonb` })
    .where(eq(users.id, v.userId)),
);

/** Null leaves a field unchanged. */
export type ProfileChange = { readonly [Name in keyof Profile]: Profile[Name] | null };

/** Changes the profile. No row when the account has been deleted. */
export const updateUser = statement((q, v: Values<ProfileChange & { userId: string }>) =>
  q
    .update(users)
    .set(changed(pick(users, newProfile), v))
    .where(eq(users.id, v.userId))
    .returning(user),
);

/** Revokes the active keys; `.count` is their number. */
export const revokeAllKeys = statement((q, v: Values<{ userId: string; now: string }>) =>
  q
    .update(apiKeys)
    .set({ revokedAt: sql`${v.now}::timestamptz` })
    .where(and(eq(apiKeys.userId, v.userId), isNull(apiKeys.revokedAt))),
);

/** Deletes the rate windows of a deleted account and of its address. */
export const deleteWindowsOf = statement((q, v: Values<{ userId: string; email: string }>) =>
  q.delete(rateWindows).where(inArray(rateWindows.subject, [v.userId, v.email])),
);

/** Deletes a page of the account's messages; fewer than `limit` mean that none is left. */
export const deleteMessagesPage = statement((q, v: Values<{ userId: string; limit: number }>) => {
  const own = eq(messages.userId, v.userId);
  const page = q.$with('page').as(q.select(rowPlace).from(messages).where(own).limit(v.limit));
  return q
    .with(page)
    .delete(messages)
    .where(and(own, isAmong(page)));
});

/** Cascades to all tables of the account. No row when it has been deleted already. */
export const deleteUser = statement((q, v: Values<{ userId: string }>) =>
  q.delete(users).where(eq(users.id, v.userId)).returning({ id: users.id }),
);
