import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { parseDatabaseUrl } from '@jarvis/database/cluster';

export interface FlakyServer {
  /** The same database, through the proxy. */
  readonly url: string;
  readonly port: number;
  /** The first bytes of each client, one entry a connection. */
  readonly greetings: readonly string[];
  /** The number of connections so far. */
  readonly connections: number;
  /** For new connections. `close`: accepts and closes at once. `hang`: accepts and never answers. */
  mode: 'forward' | 'close' | 'hang';
  /** From now on the present connections carry no data, and do not end. */
  freeze(): void;
  /** Cuts the connection on which a client sends this text, instead of the server's answer. Once. */
  cutAnswerTo(text: string): void;
  /** Ends the present connections, like a stopped server. */
  drop(): void;
  /** Resets the present connections, like a restarted machine. */
  reset(): void;
  stop(): Promise<void>;
}

/** A proxy before a database that can fail like networks and servers do. */
export async function flakyServer(url: string): Promise<FlakyServer> {
  const { host, port: upstreamPort, path, database, url: known } = parseDatabaseUrl(url);
  const open = new Set<[Socket, Socket | undefined]>();
  const greetings: string[] = [];
  let connections = 0;
  let swallowed: string | undefined;

  const server = createServer((client) => {
    connections += 1;
    client.on('error', () => {});
    if (flaky.mode === 'close') {
      client.resume().end();
      return;
    }
    const upstream =
      flaky.mode === 'forward' ? createConnection(path ? { path } : { host, port: upstreamPort }) : undefined;
    const pair: [Socket, Socket | undefined] = [client, upstream];
    open.add(pair);
    client.on('close', () => {
      open.delete(pair);
      upstream?.destroy();
    });
    client.once('data', (data) => {
      const greeting = data.toString('latin1');
      greetings.push(greeting);
      upstream?.write(data);
      if (!upstream) return;
      client.on('data', (sent) => {
        if (swallowed === undefined || !sent.includes(swallowed)) return;
        swallowed = undefined;
        upstream
          .unpipe(client)
          .once('data', () => client.destroy())
          .resume();
      });
      client.pipe(upstream);
    });
    upstream?.on('error', () => client.destroy());
    upstream?.on('close', () => client.end());
    upstream?.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const flaky: FlakyServer = {
    url: `postgres://${new URL(known).username}@127.0.0.1:${port}/${database}`,
    port,
    greetings,
    get connections() {
      return connections;
    },
    mode: 'forward',
    freeze: () => {
      for (const [client, upstream] of open) {
        client.unpipe();
        upstream?.unpipe();
        client.on('data', () => {});
      }
    },
    cutAnswerTo: (text) => {
      swallowed = text;
    },
    drop: () => {
      for (const [client] of open) client.end();
    },
    reset: () => {
      for (const [client] of open) client.resetAndDestroy();
    },
    stop: async () => {
      for (const [client, upstream] of open) {
        client.destroy();
        upstream?.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return flaky;
}
