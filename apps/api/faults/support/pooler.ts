import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TransactionPooler {
  readonly url: string;
  /** Connections to the server that there are. */
  readonly serverConnections: number;
  /** Times that a connection to the server went to another client than before. */
  readonly handovers: number;
  close(): Promise<void>;
}

interface ServerConnection {
  readonly socket: Socket;
  client: Socket | undefined;
  last: Socket | undefined;
  buffered: Buffer;
}

/**
 * What PgBouncer does with `pool_mode = transaction`, in small: clients sign in to the pooler; a client has a
 * connection to the server from its first message until the server says that no transaction is open any more.
 * Trust authentication, no TLS, no cancelling; unknown settings at the start are refused as PgBouncer does.
 */
export async function startTransactionPooler(serverPort: number, size: number): Promise<TransactionPooler> {
  const servers: ServerConnection[] = [];
  const waiting: (() => void)[] = [];
  const clients = new Set<Socket>();
  let handovers = 0;

  const take = (client: Socket): ServerConnection | undefined => {
    const free = servers.find((server) => server.client === undefined);
    if (!free) return undefined;
    if (free.last !== client) handovers += 1;
    free.client = client;
    free.last = client;
    return free;
  };

  for (let n = 0; n < size; n += 1) servers.push(await openServer(serverPort, () => waiting.shift()?.()));

  const listener = createServer((client) => {
    clients.add(client);
    client.on('error', () => {});
    let signedIn = false;
    let pending = Buffer.alloc(0);
    let server: ServerConnection | undefined;
    let queued = false;
    const send = () => {
      queued = false;
      if (pending.length === 0 || client.destroyed) return;
      if (server?.client !== client) server = take(client);
      if (!server) {
        if (!queued) {
          queued = true;
          waiting.push(send);
        }
        return;
      }
      server.socket.write(pending);
      pending = Buffer.alloc(0);
    };
    client.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      if (!signedIn) {
        if (pending.length < 8 || pending.length < pending.readInt32BE(0)) return;
        const greeting = pending.subarray(0, pending.readInt32BE(0));
        pending = pending.subarray(greeting.length);
        if (greeting.readInt32BE(4) !== 196_608) return void client.destroy();
        const unknown = settingsOf(greeting).find((name) => !known.has(name.toLowerCase()));
        if (unknown) return void client.end(errorMessage(`unsupported startup parameter: ${unknown}`));
        signedIn = true;
        client.write(welcome);
      }
      if (pending.length > 0 && pending[0] === 0x58) return void client.end();
      send();
    });
    client.once('close', () => {
      clients.delete(client);
      // A transaction that its client left is undone: this one ends the connection, as PgBouncer does.
      if (server?.client === client) {
        server.socket.destroy();
        const at = servers.indexOf(server);
        void openServer(serverPort, () => waiting.shift()?.()).then((fresh) => {
          servers[at] = fresh;
          waiting.shift()?.();
        });
      }
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return {
    url: `postgres://jarvis@127.0.0.1:${(listener.address() as AddressInfo).port}/jarvis`,
    get serverConnections() {
      return servers.length;
    },
    get handovers() {
      return handovers;
    },
    close: async () => {
      for (const client of clients) client.destroy();
      for (const { socket } of servers) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

async function openServer(port: number, onFree: () => void): Promise<ServerConnection> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  const server: ServerConnection = { socket, client: undefined, last: undefined, buffered: Buffer.alloc(0) };
  const body = Buffer.from('user\0jarvis\0database\0jarvis\0\0');
  const head = Buffer.alloc(8);
  head.writeInt32BE(body.length + 8, 0);
  head.writeInt32BE(196_608, 4);
  socket.write(Buffer.concat([head, body]));
  await new Promise<void>((resolve) => {
    let signedIn = false;
    socket.on('data', (chunk) => {
      if (signedIn) server.client?.write(chunk);
      const status = readyStatus(server, chunk);
      if (status === undefined) return;
      if (!signedIn) {
        signedIn = true;
        resolve();
      } else if (status === 'I') {
        server.client = undefined;
        onFree();
      }
    });
  });
  return server;
}

/** The transaction status of the last ReadyForQuery that ends what has come so far. */
function readyStatus(server: ServerConnection, chunk: Buffer): string | undefined {
  server.buffered = Buffer.concat([server.buffered, chunk]);
  let status: string | undefined;
  while (server.buffered.length >= 5) {
    const length = server.buffered.readInt32BE(1) + 1;
    if (server.buffered.length < length) return undefined;
    status = server.buffered[0] === 0x5a ? String.fromCharCode(server.buffered[5] ?? 0) : undefined;
    server.buffered = server.buffered.subarray(length);
  }
  return server.buffered.length === 0 ? status : undefined;
}

/** What PgBouncer keeps for each client, and what every client sends. */
const known = new Set([
  'user',
  'database',
  'application_name',
  'client_encoding',
  'datestyle',
  'timezone',
  'standard_conforming_strings',
]);

function settingsOf(greeting: Buffer): string[] {
  return greeting
    .subarray(8)
    .toString('utf8')
    .split('\0')
    .filter((_, index, all) => index % 2 === 0 && index < all.length - 2 && all[index] !== '');
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const errorMessage = (text: string): Buffer =>
  message('E', Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${text}\0\0`));

const welcome = Buffer.concat([
  message('R', Buffer.from([0, 0, 0, 0])),
  message('S', Buffer.from('server_version\x0018.4\0')),
  message('S', Buffer.from('client_encoding\0UTF8\0')),
  message('K', Buffer.alloc(8)),
  message('Z', Buffer.from('I')),
]);
