import type { Mail } from '@jarvis/core';
import type { SendMailOptions } from 'nodemailer';

export const messageOf = (
  from: string,
  { to, subject, text, html, id, unsubscribe }: Mail,
): SendMailOptions => ({
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
});
