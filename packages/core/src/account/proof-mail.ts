import type { PreferredLanguage } from '@jarvis/contract';
import { filled } from '../language/filled.ts';
import { chosen, vocabularies } from '../language/languages.ts';
import { mailOf } from '../mail/mail.ts';
import type { Mail } from '../ports/connections.ts';

/** The first proof of an account's address, and the credentials it revoked. */
export interface FirstProof {
  readonly email: string;
  readonly preferredLanguage: PreferredLanguage;
  readonly keysRevoked: number;
  /** The start of the time in which a stranger may have used the account. */
  readonly since: string;
}

/** Tells the owner of an address what its first proof revoked, in the account's language. */
export function proofMail({ preferredLanguage, keysRevoked, since }: FirstProof): Omit<Mail, 'to'> {
  const code = chosen(preferredLanguage);
  const { greeting, proof } = vocabularies[code].mails;
  const [one, many] = proof.keys;
  const keys = keysRevoked === 1 ? one : filled(many, keysRevoked);
  const day = new Intl.DateTimeFormat(code, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(since));
  return mailOf(code, proof.subject, [
    greeting,
    proof.what,
    ...(keysRevoked > 0 ? [keys] : []),
    filled(proof.look, day),
  ]);
}
