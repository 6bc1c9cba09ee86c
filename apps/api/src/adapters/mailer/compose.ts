import type { Mail } from '@jarvis/core';

export interface Composed {
  readonly envelope: { readonly from: string | false; readonly to: string[] };
  /** The message in its transfer format (RFC 5322), with text and HTML as alternatives. */
  readonly message: Buffer;
}

export async function compose(
  from: string,
  { to, subject, text, html, id, unsubscribe }: Mail,
): Promise<Composed> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const node = new MailComposer({
    from,
    // As an object, so that no character of the address is parsed as a list or a name.
    to: { name: '', address: to },
    subject,
    text,
    html,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe !== undefined && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    ...(id !== undefined && { messageId: `<${id}>` }),
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const envelope = node.getEnvelope();
  return { envelope: { from: envelope.from, to: envelope.to }, message: await node.build() };
}
