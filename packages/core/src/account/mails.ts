import { limits, type PreferredLanguage } from '@jarvis/contract';
import type { AccountText } from '../mail/mail.ts';
import { filled } from '../text/filled.ts';

/** The page of the web app that redeems a token. */
export const resetLink = (publicUrl: string, token: string): string => `${publicUrl}/reset?token=${token}`;

/** The mail with a reset link. */
export const resetText =
  (link: string): AccountText =>
  ({ reset: { subject, why, button, how, unasked } }) => ({
    subject,
    parts: [why, { label: button, link }, filled(how, limits.resetTokenMinutes), unasked],
  });

/** The mail about a new password. */
export const passwordText =
  (by: 'link' | 'session', publicUrl: string): AccountText =>
  ({ password }) => ({
    subject: password.subject,
    parts: [
      password.what,
      password.by[by],
      password.otherwise,
      { label: password.button, link: `${publicUrl}/forgot` },
    ],
  });

/** The first proof of an account's address, and the credentials it revoked. */
export interface FirstProof {
  readonly email: string;
  readonly preferredLanguage: PreferredLanguage;
  readonly keysRevoked: number;
  /** The start of the time in which a stranger may have used the account. */
  readonly since: string;
}

/** Tells the owner of an address what its first proof revoked; the app also tells them, in case the mail is lost. */
export const proofText =
  ({ keysRevoked, since }: FirstProof): AccountText =>
  ({ proof: { subject, what, keys, look } }, code) => {
    const [one, many] = keys;
    const revoked = keysRevoked === 1 ? one : filled(many, keysRevoked);
    const day = new Intl.DateTimeFormat(code, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(since));
    return { subject, parts: [what, ...(keysRevoked > 0 ? [revoked] : []), filled(look, day)] };
  };
