import type { User } from '@jarvis/contract';
import { mailerInUse } from '../connections/in-use.ts';
import { chosen, type Language, vocabularies } from '../language/languages.ts';
import type { Vocabulary } from '../language/vocabulary.ts';
import type { Mail } from '../ports/connections.ts';
import type { Deps } from '../ports/deps.ts';

/** A paragraph, or a link with its label. */
type MailPart = string | { readonly label: string; readonly link: string };

/** A mail in text and in HTML that loads no external content. */
export function mailOf(language: string, subject: string, parts: readonly MailPart[]): Omit<Mail, 'to'> {
  const [action] = parts.filter((part) => typeof part !== 'string');
  const asText = (part: MailPart) => (typeof part === 'string' ? part : `${part.label}:\n${part.link}`);
  const asHtml = (part: MailPart) =>
    typeof part === 'string'
      ? `<p dir="auto">${escapeHtml(part)}</p>`
      : `<p style="margin:28px 0"><a href="${escapeHtml(part.link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0f6b66;color:#ffffff;text-decoration:none">${escapeHtml(part.label)}</a></p>`;
  const plainLink =
    action && `<p style="font-size:13px;color:#4c5452;overflow-wrap:anywhere">${escapeHtml(action.link)}</p>`;
  return {
    subject,
    text: `${parts.map(asText).join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f2f0e9;color:#1d2221;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:32em;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
${[...parts.map(asHtml), ...(plainLink ? [plainLink] : [])].join('\n')}
</div>
</body>
</html>
`,
  };
}

/** The text of a mail about an account, in one language. */
export type AccountText = (
  words: Vocabulary['mails'],
  code: Language,
) => { subject: string; parts: readonly MailPart[] };

type Owner = Pick<User, 'email' | 'preferredLanguage'>;

/** A mail to the owner of an account, in their language; in English when they have chosen none. */
export function accountMail({ email, preferredLanguage }: Owner, text: AccountText): Mail {
  const code = chosen(preferredLanguage);
  const { mails } = vocabularies[code];
  const { subject, parts } = text(mails, code);
  return { to: email, ...mailOf(code, subject, [mails.greeting, ...parts]) };
}

/** Mails a notice to the owner of an account, in one attempt. Never throws. */
export async function mailOwner(deps: Deps, owner: Owner, text: AccountText): Promise<void> {
  const mail = accountMail(owner, text);
  try {
    const mailer = await mailerInUse(deps);
    await mailer.send(mail);
  } catch (error) {
    deps.log.warn({ error: String(error), mail: mail.subject }, 'a mail about an account could not be sent');
  }
}

const escapeHtml = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] ?? char,
  );
