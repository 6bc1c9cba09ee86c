import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/** The failures of an outside service. */
export const misbehaviours = ['refuses', 'resets', 'hangs', 'trickles', 'floods', 'babbles'] as const;
export type Misbehaviour = (typeof misbehaviours)[number];

export interface CrookedServer {
  readonly port: number;
  /** The behaviour for new connections; `answers` replies with `answer`. */
  manner: Misbehaviour | 'answers';
  readonly connections: number;
  close(): Promise<void>;
}

/** A server on a real socket, for any protocol, that fails like real servers. */
export async function startCrookedServer(
  answer: (request: string) => string = () => '',
): Promise<CrookedServer> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => open.delete(socket));
    behave(socket, crooked.manner, answer);
  });
  await listenOn(server, 0);
  const { port } = server.address() as AddressInfo;
  let manner: CrookedServer['manner'] = 'answers';
  const crooked: CrookedServer = {
    port,
    get manner() {
      return manner;
    },
    set manner(next) {
      const was = manner;
      manner = next;
      for (const socket of open) socket.destroy();
      if (next === 'refuses') server.close();
      else if (was === 'refuses') server.listen(port, '127.0.0.1');
    },
    get connections() {
      return open.size;
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
  return crooked;
}

function behave(socket: Socket, manner: CrookedServer['manner'], answer: (request: string) => string): void {
  if (manner === 'hangs') return void socket.resume();
  let begun = false;
  let request = '';
  // If the protocol's server speaks first, as in SMTP, the client sends nothing at first.
  if (manner !== 'answers') setTimeout(() => socket.emit('data', Buffer.alloc(0)), 50).unref();
  socket.on('data', (chunk: Buffer) => {
    request += chunk.toString('latin1');
    if (manner === 'resets') return void socket.resetAndDestroy();
    if (manner === 'answers') {
      const said = answer(request);
      if (said !== '') {
        socket.write(said);
        request = '';
      }
      return;
    }
    if (begun) return;
    begun = true;
    if (manner === 'babbles')
      return void socket.end(
        'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n<!doctype html>{"nonsense": [1, 2,',
      );
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n');
    if (manner === 'trickles') drip(socket);
    if (manner === 'floods') flood(socket);
  });
}

/** A byte at intervals, so that no limit on silence is reached. */
function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write('1\r\n \r\n'), 100);
  socket.once('close', () => clearInterval(timer));
}

/** As much as the client reads, without end. */
function flood(socket: Socket): void {
  const piece = `10000\r\n${'{"a":'.repeat(0x10000 / 5 + 1).slice(0, 0x10000)}\r\n`;
  const pour = () => {
    while (!socket.destroyed && socket.write(piece)) {
      // Stops when the client reads more slowly.
    }
  };
  socket.on('drain', pour);
  pour();
}

function listenOn(server: ReturnType<typeof createServer>, port: number): Promise<void> {
  return new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
}
