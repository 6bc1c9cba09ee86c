import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

const closing: (() => Promise<unknown>)[] = [];

/** Ends every peer that was started. */
export async function closePeers(): Promise<void> {
  for (const close of closing.splice(0)) await close();
}

/** A real SMTP server on loopback, and what it has received. */
export async function smtpServer(options: SMTPServerOptions = {}) {
  const received: { message: string; to: string[]; user: unknown }[] = [];
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
  closing.push(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
  const { port } = smtp.server.address() as AddressInfo;
  return { received, smtp, url: (user = '') => `smtp://${user}127.0.0.1:${port}` };
}

/** Something that accepts connections and does as told with them. */
export async function tcpPeer(onConnection: (socket: net.Socket) => void) {
  const sockets = new Set<net.Socket>();
  const listener = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    onConnection(socket);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    listener.close();
  });
  return { url: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`, sockets };
}
