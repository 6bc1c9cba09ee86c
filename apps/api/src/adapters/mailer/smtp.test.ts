import net from 'node:net';
import { readable } from '@jarvis/testkit/smtp-server';
import { afterEach, expect, test } from 'vitest';
import { closePeers, smtpServer, tcpPeer } from '../../../test/support/smtp-peers.ts';
import { smtpMailer } from './smtp.ts';

const mail = {
  to: 'ada@example.org',
  subject: 'Zurücksetzen ✓',
  text: 'Hier: https://example.org/reset?token=abc-DEF_123\n',
  html: '<p>Hier: <a href="https://example.org/reset?token=abc-DEF_123">Link</a></p>',
};
const from = 'Jarvis <jarvis@example.org>';

afterEach(closePeers);

test('a mail is accepted: text and HTML, to one address, after signing in', async () => {
  const { url, received } = await smtpServer({
    authOptional: false,
    onAuth: ({ username, password }, _session, done) =>
      username === 'jarvis' && password === 'p@ss' ? done(null, { user: username }) : done(new Error('no')),
  });
  const mailer = smtpMailer({ url: url('jarvis:p%40ss@'), from });
  await mailer.verify();
  expect(received).toEqual([]);
  await mailer.send(mail);
  expect(received).toHaveLength(1);
  const [{ message, to, user } = { message: '', to: [], user: '' }] = received;
  expect(to).toEqual(['ada@example.org']);
  expect(user).toBe('jarvis');
  expect(message).toContain('From: Jarvis <jarvis@example.org>');
  expect(message).toContain('Auto-Submitted: auto-generated');
  expect(message).toContain('Content-Type: text/plain');
  expect(message).toContain('Content-Type: text/html');
  expect(readable(message)).toContain('/reset?token=abc-DEF_123');
});

test('a wrong password is detected by the sign-in alone, and the error contains no secret', async () => {
  const { url } = await smtpServer({
    authOptional: false,
    onAuth: (_auth, _session, done) => done(new Error('go away, jarvis:secret')),
  });
  const mailer = smtpMailer({ url: url('jarvis:secret@'), from });
  await expect(mailer.verify()).rejects.toThrow(/^SMTP: EAUTH/);
  await expect(mailer.verify()).rejects.not.toThrow(/secret/);
  await expect(mailer.send(mail)).rejects.toThrow(/^SMTP: EAUTH/);
});

test('a refused recipient and a refused message are failures', async () => {
  const recipients = await smtpServer({
    onRcptTo: (_address, _session, done) => done(new Error('no such mailbox')),
  });
  await expect(smtpMailer({ url: recipients.url(), from }).send(mail)).rejects.toThrow('550');
  const contents = await smtpServer({
    onData(stream, _session, done) {
      stream.resume();
      stream.on('end', () => done(Object.assign(new Error('busy'), { responseCode: 451 })));
    },
  });
  await expect(smtpMailer({ url: contents.url(), from }).send(mail)).rejects.toThrow('451');
});

test('a port without a server fails at once', async () => {
  const { url, smtp } = await smtpServer();
  const address = url();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  // Refused, and not late.
  await expect(smtpMailer({ url: address, from }).verify()).rejects.toThrow(
    /^SMTP: ESOCKET CONN \(connect ECONNREFUSED /,
  );
});

test('a slow server is waited for', async () => {
  const { url, received } = await smtpServer({
    onConnect: (_session, done) => setTimeout(done, 150),
    onMailFrom: (_address, _session, done) => setTimeout(done, 150),
  });
  const mailer = smtpMailer({ url: url(), from });
  await mailer.verify();
  await mailer.send(mail);
  expect(received).toHaveLength(1);
});

/** Writes this line again and again. */
function trickle(socket: net.Socket, line: string): void {
  const timer = setInterval(() => socket.write(line), 20);
  socket.on('close', () => clearInterval(timer));
}

const late = /^SMTP: E(?:ABORT|TIMEDOUT)/;

test.each<[problem: string, work: 'verify' | 'send', failure: RegExp, peer: (socket: net.Socket) => void]>([
  ['never greets', 'verify', late, () => {}],
  ['trickles its greeting', 'verify', late, (socket) => trickle(socket, '220-still here\r\n')],
  ['trickles its answer to EHLO', 'verify', /^SMTP: EABORT/, trickleAfterGreeting],
  ['trickles its answer to EHLO', 'send', /^SMTP: EABORT/, trickleAfterGreeting],
])('a server that %s ends a %s at the deadline, and its socket is closed', async (_, work, failure, peer) => {
  const { url, sockets } = await tcpPeer(peer);
  await expect(smtpMailer({ url, from, verifyMs: 300, sendMs: 300 })[work](mail)).rejects.toThrow(failure);
  await expect.poll(() => sockets.size, { message: 'open connections' }).toBe(0);
});

function trickleAfterGreeting(socket: net.Socket): void {
  socket.write('220 here\r\n');
  socket.once('data', () => trickle(socket, '250-still here\r\n'));
}

test('a server that hangs after taking the message ends at the deadline', async () => {
  const { url } = await smtpServer({ onData: (stream) => void stream.resume() });
  await expect(smtpMailer({ url: url(), from, sendMs: 400 }).send(mail)).rejects.toThrow('SMTP');
});

test('a connection dropped in the middle is a failure', async () => {
  const { url } = await smtpServer({ onRcptTo: (_address, session) => drop(session.remotePort) });
  const sockets = new Map<number, net.Socket>();
  const drop = (port: number) => sockets.get(port)?.destroy();
  const through = await tcpPeer((socket) => {
    const onwards = net.connect(Number(new URL(url()).port), '127.0.0.1', () =>
      sockets.set(onwards.localPort ?? 0, socket),
    );
    onwards.on('error', () => {});
    socket.on('close', () => onwards.destroy());
    socket.pipe(onwards).pipe(socket);
  });
  // Lost, and not late.
  await expect(smtpMailer({ url: through.url, from }).send(mail)).rejects.toThrow('SMTP: ECONNECTION');
});
