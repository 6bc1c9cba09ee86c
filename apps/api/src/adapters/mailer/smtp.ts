import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectionFailed, isCertificateCode, type Mailer } from '@jarvis/core';
import { messageOf } from './message.ts';

/**
 * Hands mail over to an SMTP server: TLS from the start with `smtps:`, otherwise STARTTLS if the server offers it.
 * Each connection has one deadline, because nodemailer's limits cover single phases only.
 */
export function smtpMailer(server: {
  readonly url: string;
  readonly from: string;
  readonly verifyMs?: number;
  readonly sendMs?: number;
}): Mailer {
  const { url, from, verifyMs = 5_000, sendMs = 20_000 } = server;
  const transportWithin = async (ms: number, socket?: Socket) => {
    const { createTransport } = await import('nodemailer');
    const limits = { connectionTimeout: ms, greetingTimeout: ms, socketTimeout: ms, dnsTimeout: ms };
    return createTransport({ url, socket, ...limits });
  };
  return {
    name: 'smtp',
    async verify() {
      // A check takes no signal, and a server that sends a byte at times keeps the socket open.
      const socket = new Socket();
      const transport = await transportWithin(verifyMs, socket);
      const late = sleep(verifyMs, undefined, { ref: false }).then(() => {
        socket.destroy();
        throw Object.assign(new Error('no answer in time'), { code: lateCode });
      });
      await Promise.race([transport.verify(), late]).catch(fail);
    },
    async send(mail) {
      const transport = await transportWithin(sendMs);
      const message = { ...messageOf(from, mail), signal: AbortSignal.timeout(sendMs) };
      await transport.sendMail(message).catch(fail);
    },
  };
}

/** Of nodemailer's error when a signal has aborted. */
const lateCode = 'EABORT';

/** Codes of failures that this machine words: refused connections, certificates, other protocols, silence. */
const ownCodes: readonly unknown[] = ['ESOCKET', 'EDNS', 'ETLS', lateCode];

/** Codes and this machine's own words only: the server's text repeats addresses, which must not be logged. */
function fail(error: unknown): never {
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string };
  const codes = [code, command, responseCode].filter((part) => part !== undefined).join(' ');
  const text = error instanceof Error ? error.message : '';
  const own = ownCodes.includes(code) && responseCode === undefined && text !== '';
  const inWords = own ? `${codes} (${text.trim()})` : codes || text || 'failed';
  throw new ConnectionFailed(kindOf(code, responseCode, text), codes, `SMTP: ${inWords}`);
}

function kindOf(code = '', responseCode: number | undefined, text: string): ConnectionFailed['failure'] {
  if (code === 'EAUTH') return 'keyRefused';
  if (code === lateCode) return 'tooSlow';
  if (isCertificateCode(code) || /certificate/i.test(text)) return 'certificate';
  if (responseCode !== undefined) return 'refused';
  return 'noAnswer';
}
