import type { PreferredLanguage } from '@jarvis/contract';
import { chosen, vocabularies } from '../language/languages.ts';
import { mailOf } from '../mail/mail.ts';
import type { Mail } from '../ports/connections.ts';

/** The mail about a new password, in the account's language (English when it has chosen none). */
export function passwordMail(
  language: PreferredLanguage,
  by: 'link' | 'session',
  publicUrl: string,
): Omit<Mail, 'to'> {
  const code = chosen(language);
  const { greeting, password } = vocabularies[code].mails;
  const again = { label: password.button, link: `${publicUrl}/forgot` };
  return mailOf(code, password.subject, [
    greeting,
    password.what,
    password.by[by],
    password.otherwise,
    again,
  ]);
}
