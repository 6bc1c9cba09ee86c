import { createHash, randomBytes } from 'node:crypto';
import { Client, type ClientAnswer } from './client.ts';

export interface ProgramOptions {
  readonly clientId?: string;
  readonly redirectUri?: string;
  readonly scope?: string;
  readonly name?: string;
  /** Further fields of `/authorize`; undefined omits a field. */
  readonly query?: Readonly<Record<string, string | undefined>>;
}

/** The public origin in tests. */
export const publicUrl = 'http://localhost:3000';

export const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** A program that connects as the standard says, step by step. */
export class OauthProgram {
  readonly url: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scope: string | undefined;
  readonly state = 'n+eBY2DPiNEk3xEe7rqmtg==';
  readonly verifier = randomBytes(32).toString('base64url');
  readonly challenge = createHash('sha256').update(this.verifier).digest('base64url');
  readonly query: Readonly<Record<string, string | undefined>>;

  private constructor(url: string, clientId: string, options: ProgramOptions) {
    this.url = url;
    this.clientId = clientId;
    this.redirectUri = options.redirectUri ?? 'http://127.0.0.1:49152/callback';
    this.scope = options.scope;
    this.query = options.query ?? {};
  }

  /** Registers, unless it is registered already. */
  static async start(url: string, options: ProgramOptions = {}): Promise<OauthProgram> {
    if (options.clientId !== undefined) return new OauthProgram(url, options.clientId, options);
    const { status, body, text } = await new Client(url).post('/register', {
      client_name: options.name ?? 'A program',
      redirect_uris: [options.redirectUri ?? 'http://127.0.0.1/callback'],
    });
    if (status !== 201) throw new Error(`register answered ${status}: ${text}`);
    return new OauthProgram(url, body.client_id, options);
  }

  /** The address that it opens, without its origin. */
  authorizePath(): string {
    const fields = {
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: this.redirectUri,
      scope: this.scope,
      state: this.state,
      code_challenge: this.challenge,
      code_challenge_method: 'S256',
      resource: `${publicUrl}/mcp`,
      ...this.query,
    };
    const sent = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
    return `/authorize?${new URLSearchParams(sent)}`;
  }

  /** The person's browser opens the address; returns the name of the shown request. */
  async ask(person: Client): Promise<string> {
    const answer = await person.get(this.authorizePath());
    const [, uid] = /^\/connect\/([\w-]{43})$/.exec(answer.headers.get('location') ?? '') ?? [];
    if (uid === undefined)
      throw new Error(
        `authorize answered ${answer.status}: ${answer.headers.get('location')} ${answer.text}`,
      );
    return uid;
  }

  /** Asks, is allowed by the person, and gets its code. */
  async code(person: Client, scopes?: readonly string[]): Promise<string> {
    const uid = await this.ask(person);
    const { status, body, text } = await person.post(`/connect/${uid}/decision`, { allow: true, scopes });
    if (status !== 200) throw new Error(`the decision was answered ${status}: ${text}`);
    const { searchParams } = new URL(body.location);
    return searchParams.get('code') ?? '';
  }

  send(
    path: string,
    fields: Readonly<Record<string, string | undefined>>,
    url = this.url,
  ): Promise<ClientAnswer> {
    const sent = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
    return new Client(url).post(path, new URLSearchParams(sent).toString(), form);
  }

  exchange(code: string, changes: Readonly<Record<string, string | undefined>> = {}): Promise<ClientAnswer> {
    return this.send('/token', {
      grant_type: 'authorization_code',
      client_id: this.clientId,
      redirect_uri: this.redirectUri,
      code,
      code_verifier: this.verifier,
      resource: `${publicUrl}/mcp`,
      ...changes,
    });
  }

  refresh(refreshToken: string, url = this.url): Promise<ClientAnswer> {
    const fields = { grant_type: 'refresh_token', client_id: this.clientId, refresh_token: refreshToken };
    return this.send('/token', fields, url);
  }

  /** All steps; returns the result. */
  async connect(person: Client, scopes?: readonly string[]): Promise<Connected> {
    const { status, body, text } = await this.exchange(await this.code(person, scopes));
    if (status !== 200) throw new Error(`token answered ${status}: ${text}`);
    return {
      client: new Client(this.url, { authorization: `Bearer ${body.access_token}` }),
      accessToken: body.access_token,
      refreshToken: body.refresh_token,
      scope: body.scope,
    };
  }
}

export interface Connected {
  /** Calls with the access token. */
  readonly client: Client;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly scope: string;
}
