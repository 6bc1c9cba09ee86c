import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type DatabaseAddress, type Host, socketAddress } from './address.ts';

const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/**
 * A connected socket to one host, encrypted if the address asks for it; rejects after `timeoutMs`.
 * A server that closes, however politely, makes it fail with an error: postgres.js would otherwise leave the
 * query of a connection that is closed while it is set up waiting for ever (its issue 1193).
 */
export async function openSocket(address: DatabaseAddress, host: Host, timeoutMs: number): Promise<Socket> {
  const plain = connectPlain({
    ...socketAddress(host),
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: 30_000,
  });
  plain.on('error', () => {});
  const timer = setTimeout(() => plain.destroy(failure('ETIMEDOUT', 'no answer')), timeoutMs);
  try {
    await once(plain, 'connect');
    const socket =
      address.tls === 'off' || host.host.startsWith('/') ? plain : await encrypt(plain, address, host);
    socket.on('end', () => socket.destroy(failure('CONNECTION_CLOSED', 'the server closed the connection')));
    return socket;
  } catch (error) {
    plain.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

export function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

async function encrypt(plain: Socket, address: DatabaseAddress, host: Host): Promise<Socket> {
  plain.write(sslRequest);
  const [answer] = (await once(plain, 'data')) as [Buffer];
  // More than one byte would be text injected before encryption began.
  if (answer.length !== 1) throw failure('ECONNRESET', 'unexpected answer to the request for TLS');
  if (answer[0] !== 83) {
    if (address.tls === 'prefer') return plain.resume();
    throw failure('ECONNREFUSED', 'the server does not offer TLS');
  }
  const options = typeof address.tls === 'object' ? address.tls : { rejectUnauthorized: false };
  const name = isIP(host.host) ? {} : { servername: host.host };
  const socket = connectTls({ ...name, ...options, socket: plain });
  await once(socket, 'secureConnect');
  return socket;
}

/** The next event of that name; rejects if the socket fails or closes first. */
function once(socket: Socket, event: string): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      socket.off(event, onEvent);
      socket.off('error', onError);
      socket.off('close', onClose);
      if (event === 'data') socket.pause();
      settle();
    };
    const onEvent = (...values: unknown[]) => finish(() => resolve(values));
    const onError = (error: Error) => finish(() => reject(error));
    const onClose = () => onError(failure('CONNECTION_CLOSED', 'the server closed the connection'));
    socket.on(event, onEvent);
    socket.on('error', onError);
    socket.on('close', onClose);
  });
}
