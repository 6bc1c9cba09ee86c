import type { User } from '@jarvis/contract';
import {
  and,
  asc,
  atMost,
  backgroundDeadlineMs,
  eq,
  inArray,
  isNull,
  lte,
  sql,
  statement,
  type Values,
} from '@jarvis/database';
import type { FieldsOf, NewRow } from '../db/rows.ts';
import {
  apiKeys,
  identities,
  installationSettings,
  messages,
  rateWindows,
  resetRequests,
  users,
} from '../db/schema.ts';
import { rowNames } from '../registration/queries.ts';

/** The account as the contract shows it. */
export const user = {
  id: users.id,
  email: users.email,
  displayName: users.displayName,
  preferredLanguage: users.preferredLanguage,
  memoryEnabled: users.memoryEnabled,
  webSearchEnabled: users.webSearchEnabled,
  displayNameChangePromptDisabled: users.displayNameChangePromptDisabled,
} satisfies FieldsOf<User>;

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
      displayName: v.displayName,
      preferredLanguage: 'auto',
      memoryEnabled: true,
      webSearchEnabled: true,
      displayNameChangePromptDisabled: false,
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
      .returning({ id: users.id }),
);

/** Sets a password whatever it was. No row when the account is gone. */
export const resetPassword = statement((q, v: Values<{ userId: string; passwordHash: string }>) =>
  q
    .update(users)
    .set({ passwordHash: sql`${v.passwordHash}` })
    .where(eq(users.id, v.userId))
    .returning({ emailKey: users.emailKey }),
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
interface ProfileChange {
  readonly userId: string;
  readonly displayName: string | null;
  readonly preferredLanguage: User['preferredLanguage'] | null;
  readonly memoryEnabled: boolean | null;
  readonly webSearchEnabled: boolean | null;
  readonly displayNameChangePromptDisabled: boolean | null;
}

/** Changes the profile. No row when the account is gone. */
export const updateUser = statement((q, v: Values<ProfileChange>) =>
  q
    .update(users)
    .set({
      displayName: sql`coalesce(${v.displayName}, ${users.displayName})`,
      preferredLanguage: sql`coalesce(${v.preferredLanguage}, ${users.preferredLanguage})`,
      memoryEnabled: sql`coalesce(${v.memoryEnabled}, ${users.memoryEnabled})`,
      webSearchEnabled: sql`coalesce(${v.webSearchEnabled}, ${users.webSearchEnabled})`,
      displayNameChangePromptDisabled: sql`coalesce(${v.displayNameChangePromptDisabled}, ${users.displayNameChangePromptDisabled})`,
    })
    .where(eq(users.id, v.userId))
    .returning(user),
);

/** The account that a person at a provider signs in to. No row when they never did. */
export const selectIdentity = statement((q, v: Values<{ provider: string; subject: string }>) =>
  q
    .select({ userId: users.id, restrictedAt: users.restrictedAt })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.provider, v.provider), eq(identities.subject, v.subject))),
);

/** Lets a person at a provider sign in. Fails as a unique violation when they belong to an account already. */
export const insertIdentity = statement(
  (q, v: Values<{ userId: string; provider: string; subject: string; now: string }>) =>
    q.insert(identities).values({
      userId: v.userId,
      provider: v.provider,
      subject: v.subject,
      createdAt: v.now,
    } satisfies NewRow<typeof identities>),
);

/** An account's, oldest first. */
export const selectIdentities = statement((q, v: Values<{ userId: string }>) =>
  q
    .select({ provider: identities.provider, createdAt: identities.createdAt })
    .from(identities)
    .where(eq(identities.userId, v.userId))
    .orderBy(asc(identities.createdAt)),
);

/** Those that are not revoked yet; `.count` says how many. */
export const revokeAllKeys = statement((q, v: Values<{ userId: string; now: string }>) =>
  q
    .update(apiKeys)
    .set({ revokedAt: sql`${v.now}::timestamptz` })
    .where(and(eq(apiKeys.userId, v.userId), isNull(apiKeys.revokedAt))),
);

interface NewResetRequest {
  readonly id: string;
  readonly emailKey: string;
  readonly expiresAt: string;
  readonly nextTryAt: string;
}

/** Notes a mail to be sent from `nextTryAt` on, until `expiresAt`. */
export const insertResetRequest = statement((q, v: Values<NewResetRequest>) =>
  q.insert(resetRequests).values({
    id: v.id,
    emailKey: v.emailKey,
    expiresAt: v.expiresAt,
    nextTryAt: v.nextTryAt,
    tries: 0,
  } satisfies NewRow<typeof resetRequests>),
);

/**
 * Takes the mail that is due first and keeps other processes from it until `nextTryAt`; a process that dies
 * meanwhile leaves it to the next. No row when none is due.
 */
export const takeDueResetRequest = statement((q, v: Values<{ now: string; nextTryAt: string }>) => {
  const due = q
    .select({ id: resetRequests.id })
    .from(resetRequests)
    .where(lte(resetRequests.nextTryAt, v.now))
    .orderBy(asc(resetRequests.nextTryAt))
    .limit(atMost(1))
    .for('update', { skipLocked: true });
  return q
    .update(resetRequests)
    .set({ nextTryAt: sql`${v.nextTryAt}`, tries: sql`${resetRequests.tries} + 1` })
    .where(inArray(resetRequests.id, due))
    .returning({
      id: resetRequests.id,
      emailKey: resetRequests.emailKey,
      expiresAt: resetRequests.expiresAt,
      tries: resetRequests.tries,
    });
});

/** Puts the next try off. */
export const delayResetRequest = statement((q, v: Values<{ id: string; nextTryAt: string }>) =>
  q
    .update(resetRequests)
    .set({ nextTryAt: sql`${v.nextTryAt}::timestamptz` })
    .where(eq(resetRequests.id, v.id)),
);

/** Of a mail that was sent, or that nobody is to get. */
export const deleteResetRequest = statement((q, v: Values<{ id: string }>) =>
  q.delete(resetRequests).where(eq(resetRequests.id, v.id)),
);

/** All mails to an address, of an account that goes. */
export const deleteResetRequestsFor = statement((q, v: Values<{ emailKey: string }>) =>
  q.delete(resetRequests).where(eq(resetRequests.emailKey, v.emailKey)),
);

/** Those whose link would be too old by now. */
export const sweepResetRequests = statement(
  (q, v: Values<{ now: string }>) => q.delete(resetRequests).where(lte(resetRequests.expiresAt, v.now)),
  { deadlineMs: backgroundDeadlineMs },
);

/** The rate windows of an account and of its address, of an account that goes. */
export const deleteWindowsOf = statement((q, v: Values<{ userId: string; email: string }>) =>
  q.delete(rateWindows).where(inArray(rateWindows.subject, [v.userId, v.email])),
);

/** Some of the account's messages; fewer than `limit` when they were the last. */
export const deleteMessagesPage = statement((q, v: Values<{ userId: string; limit: number }>) =>
  q
    .delete(messages)
    .where(
      and(
        eq(messages.userId, v.userId),
        inArray(
          messages.id,
          q.select({ id: messages.id }).from(messages).where(eq(messages.userId, v.userId)).limit(v.limit),
        ),
      ),
    ),
);

/** With all that cascades. No row when it is gone already. */
export const deleteUser = statement((q, v: Values<{ userId: string }>) =>
  q.delete(users).where(eq(users.id, v.userId)).returning({ id: users.id }),
);
