import { holdAccount } from '../../db/account.ts';
import { badRequest } from '../../errors.ts';
import type { Deps } from '../../ports/deps.ts';
import { changeTimeSettings, readTimeSettings } from '../../time/settings.ts';

const purpose = 'unsubscribe from mail';

/** The token of the link in each mail. It works without signing in, only unsubscribes, and is not stored. */
export async function unsubscribeToken({ connectors }: Deps, userId: string): Promise<string> {
  return Buffer.from(await connectors.secrets.seal(userId, purpose), 'base64').toString('base64url');
}

/** Ends all mail of reminders to the token's owner. Repeating it is not an error. Throws badRequest. */
export async function unsubscribeFromMail(deps: Deps, token: string): Promise<void> {
  const sealed = Buffer.from(token, 'base64url').toString('base64');
  const userId = await deps.connectors.secrets.open(sealed, purpose).catch(() => {
    throw badRequest('This link is not valid.');
  });
  // The account was deleted since.
  if (!(await holdAccount.first(deps.db, { userId }))) return;
  const { channels } = await readTimeSettings(deps, userId);
  const withoutMail = Object.fromEntries(
    Object.entries(channels).map(([kind, list]) => [kind, list.filter((channel) => channel !== 'mail')]),
  );
  await changeTimeSettings(deps, userId, { channels: withoutMail });
}
