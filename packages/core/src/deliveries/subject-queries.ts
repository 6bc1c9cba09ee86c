import { asc, atMost, sql, statement } from '@jarvis/database';
import { users } from '../db/schema/accounts.ts';

/** The operator with the earliest account: the first account is an operator, unless others have taken its place. */
export const selectOperatorAddress = statement((q) =>
  q
    .select({ email: users.email })
    .from(users)
    .where(sql`${users.operator}`)
    .orderBy(asc(users.id))
    .limit(atMost(1)),
);
