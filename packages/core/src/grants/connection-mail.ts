import type { PreferredLanguage } from '@jarvis/contract';
import { accountMail } from '../mail/mail.ts';
import type { Mail } from '../ports/connections.ts';
import { filled } from '../text/filled.ts';
import type { AuthorizationRequest } from './consent.ts';
import { destinationOf } from './redirects.ts';

/** The mail that tells an account's owner of a newly connected program, in the account's language. */
export const connectionMail = (
  language: PreferredLanguage,
  { clientName, redirectUri, scopes }: AuthorizationRequest,
  publicUrl: string,
): Omit<Mail, 'to'> =>
  accountMail(language, ({ connection }) => {
    const destination = destinationOf(redirectUri);
    const where = destination?.loopback ? connection.computer : (destination?.host ?? redirectUri);
    const what = filled(scopes.length === 0 ? connection.key : connection.what, where, clientName);
    const link = { label: connection.button, link: `${publicUrl}/keys` };
    return { subject: connection.subject, parts: [what, connection.otherwise, link] };
  });
