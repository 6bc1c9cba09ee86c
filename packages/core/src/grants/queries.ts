import { limits } from '@jarvis/contract';
import { and, desc, eq, gt, isNull, lte, or, sql, statement, type Values } from '@jarvis/database';
import { columns, isOne, isOwn, type One, type Own } from '../db/rows.ts';
import { users } from '../db/schema/accounts.ts';
import { grants, grantTokens } from '../db/schema/grants.ts';
import { deleteAllOf, deleteOne, insertRow, makeRoom, sweepWhere } from '../db/statements.ts';

export const insertToken = insertRow(grantTokens, { usedAt: null });

const open = (v: Values<{ id: string; now: string }>, kind: 'request' | 'code') =>
  and(eq(grantTokens.id, v.id), eq(grantTokens.kind, kind), gt(grantTokens.expiresAt, v.now));

/** A request, of any account: the rule compares its session. */
export const selectRequest = statement((q, v: Values<{ id: string; now: string }>) =>
  q.select({ asked: grantTokens.asked }).from(grantTokens).where(open(v, 'request')),
);

/** Removes a request, so that only one of two decisions finds it. */
export const takeRequest = statement((q, v: Values<One & { now: string }>) =>
  q
    .delete(grantTokens)
    .where(isOwn(grantTokens, v, open(v, 'request')))
    .returning({ id: grantTokens.id }),
);

/** A code, also a used one, and its owner. */
export const selectCode = statement((q, v: Values<{ id: string; now: string }>) =>
  q
    .select({
      ...columns(users, 'email', 'preferredLanguage', 'restrictedAt'),
      ...columns(grantTokens, 'userId', 'asked', 'usedAt', 'grantId'),
    })
    .from(grantTokens)
    .innerJoin(users, eq(users.id, grantTokens.userId))
    .where(open(v, 'code')),
);

type UsedCode = Pick<typeof grantTokens.$inferSelect, 'userId' | 'id' | 'grantId'> & {
  keyId: string | null;
  now: string;
};

/** Marks a code as used, by a grant or a key. No row if it is used already. */
export const useCode = statement((q, v: Values<UsedCode>) =>
  q
    .update(grantTokens)
    .set({
      usedAt: sql`${v.now}::timestamptz`,
      grantId: sql`${v.grantId}::uuid`,
      asked: sql`${grantTokens.asked} || jsonb_build_object('keyId', ${v.keyId}::text)`,
    })
    .where(isOne(grantTokens, v, isNull(grantTokens.usedAt)))
    .returning({ id: grantTokens.id }),
);

/** Disconnects the programs that are unused the longest. */
export const makeRoomForGrant = makeRoom(
  grants,
  desc(sql`coalesce(${grants.lastUsedAt}, ${grants.connectedAt})`),
  limits.connectedProgramsMax,
);

export const insertGrant = insertRow(grants, { lastUsedAt: null });

/**
 * Marks a refresh token as used. No row if it was copied: one of its successors was used, or another successor of its
 * predecessor, which another process received more than a minute before or after it.
 */
export const useRefreshToken = statement((q, v: Values<One & { now: string }>) =>
  q
    .update(grantTokens)
    .set({ usedAt: sql`coalesce(${grantTokens.usedAt}, ${v.now}::timestamptz)` })
    .where(
      isOne(
        grantTokens,
        v,
        sql`not exists (
          select from grant_tokens other
          where other.user_id = ${v.userId} and other.came_of in (${v.id}, ${grantTokens.cameOf})
            and other.used_at is not null and (other.came_of = ${v.id} or other.expires_at not between
              ${grantTokens.expiresAt} - interval '1 minute' and ${grantTokens.expiresAt} + interval '1 minute')
        )`,
      ),
    )
    .returning({ id: grantTokens.id }),
);

/** Removes all but the newest 100 tokens of each kind, so that frequent refreshes fill no disk. */
export const trimTokens = statement((q, v: Values<Own & { grantId: string }>) =>
  q.delete(grantTokens).where(
    isOwn(
      grantTokens,
      v,
      sql`${grantTokens.id} in (
        select id from (
          select id, row_number() over (partition by kind order by expires_at desc) as nth
          from grant_tokens where user_id = ${v.userId} and grant_id = ${v.grantId}
        ) numbered
        where nth > 100
      )`,
    ),
  ),
);

export const selectGrantOf = statement((q, v: Values<Own & { clientId: string }>) =>
  q
    .select({ id: grants.id })
    .from(grants)
    .where(isOwn(grants, v, eq(grants.clientId, v.clientId)))
    .limit(1),
);

/** Newest first. */
export const selectGrants = statement((q, v: Values<Own>) =>
  q
    .select({
      ...columns(grants, 'id', 'redirectUri', 'scopes', 'connectedAt', 'lastUsedAt'),
      name: grants.clientName,
      vouched: grants.clientHost,
    })
    .from(grants)
    .where(eq(grants.userId, v.userId))
    .orderBy(desc(grants.id)),
);

export const deleteGrant = deleteOne(grants);

export const deleteAllGrants = deleteAllOf(grants);
/** With the codes that have no grant yet. */
export const deleteAllRequests = deleteAllOf(grantTokens);

/** Removes grants that are unused since `cutoff`. */
export const sweepGrants = sweepWhere(grants, ({ cutoff }: Values<{ cutoff: string }>) =>
  and(lte(grants.connectedAt, cutoff), or(isNull(grants.lastUsedAt), lte(grants.lastUsedAt, cutoff))),
);
