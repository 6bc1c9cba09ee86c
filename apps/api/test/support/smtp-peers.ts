import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { startSmtpServer } from '@jarvis/testkit/smtp-server';
import type { SMTPServerOptions } from 'smtp-server';

const closing: (() => Promise<unknown>)[] = [];

/** Ends every started peer. */
export async function closePeers(): Promise<void> {
  for (const close of closing.splice(0)) await close();
}

/** A mail server that ends with the other peers. */
export async function smtpServer(options: SMTPServerOptions = {}) {
  const server = await startSmtpServer(options);
  closing.push(server.close);
  return server;
}

/** A server that passes its connections to `onConnection`. */
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
