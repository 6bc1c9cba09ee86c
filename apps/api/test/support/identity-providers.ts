import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Running, serve } from '@jarvis/testkit';
import { clientId, clientSecret, type Person } from '@jarvis/testkit/issuer';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { Client } from './client.ts';

/** The needed endpoints of GitHub, over real HTTP. `fault` replaces an answer by path. */
export class GithubStandIn {
  person: Person = { id: '1' };
  addresses: unknown = [];
  denies = false;
  fault: ((path: string, res: ServerResponse) => boolean) | undefined;
  readonly requests: string[] = [];
  readonly url: string;
  readonly close: () => Promise<void>;
  readonly #challenges = new Map<string, string>();

  private constructor({ url, close }: Running) {
    this.url = url;
    this.close = close;
  }

  static async start(): Promise<GithubStandIn> {
    let standIn: GithubStandIn | undefined;
    const running = await serve((req, res) => void standIn?.answer(req, res));
    standIn = new GithubStandIn(running);
    return standIn;
  }

  async answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', this.url);
    this.requests.push(`${req.method} ${url.pathname}`);
    if (this.fault?.(url.pathname, res)) return;
    const json = (status: number, body: unknown) =>
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url.pathname === '/login/oauth/authorize') {
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('state', url.searchParams.get('state') ?? '');
      const code = `code-${Math.random()}`;
      this.#challenges.set(code, url.searchParams.get('code_challenge') ?? '');
      if (this.denies) back.searchParams.set('error', 'access_denied');
      else back.searchParams.set('code', code);
      return void res.writeHead(302, { location: back.href }).end();
    }
    if (url.pathname === '/login/oauth/access_token') {
      const form = new URLSearchParams(await text(req));
      const challenge = this.#challenges.get(form.get('code') ?? '');
      this.#challenges.delete(form.get('code') ?? '');
      const good =
        form.get('client_id') === clientId &&
        form.get('client_secret') === clientSecret &&
        challenge === (await s256(form.get('code_verifier') ?? ''));
      if (!good) return void json(200, { error: 'bad_verification_code' });
      return void json(200, { access_token: 'gho_token', token_type: 'bearer', scope: 'user:email' });
    }
    if (req.headers.authorization !== 'Bearer gho_token') return void json(401, { message: 'no' });
    if (url.pathname === '/api/user') {
      return void json(200, { id: Number(this.person.id), login: 'ada', name: this.person.name ?? null });
    }
    if (url.pathname === '/api/user/emails') return void json(200, this.addresses);
    json(404, { message: 'Not Found' });
  }
}

async function s256(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return Buffer.from(digest).toString('base64url');
}

/** An issuer that misbehaves on command: any endpoint, any claim, any key. */
export class CrookedIssuer {
  /** Replaces claims; undefined removes one. */
  claims: JWTPayload = {};
  /** Replaces the signature of the ID token. */
  sign: ((claims: JWTPayload) => Promise<string>) | undefined;
  /** Answers instead of the endpoint at that path; true when it did. */
  fault: ((path: string, res: ServerResponse) => boolean) | undefined;
  /** Replaces fields of the discovery document. */
  discovery: Record<string, unknown> = {};
  nonce = '';
  /** Its clock, in milliseconds. */
  now = () => Date.now();
  readonly url: string;
  readonly close: () => Promise<void>;
  readonly #keys = generateKeyPair('RS256');

  private constructor({ url, close }: Running) {
    this.url = url;
    this.close = close;
  }

  static async start(): Promise<CrookedIssuer> {
    let issuer: CrookedIssuer | undefined;
    const running = await serve((req, res) => void issuer?.answer(req, res));
    issuer = new CrookedIssuer(running);
    return issuer;
  }

  async answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname } = new URL(req.url ?? '/', this.url);
    if (this.fault?.(pathname, res)) return;
    const json = (body: unknown) =>
      res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const { publicKey, privateKey } = await this.#keys;
    if (pathname === '/.well-known/openid-configuration') {
      return void json({
        issuer: this.url,
        authorization_endpoint: `${this.url}/authorize`,
        token_endpoint: `${this.url}/token`,
        jwks_uri: `${this.url}/keys`,
        ...this.discovery,
      });
    }
    if (pathname === '/keys')
      return void json({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256' }] });
    if (pathname === '/token') {
      const nowSeconds = Math.floor(this.now() / 1000);
      const claims: JWTPayload = {
        iss: this.url,
        aud: clientId,
        sub: 'crooked-1',
        iat: nowSeconds,
        exp: nowSeconds + 3600,
        nonce: this.nonce,
        email: 'crooked@example.org',
        email_verified: true,
        ...this.claims,
      };
      const good = (payload: JWTPayload) =>
        new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(privateKey);
      const idToken = await (this.sign ?? good)(JSON.parse(JSON.stringify(claims)));
      return void json({ access_token: 'a', token_type: 'Bearer', id_token: idToken });
    }
    res.writeHead(404).end();
  }
}

/** Follows redirects at the provider like a browser, until the callback; returns the callback’s path and query. */
export async function comeBackFrom(location: string, publicUrl: string): Promise<string> {
  const jar = new Client('');
  let url = location;
  for (let hops = 0; hops < 10; hops++) {
    if (url.startsWith(publicUrl)) return url.slice(publicUrl.length);
    const answer = await jar.get(url);
    const next = answer.headers.get('location');
    if (!next) throw new Error(`the provider answered ${answer.status}: ${answer.text.slice(0, 500)}`);
    url = new URL(next, url).href;
  }
  throw new Error('too many redirects');
}
