import { holdAccount } from '../../db/account.ts';
import { mapped } from '../../db/rows.ts';
import { badRequest } from '../../errors.ts';
import type { Deps } from '../../ports/deps.ts';
import { changeTimeSettings, readTimeSettings } from '../../time/settings.ts';

const purpose = 'unsubscribe from mail';

/** The token of the link in each mail. It works without signing in, only unsubscribes, and is not stored. */
export const unsubscribeToken = ({ connectors }: Deps, userId: string): Promise<string> =>
  connectors.secrets.seal(userId, purpose);

/** Ends all mail of reminders to the token's owner. Repeating it is not an error. Throws badRequest. */
export async function unsubscribeFromMail(deps: Deps, token: string): Promise<void> {
  const userId = await deps.connectors.secrets.open(token, purpose).catch(() => {
    throw badRequest('This link is not valid.');
  });
  // The account was deleted since.
  if (!(await holdAccount.first(deps.db, { userId }))) return;
  const { channels } = await readTimeSettings(deps, userId);
  const withoutMail = mapped(channels, (list) => list.filter((channel) => channel !== 'mail'));
  await changeTimeSettings(deps, userId, { channels: withoutMail });
}
