import { limits, type PreferredLanguage } from '@jarvis/contract';
import { filled } from '../language/filled.ts';
import { chosen, vocabularies } from '../language/languages.ts';
import { mailOf } from '../mail/mail.ts';
import type { Mail } from '../ports/connections.ts';

/** The page of the web app that redeems a token. */
export function resetLink(publicUrl: string, token: string): string {
  return `${publicUrl}/reset?token=${token}`;
}

/** The mail with a reset link, in the account's language (English when it has chosen none). */
export function resetMail(language: PreferredLanguage, link: string): Omit<Mail, 'to'> {
  const code = chosen(language);
  const { greeting, reset } = vocabularies[code].mails;
  const how = filled(reset.how, limits.resetTokenMinutes);
  return mailOf(code, reset.subject, [
    greeting,
    reset.why,
    { label: reset.button, link },
    how,
    reset.unasked,
  ]);
}
