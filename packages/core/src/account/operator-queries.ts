import { asc, eq, gt, rawStatement, sql, statement, type Values } from '@jarvis/database';
import { restrictedAddresses, users } from '../db/schema.ts';

export const pageOfAccounts = statement((q, v: Values<{ after: string; limit: number }>) =>
  q
    .select({
      id: users.id,
      email: users.email,
      createdAt: users.createdAt,
      restrictedAt: users.restrictedAt,
      restrictedReason: users.restrictedReason,
    })
    .from(users)
    .where(gt(users.id, v.after))
    .orderBy(asc(users.id))
    .limit(v.limit),
);

export interface AccountSummary {
  readonly id: string;
  readonly email: string;
  readonly displayName: string;
  readonly createdAt: string;
  readonly addressProvenAt: string | null;
  readonly restrictedAt: string | null;
  readonly restrictedReason: string | null;
  readonly hasPassword: boolean;
  readonly providers: string[];
  readonly sessions: number;
  readonly keys: number;
  readonly conversations: number;
  readonly messages: number;
  readonly tasks: number;
  readonly memories: number;
}

export const selectAccountSummary = rawStatement<AccountSummary, { emailKey: string; now: string }>(
  (v) => sql`
    select u.id, u.email, u.display_name as "displayName", u.created_at as "createdAt",
      u.address_proven_at as "addressProvenAt", u.restricted_at as "restrictedAt",
      u.restricted_reason as "restrictedReason", u.password_hash is not null as "hasPassword",
      (select coalesce(json_agg(provider order by created_at), '[]') from identities where user_id = u.id)
        as "providers",
      (select count(*)::int from sessions where user_id = u.id and expires_at > ${v.now}) as "sessions",
      (select count(*)::int from api_keys where user_id = u.id and revoked_at is null) as "keys",
      (select count(*)::int from conversations where user_id = u.id) as "conversations",
      (select count(*)::int from messages where user_id = u.id) as "messages",
      (select count(*)::int from tasks where user_id = u.id) as "tasks",
      (select count(*)::int from memories where user_id = u.id) as "memories"
    from users u where u.email_key = ${v.emailKey}`,
);

/** Again keeps the first time and takes the new reason. */
export const restrictUser = statement(
  (q, v: Values<{ emailKey: string; reason: string | null; now: string }>) =>
    q
      .update(users)
      .set({
        restrictedAt: sql`coalesce(${users.restrictedAt}, ${v.now}::timestamptz)`,
        restrictedReason: sql`coalesce(${v.reason}::text, ${users.restrictedReason})`,
      })
      .where(eq(users.emailKey, v.emailKey))
      .returning({ email: users.email, restrictedAt: users.restrictedAt, reason: users.restrictedReason }),
);

export const unrestrictUser = statement((q, v: Values<{ emailKey: string }>) =>
  q
    .update(users)
    .set({ restrictedAt: null, restrictedReason: null })
    .where(eq(users.emailKey, v.emailKey))
    .returning({ email: users.email }),
);

export const insertRestriction = statement(
  (q, v: Values<{ address: string; reason: string | null; now: string }>) =>
    q
      .insert(restrictedAddresses)
      .values({ address: v.address, reason: v.reason, createdAt: v.now })
      .onConflictDoUpdate({
        target: restrictedAddresses.address,
        set: { reason: sql`coalesce(excluded.reason, ${restrictedAddresses.reason})` },
      })
      .returning({
        address: restrictedAddresses.address,
        reason: restrictedAddresses.reason,
        createdAt: restrictedAddresses.createdAt,
      }),
);

export const deleteRestriction = statement((q, v: Values<{ address: string }>) =>
  q
    .delete(restrictedAddresses)
    .where(eq(restrictedAddresses.address, v.address))
    .returning({ address: restrictedAddresses.address }),
);

export const selectRestrictions = statement((q) =>
  q
    .select({
      address: restrictedAddresses.address,
      reason: restrictedAddresses.reason,
      createdAt: restrictedAddresses.createdAt,
    })
    .from(restrictedAddresses)
    .orderBy(asc(restrictedAddresses.address)),
);
