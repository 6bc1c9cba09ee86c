import { ConnectionFailed, isCertificateCode, type Mailer } from '@jarvis/core';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { compose } from './compose.ts';

const verifyMsMax = 5_000;
const sendMsMax = 20_000;

/**
 * Hands mail over to an SMTP server: TLS from the start with `smtps:`, otherwise STARTTLS if the server offers it.
 * Each connection has one deadline, because nodemailer's limits cover single phases only; at the deadline the socket
 * is closed.
 */
export function smtpMailer({
  url,
  from,
  verifyMs = verifyMsMax,
  sendMs = sendMsMax,
}: {
  readonly url: string;
  readonly from: string;
  readonly verifyMs?: number;
  readonly sendMs?: number;
}): Mailer {
  return {
    name: 'smtp',
    verify: () => converse(url, verifyMs, async () => {}),
    async send(mail) {
      const { envelope, message } = await compose(from, mail);
      await converse(url, sendMs, (connection) => sendOver(connection, envelope, message));
    },
  };
}

/** Connects, greets and signs in, does `work`, sends QUIT. */
function converse(
  url: string,
  deadlineMs: number,
  work: (connection: SMTPConnection) => Promise<void>,
): Promise<void> {
  const { auth, ...options } = parseConnectionUrl(url);
  const connection = new SMTPConnection({
    ...options,
    connectionTimeout: deadlineMs,
    greetingTimeout: deadlineMs,
    socketTimeout: deadlineMs,
    dnsTimeout: deadlineMs,
    socketCloseTimeout: 0,
  });
  return new Promise<void>((resolve, reject) => {
    const end = (error?: unknown) => {
      clearTimeout(timer);
      if (error === undefined) {
        connection.quit();
        resolve();
      } else reject(describe(error));
      // Gives QUIT time to be sent.
      setTimeout(() => connection.close(), error === undefined ? 100 : 0).unref();
    };
    const timer = setTimeout(() => end(new Error(`no end after ${deadlineMs} ms`)), deadlineMs);
    connection.on('error', end);
    connection.once('end', () => end(new Error('the server closed the connection')));
    connection.connect((error) => {
      if (error) return end(error);
      const talk = () => work(connection).then(() => end(), end);
      if (!auth || !connection.allowsAuth) return talk();
      connection.login(auth, (refused) => (refused ? end(refused) : talk()));
    });
  });
}

function sendOver(
  connection: SMTPConnection,
  envelope: { from: string | false; to: string[] },
  message: Buffer,
): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.send({ ...envelope, size: message.length }, message, (error) =>
      error ? reject(error) : resolve(),
    );
  });
}

/** Codes only: the server's text repeats addresses, which must not be logged. */
function describe(error: unknown): Error {
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string };
  const codes = [code, command, responseCode].filter((part) => part !== undefined).join(' ');
  const text = error instanceof Error ? error.message : '';
  return new ConnectionFailed(kindOf(code, responseCode, text), codes, `SMTP: ${codes || text || 'failed'}`);
}

function kindOf(code = '', responseCode: number | undefined, text: string): ConnectionFailed['failure'] {
  if (code === 'EAUTH') return 'keyRefused';
  if (isCertificateCode(code) || /certificate/i.test(text)) return 'certificate';
  if (responseCode !== undefined) return 'refused';
  return /^no end after/.test(text) ? 'tooSlow' : 'noAnswer';
}
