import { newProfile, type User } from '@jarvis/contract';
import { eq, statement, type Values } from '@jarvis/database';
import { type FieldsOf, type Own, pick } from './rows.ts';
import { users } from './schema/accounts.ts';

/** The contract's account. */
export const user = {
  id: users.id,
  email: users.email,
  ...pick(users, newProfile),
} satisfies FieldsOf<User>;

/** No row when there is no such account. */
export const selectAccount = statement((q, v: Values<Own>) =>
  q.select({ id: users.id }).from(users).where(eq(users.id, v.userId)),
);

/** Serialises changes of an account's rows: locks it until the transaction ends. */
export const holdAccount = statement((q, v: Values<Own>) =>
  q.select({ id: users.id }).from(users).where(eq(users.id, v.userId)).for('no key update'),
);
