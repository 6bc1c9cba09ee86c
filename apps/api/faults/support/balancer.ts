import { Agent, createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A load balancer in miniature, as apps/api/deploy/haproxy.cfg sets up a real one: requests in turn, and sent
 * again to another server only when the connection was refused, so that a write is never done twice.
 */
export async function startBalancer(ports: () => readonly number[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const figures = { lost: 0, retried: 0, codes: new Map<string, number>() };
  let turn = 0;
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      turn += 1;
      send(turn, ports().length);
    });

    function send(which: number, triesLeft: number): void {
      const all = ports();
      const onward = httpRequest({
        host: '127.0.0.1',
        port: all[which % all.length],
        path: req.url,
        method: req.method,
        headers: req.headers,
        agent,
      });
      onward.once('response', (answer) => {
        const { connection, 'keep-alive': _, ...headers } = answer.headers;
        res.writeHead(answer.statusCode ?? 502, headers);
        answer.pipe(res);
        answer.once('error', () => res.destroy());
      });
      onward.once('error', (error: NodeJS.ErrnoException) => {
        const code = error.code ?? error.message;
        figures.codes.set(code, (figures.codes.get(code) ?? 0) + 1);
        if (code === 'ECONNREFUSED' && triesLeft > 1) {
          figures.retried += 1;
          return send(which + 1, triesLeft - 1);
        }
        figures.lost += 1;
        if (!res.headersSent) res.writeHead(502);
        res.end();
      });
      onward.end(Buffer.concat(chunks));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    figures,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        agent.destroy();
      }),
  };
}
