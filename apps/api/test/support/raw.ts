import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
}

/**
 * A request with exactly these bytes, which `fetch` would normalise or refuse. Each has its own connection, because the
 * service pauses one that has sent a large body in vain.
 */
export function rawRequest(
  url: string,
  path: string,
  {
    method = 'GET',
    headers = [],
    body,
  }: { method?: string; headers?: readonly string[]; body?: string | Uint8Array } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const length = body === undefined ? [] : ['Content-Length', String(Buffer.byteLength(body))];
  const agent = new Agent({ keepAlive: true });
  return new Promise<RawAnswer>((resolve, reject) => {
    const outgoing = request(
      {
        hostname,
        port,
        path,
        method,
        headers: ['Host', `${hostname}:${port}`, ...length, ...headers],
        setHost: false,
        agent,
      },
      (incoming) => {
        const { statusCode: status = 0, headers } = incoming;
        text(incoming).then((text) => resolve({ status, headers, text }), reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  }).finally(() => agent.destroy());
}
