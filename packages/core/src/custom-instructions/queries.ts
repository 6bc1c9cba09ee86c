import { eq, statement, type Values } from '@jarvis/database';
import { given, type Own } from '../db/rows.ts';
import { users } from '../db/schema/accounts.ts';

/** No row when the account has been deleted. */
export const selectCustomInstructions = statement((q, v: Values<Own>) =>
  q
    .select({ text: users.customInstructions, enabled: users.customInstructionsEnabled })
    .from(users)
    .where(eq(users.id, v.userId)),
);

export const updateCustomInstructions = statement((q, v: Values<Own & { text: string; enabled: boolean }>) =>
  q
    .update(users)
    .set(given({ customInstructions: v.text, customInstructionsEnabled: v.enabled }))
    .where(eq(users.id, v.userId)),
);
