import type { ListedAccount } from '@jarvis/contract';
import { asc, desc, eq, gt, isNull, lt, or, sql, statement, type Values } from '@jarvis/database';
import { columns, type FieldsOf, isOwn, newRow, type Own } from '../db/rows.ts';
import { apiKeys, identities, sessions, users } from '../db/schema/accounts.ts';
import { conversations, messages } from '../db/schema/conversations.ts';
import { restrictedAddresses } from '../db/schema/installation.ts';
import { memories } from '../db/schema/memories.ts';
import { tasks } from '../db/schema/tasks.ts';

const addressProven = sql<boolean>`${users.addressProvenAt} is not null`;

/** Accounts opened before one, newest first. */
export const selectAccountsBefore = statement((q, v: Values<{ before: string; limit: number }>) =>
  q
    .select({
      ...columns(users, 'id', 'email', 'createdAt', 'restrictedAt', 'restrictedReason', 'operator'),
      addressProven,
    } satisfies FieldsOf<ListedAccount>)
    .from(users)
    .where(lt(users.id, v.before))
    .orderBy(desc(users.id))
    .limit(v.limit),
);

/** Locks an operator and the account they act on until the transaction ends; in the same order for all. */
export const holdOperatorAndAccount = statement((q, v: Values<Own & { emailKey: string }>) =>
  q
    .select(columns(users, 'id', 'emailKey', 'operator', 'restrictedAt'))
    .from(users)
    .where(or(eq(users.id, v.userId), eq(users.emailKey, v.emailKey)))
    .orderBy(asc(users.id))
    .for('update'),
);

/** An account with its counts, for the operator; no row when it has been deleted. */
export const selectAccountSummary = statement((q, v: Values<Own & { now: string }>) => {
  const providers = q
    .select({ all: sql`coalesce(json_agg(${identities.provider} order by ${identities.createdAt}), '[]')` })
    .from(identities)
    .where(eq(identities.userId, v.userId));
  return q
    .select({
      ...columns(users, 'id', 'email', 'displayName', 'createdAt', 'addressProvenAt'),
      ...columns(users, 'restrictedAt', 'restrictedReason', 'operator'),
      hasPassword: sql<boolean>`${users.passwordHash} is not null`,
      providers: sql<string[]>`${providers}`,
      sessions: q.$count(sessions, isOwn(sessions, v, gt(sessions.expiresAt, v.now))),
      keys: q.$count(apiKeys, isOwn(apiKeys, v, isNull(apiKeys.revokedAt))),
      conversations: q.$count(conversations, eq(conversations.userId, v.userId)),
      messages: q.$count(messages, eq(messages.userId, v.userId)),
      tasks: q.$count(tasks, eq(tasks.userId, v.userId)),
      memories: q.$count(memories, eq(memories.userId, v.userId)),
    })
    .from(users)
    .where(eq(users.id, v.userId));
});

export type AccountSummary = Awaited<ReturnType<typeof selectAccountSummary>>[number];

/** Repeating it keeps the first time and takes the new reason. No row when no account has the address. */
export const restrictUser = statement(
  (q, v: Values<{ emailKey: string; reason: string | null; now: string }>) =>
    q
      .update(users)
      .set({
        restrictedAt: sql`coalesce(${users.restrictedAt}, ${v.now}::timestamptz)`,
        restrictedReason: sql`coalesce(${v.reason}::text, ${users.restrictedReason})`,
      })
      .where(eq(users.emailKey, v.emailKey))
      .returning({ ...columns(users, 'id', 'email', 'restrictedAt'), reason: users.restrictedReason }),
);

/** No row when no account has the address. */
export const unrestrictUser = statement((q, v: Values<{ emailKey: string }>) =>
  q
    .update(users)
    .set({ restrictedAt: null, restrictedReason: null })
    .where(eq(users.emailKey, v.emailKey))
    .returning({ email: users.email }),
);

/** Makes an account an operator, or an ordinary one. No row when no account has the address. */
export const updateOperator = statement((q, v: Values<{ emailKey: string; operator: boolean }>) =>
  q
    .update(users)
    .set({ operator: sql`${v.operator}` })
    .where(eq(users.emailKey, v.emailKey))
    .returning({ ...columns(users, 'id', 'email', 'operator'), addressProven }),
);

/** Excludes an address or a domain. Repeating it keeps the first time and takes the new reason. */
export const insertRestriction = statement(
  (q, v: Values<{ address: string; reason: string | null; now: string }>) =>
    q
      .insert(restrictedAddresses)
      .values(newRow(restrictedAddresses, v, { createdAt: v.now }))
      .onConflictDoUpdate({
        target: restrictedAddresses.address,
        set: { reason: sql`coalesce(excluded.reason, ${restrictedAddresses.reason})` },
      })
      .returning(columns(restrictedAddresses, 'address', 'reason', 'createdAt')),
);

/** No row when the address was not excluded. */
export const deleteRestriction = statement((q, v: Values<{ address: string }>) =>
  q
    .delete(restrictedAddresses)
    .where(eq(restrictedAddresses.address, v.address))
    .returning({ address: restrictedAddresses.address }),
);

/** All of them, by address. */
export const selectRestrictions = statement((q) =>
  q
    .select(columns(restrictedAddresses, 'address', 'reason', 'createdAt'))
    .from(restrictedAddresses)
    .orderBy(asc(restrictedAddresses.address)),
);
