import type { Texts } from '../languages.ts';
import account from './settings/account.ts';
import accounts from './settings/accounts.ts';
import connect from './settings/connect.ts';
import connections from './settings/connections.ts';
import keys from './settings/keys.ts';
import memories from './settings/memories.ts';
import notifications from './settings/notifications.ts';
import palette from './settings/palette.ts';
import signInErrors from './settings/sign-in-errors.ts';

/** Texts of pages that few people open, and of the palette, which has their headings. They load with those, as one. */
export default {
  ...account,
  ...accounts,
  ...connect,
  ...connections,
  ...keys,
  ...memories,
  ...notifications,
  ...palette,
  ...signInErrors,
} satisfies Texts;
