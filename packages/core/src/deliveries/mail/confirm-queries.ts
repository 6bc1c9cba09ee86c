import { eq, sql, statement, type Values } from '@jarvis/database';
import type { Own } from '../../db/rows.ts';
import { users } from '../../db/schema/accounts.ts';
import { timeSettings } from '../../db/schema/time.ts';

/** Whether the address is proven to be the owner's. */
export const isMailProven = sql<boolean>`(${users.addressProvenAt} is not null or ${timeSettings.mailConfirmedAt} is not null)`;

export const selectMailProof = statement((q, v: Values<Own>) =>
  q
    .select({ isMailProven })
    .from(users)
    .leftJoin(timeSettings, eq(timeSettings.userId, users.id))
    .where(eq(users.id, v.userId)),
);

/** Keeps the first confirmation time. */
export const markMailConfirmed = statement((q, v: Values<Own & { now: string }>) =>
  q
    .insert(timeSettings)
    .values({ userId: v.userId, mailConfirmedAt: v.now })
    .onConflictDoUpdate({
      target: timeSettings.userId,
      set: { mailConfirmedAt: sql`coalesce(${timeSettings.mailConfirmedAt}, excluded.mail_confirmed_at)` },
    }),
);
