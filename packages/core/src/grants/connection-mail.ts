import type { PreferredLanguage } from '@jarvis/contract';
import { filled } from '../language/filled.ts';
import { chosen, vocabularies } from '../language/languages.ts';
import { mailOf } from '../mail/mail.ts';
import type { Mail } from '../ports/connections.ts';
import type { Asked } from './consent.ts';
import { placeOf } from './redirects.ts';

/** The mail that tells an account's owner of a newly connected program, in the account's language. */
export function connectionMail(
  language: PreferredLanguage,
  { clientName, redirectUri, scopes }: Asked,
  publicUrl: string,
): Omit<Mail, 'to'> {
  const code = chosen(language);
  const { greeting, connection } = vocabularies[code].mails;
  const place = placeOf(redirectUri);
  const where = place?.loopback ? connection.computer : (place?.host ?? redirectUri);
  return mailOf(code, connection.subject, [
    greeting,
    filled(scopes.length === 0 ? connection.key : connection.what, where, clientName),
    connection.otherwise,
    { label: connection.button, link: `${publicUrl}/keys` },
  ]);
}
