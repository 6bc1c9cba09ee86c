import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A real SMTP server on loopback, and its received mails. */
export interface CatchingSmtpServer {
  readonly received: readonly ReceivedMail[];
  readonly smtp: SMTPServer;
  /** For SMTP_URL; `user` as in `name:password@`. */
  url(user?: string): string;
  close(): Promise<void>;
}

export interface ReceivedMail {
  readonly message: string;
  readonly to: readonly string[];
  readonly user: unknown;
}

export async function startSmtpServer(options: SMTPServerOptions = {}): Promise<CatchingSmtpServer> {
  const received: ReceivedMail[] = [];
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: true,
    onData(stream, session, done) {
      text(stream).then((message) => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ message, to, user: session.user });
        done();
      }, done);
    },
    ...options,
  });
  smtp.on('error', () => {});
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  return {
    received,
    smtp,
    url: (user = '') => `smtp://${user}127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  };
}

/** Decodes quoted-printable in the plain English of our mails. */
export function readable(message: string): string {
  return message.replaceAll('=\r\n', '').replaceAll('=3D', '=');
}
