import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/**
 * A free port, for a server whose address must be known before it starts. Below the ports that systems use for outgoing
 * connections and `listen(0)`, which may be taken before the server starts.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 30_000);
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
}

/**
 * Reserves a port by UDP until this process ends: no other process that tests gets it before its server starts. Resolves
 * to false if another one has it.
 */
function reserve(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4').once('error', () => resolve(false));
    socket.bind(port, '127.0.0.1', () => resolve(true)).unref();
  });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
