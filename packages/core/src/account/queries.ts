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
 * Opens an account; the first one of an installation is its operator. That it was opened is kept as a row, so that
 * of two at the same time one is the first, and nobody is when the first is deleted later. No row when the address
 * already has an account.
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

/** By the address in lower case. No row when it has no account. */
export const selectByEmailKey = statement((q, v: Values<{ emailKey: string }>) =>
  q.select(credentials).from(users).where(eq(users.emailKey, v.emailKey)),
);

/** No row when the account is gone. */
export const selectById = statement((q, v: Values<{ userId: string }>) =>
  q.select(credentials).from(users).where(eq(users.id, v.userId)),
);

/** The account, kept from being changed until the transaction ends. No row when the address has none. */
export const lockByEmailKey = statement((q, v: Values<{ emailKey: string }>) =>
  q.select(credentials).from(users).where(eq(users.emailKey, v.emailKey)).for('update'),
);

/**
 * Keeps the account as it is until the transaction ends, if its password is still the one that was checked:
 * a reset that comes in between must not be survived by a sign-in with the old password. No row when it is not.
 */
export const holdIfPasswordIs = statement((q, v: Values<{ userId: string; passwordHash: string }>) =>
  q
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, v.userId), eq(users.passwordHash, v.passwordHash)))
    .for('share'),
);

/** Sets a password in place of the one given (null: of none). No row when it is another by now. */
export const replacePassword = statement(
  (q, v: Values<{ userId: string; from: string | null; passwordHash: string }>) =>
    q
      .update(users)
      .set({ passwordHash: sql`${v.passwordHash}` })
      .where(and(eq(users.id, v.userId), sql`${users.passwordHash} is not distinct from ${v.from}::text`))
      .returning({ email: users.email, preferredLanguage: users.preferredLanguage }),
);

/** Sets a password whatever it was. No row when the account is gone. */
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
 * Notes the first proof of the address. Instructions are switched off: a stranger who opened the account may have
 * written them. No row when it was proven before.
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

/** Takes the password of an account. */
export const removePassword = statement((q, v: Values<{ userId: string }>) =>
  q.update(users).set({ passwordHash: null }).where(eq(users.id, v.userId)),
);

export const selectProofNotice = statement((q, v: Values<{ userId: string }>) =>
  q.select({ proofNotice: users.proofNotice }).from(users).where(eq(users.id, v.userId)),
);

/** JSON text; null once it has been read. */
export const setProofNotice = statement((q, v: Values<{ userId: string; notice: string | null }>) =>
  q
    .update(users)
    .set({ proofNotice: sql`${v.notice}::jsonb` })
    .where(eq(users.id, v.userId)),
);

/** Null leaves a field as it is. */
export type ProfileChange = { readonly [Name in keyof Profile]: Profile[Name] | null };

/** Changes the profile. No row when the account is gone. */
export const updateUser = statement((q, v: Values<ProfileChange & { userId: string }>) =>
  q
    .update(users)
    .set(changed(pick(users, newProfile), v))
    .where(eq(users.id, v.userId))
    .returning(user),
);

/** Those that are not revoked yet; `.count` says how many. */
export const revokeAllKeys = statement((q, v: Values<{ userId: string; now: string }>) =>
  q
    .update(apiKeys)
    .set({ revokedAt: sql`${v.now}::timestamptz` })
    .where(and(eq(apiKeys.userId, v.userId), isNull(apiKeys.revokedAt))),
);

/** The rate windows of an account and of its address, of an account that goes. */
export const deleteWindowsOf = statement((q, v: Values<{ userId: string; email: string }>) =>
  q.delete(rateWindows).where(inArray(rateWindows.subject, [v.userId, v.email])),
);

/** Some of the account's messages; fewer than `limit` when they were the last. */
export const deleteMessagesPage = statement((q, v: Values<{ userId: string; limit: number }>) => {
  const own = eq(messages.userId, v.userId);
  const page = q.$with('page').as(q.select(rowPlace).from(messages).where(own).limit(v.limit));
  return q
    .with(page)
    .delete(messages)
    .where(and(own, isAmong(page)));
});

/** With all that cascades. No row when it is gone already. */
export const deleteUser = statement((q, v: Values<{ userId: string }>) =>
  q.delete(users).where(eq(users.id, v.userId)).returning({ id: users.id }),
);
