import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify as verifySignature,
} from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Running, serve } from '@jarvis/testkit';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A server on loopback that the service calls: as a webhook, or as a push service. */
export interface Receiver extends Running {
  readonly received: Received[];
  /** As OUTBOUND_HOSTS lists it. */
  readonly place: string;
  /** Sets its answer. */
  answer(status: number, headers?: Record<string, string>): void;
  /** Leaves calls of a path unanswered from now on; `held` lists the waiting paths. */
  hold(path: string): void;
  readonly held: ReadonlySet<string>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let next: { status: number; headers: Record<string, string> } = { status: 204, headers: {} };
  const holding = new Set<string>();
  const held = new Set<string>();
  const running = await serve(async (req, res) => {
    const body = await buffer(req);
    received.push({ path: req.url ?? '', headers: req.headers, body });
    if (!holding.has(req.url ?? '')) return res.writeHead(next.status, next.headers).end();
    held.add(req.url ?? '');
    res.once('close', () => held.delete(req.url ?? ''));
  });
  return {
    ...running,
    received,
    place: new URL(running.url).host,
    held,
    hold: (path) => holding.add(path),
    answer(status, headers = {}) {
      next = { status, headers };
    },
  };
}

/** A browser's subscription, and the browser's decryption of pushes (RFC 8291). */
export function browserAt(endpoint: string) {
  const own = createECDH('prime256v1');
  own.generateKeys();
  const auth = randomBytes(16);
  const subscription = {
    endpoint,
    expirationTime: null,
    keys: { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') },
  };
  const read = (body: Buffer) => {
    const salt = body.subarray(0, 16);
    const idLength = body[20] ?? 0;
    const server = body.subarray(21, 21 + idLength);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), server]);
    const secret = Buffer.from(hkdfSync('sha256', own.computeSecret(server), auth, info, 32));
    const derived = (name: string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), length));
    const sealed = body.subarray(21 + idLength);
    const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
    decipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    const text = padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
    return { text, message: JSON.parse(text) };
  };
  return { subscription, read };
}

/** The claims of a push's signature (VAPID, RFC 8292); throws unless it is signed with that key. */
export function vapidClaims(authorization: string, publicKey: string): Record<string, unknown> {
  const [, token = '', key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error('signed with another key');
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = {
    ...{ kty: 'EC', crv: 'P-256' },
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const isGood = verifySignature(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isGood) throw new Error('the signature is wrong');
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}
