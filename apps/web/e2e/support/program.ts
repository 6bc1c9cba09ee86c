import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A program on this computer that a person connects. */
export class Program {
  readonly #server: Server;
  readonly #url: string;
  readonly #verifier = randomBytes(32).toString('base64url');
  readonly #answered = Promise.withResolvers<URLSearchParams>();
  readonly redirectUri: string;
  #clientId = '';
  #token = '';

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.#url = url;
    this.redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
    server.on('request', (req, res) => {
      const { pathname, searchParams } = new URL(req.url ?? '/', this.redirectUri);
      if (pathname === '/callback') this.#answered.resolve(searchParams);
      res.writeHead(200, { 'content-type': 'text/html' });
      res.end(
        '<!doctype html><title>Program</title><link rel="icon" href="data:,"><h1>Back at the program</h1>',
      );
    });
  }

  static async start(url: string, name: string): Promise<Program> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const program = new Program(server, url);
    const body = JSON.stringify({ client_name: name, redirect_uris: [program.redirectUri] });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/register`, { method: 'POST', headers, body });
    program.#clientId = ((await answer.json()) as { client_id: string }).client_id;
    return program;
  }

  /** The address that it opens in the browser, without its origin. */
  authorizePath(scope: string, state = '1e5'): string {
    const challenge = createHash('sha256').update(this.#verifier).digest('base64url');
    return `/authorize?${new URLSearchParams({
      response_type: 'code',
      client_id: this.#clientId,
      redirect_uri: this.redirectUri,
      scope,
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })}`;
  }

  /** The browser's redirect. */
  answer(): Promise<URLSearchParams> {
    return this.#answered.promise;
  }

  async takeTokens(): Promise<void> {
    const fields = {
      grant_type: 'authorization_code',
      client_id: this.#clientId,
      redirect_uri: this.redirectUri,
      code: (await this.answer()).get('code') ?? '',
      code_verifier: this.#verifier,
    };
    const answer = await fetch(`${this.#url}/token`, { method: 'POST', body: new URLSearchParams(fields) });
    this.#token = ((await answer.json()) as { access_token: string }).access_token;
  }

  /** The names of its allowed tools, or the status of the refusal. */
  async tools(): Promise<string[] | number> {
    const answer = await fetch(`${this.#url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    if (!answer.ok) return answer.status;
    const text = await answer.text();
    const { result } = JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? text);
    return result.tools.map(({ name }: { name: string }) => name);
  }

  close(): Promise<unknown> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(resolve));
  }
}
