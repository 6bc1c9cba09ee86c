import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { auth as authOfAiSdk } from '@ai-sdk/mcp';
import { auth, Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../test/support/client.ts';
import { startService, type TestService } from '../test/support/service.ts';

let service: TestService;
let ada: Client;
const documents = new Map<string, unknown>();
const redirectUri = 'http://127.0.0.1:49152/callback';

/** A port that is free: the service's public address must be its real one. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

beforeAll(async () => {
  const port = await freePort();
  const fetchDocument = async (url: string) => documents.get(url);
  service = await startService({ port, publicUrl: `http://127.0.0.1:${port}`, fetchDocument });
  ada = await service.signedUp();
});
afterAll(() => service.close());

/** Acts as the browser that a program opens: the person ticks the requested rights. */
async function consent(address: URL | string, scopes?: readonly string[]): Promise<URL> {
  const { pathname, search } = new URL(address);
  const asked = await ada.get(pathname + search);
  const path = asked.headers.get('location') ?? '';
  const decided = await ada.post(`${path}/decision`, { allow: true, scopes });
  if (decided.status !== 200) throw new Error(`${asked.status} ${path}: ${decided.text}`);
  return new URL(decided.body.location);
}

interface Kept {
  client?: { client_id: string };
  tokens?: { access_token: string; token_type: string; refresh_token?: string | undefined };
  verifier?: string;
  address?: URL;
}

/** What a program stores while it signs in. */
function keeper(clientMetadataUrl?: string) {
  const kept: Kept = {};
  return {
    kept,
    redirectUrl: redirectUri,
    ...(clientMetadataUrl === undefined ? {} : { clientMetadataUrl }),
    clientMetadata: {
      client_name: 'Judge',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => kept.client,
    saveClientInformation(client: NonNullable<Kept['client']>) {
      kept.client = client;
    },
    tokens: () => kept.tokens,
    saveTokens(tokens: NonNullable<Kept['tokens']>) {
      kept.tokens = tokens;
    },
    redirectToAuthorization(address: URL) {
      kept.address = address;
    },
    saveCodeVerifier(verifier: string) {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier ?? '',
  };
}

const usual = 'tasks tasks:write conversations ask';
const documentUrl = 'https://judge.example/client.json';

it.for([
  ['a registration', undefined],
  ['its document', documentUrl],
] as const)(
  'the official client signs in by %s, calls tools, refreshes, and asks for more',
  async ([, url]) => {
    documents.set(documentUrl, {
      client_id: documentUrl,
      client_name: 'Judge',
      redirect_uris: [redirectUri],
    });
    const provider = keeper(url);
    const serverUrl = new URL('/mcp', service.url);
    const transport = () => new StreamableHTTPClientTransport(serverUrl, { authProvider: provider });
    const connecting = new McpClient({ name: 'judge', version: '1' });
    const waiting = transport();
    await expect(connecting.connect(waiting)).rejects.toThrow(/unauthorized/i);
    expect(provider.kept.address?.searchParams.get('scope')).toBe(usual);
    expect(provider.kept.client?.client_id).toEqual(url ?? expect.stringMatching(/^dcr_/));
    const { searchParams } = await consent(provider.kept.address ?? '');
    await waiting.finishAuth(searchParams);
    const client = new McpClient({ name: 'judge', version: '1' });
    await client.connect(transport());
    expect((await client.listTools()).tools).toHaveLength(7);
    await client.close();

    const before = provider.kept.tokens;
    expect(await auth(provider, { serverUrl })).toBe('AUTHORIZED');
    expect(provider.kept.tokens?.refresh_token).not.toBe(before?.refresh_token);

    const again = new McpClient({ name: 'judge', version: '1' });
    await again.connect(transport());
    await expect(again.callTool({ name: 'list_memories', arguments: {} })).rejects.toThrow();
    expect(provider.kept.address?.searchParams.get('scope')?.split(' ').sort()).toEqual(
      `${usual} memories`.split(' ').sort(),
    );
    await again.close();
  },
);

it('the AI SDK signs in and refreshes', async () => {
  const provider = keeper();
  const serverUrl = new URL('/mcp', service.url);
  expect(await authOfAiSdk(provider, { serverUrl })).toBe('REDIRECT');
  const { searchParams } = await consent(provider.kept.address ?? '');
  const answer = {
    authorizationCode: searchParams.get('code') ?? '',
    callbackIssuer: searchParams.get('iss') ?? '',
  };
  expect(await authOfAiSdk(provider, { serverUrl, ...answer })).toBe('AUTHORIZED');
  const first = provider.kept.tokens?.access_token;
  expect(await authOfAiSdk(provider, { serverUrl })).toBe('AUTHORIZED');
  expect(provider.kept.tokens?.access_token).not.toBe(first);
});

it('oauth4webapi, which accepts only what the standards allow, discovers, registers, signs in, refreshes, revokes', async () => {
  const insecure = { [oauth.allowInsecureRequests]: true } as const;
  const resource = new URL(`${service.url}/mcp`);
  const found = await oauth.resourceDiscoveryRequest(resource, insecure);
  const described = await oauth.processResourceDiscoveryResponse(resource, found);
  const issuer = new URL(described.authorization_servers?.[0] ?? '');
  const discovered = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
  const as = await oauth.processDiscoveryResponse(issuer, discovered);
  const metadata = {
    client_name: 'Strict',
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: 'none',
  };
  const registering = await oauth.dynamicClientRegistrationRequest(as, metadata, insecure);
  const client = await oauth.processDynamicClientRegistrationResponse(registering);
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
  const address = new URL(as.authorization_endpoint ?? '');
  for (const [name, value] of Object.entries({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: redirectUri,
    scope: 'tasks ask',
    state,
    resource: resource.href,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }))
    address.searchParams.set(name, value);
  const answer = oauth.validateAuthResponse(as, client, await consent(address, ['tasks']), state);
  const authentication = oauth.None();
  const asking = await oauth.authorizationCodeGrantRequest(
    as,
    client,
    authentication,
    answer,
    redirectUri,
    verifier,
    { ...insecure, additionalParameters: { resource: resource.href } },
  );
  const tokens = await oauth.processAuthorizationCodeResponse(as, client, asking);
  expect(tokens).toMatchObject({ scope: 'tasks', token_type: 'bearer', expires_in: 604_800 });
  const refreshing = await oauth.refreshTokenGrantRequest(
    as,
    client,
    authentication,
    tokens.refresh_token ?? '',
    insecure,
  );
  const fresh = await oauth.processRefreshTokenResponse(as, client, refreshing);
  const call = () =>
    oauth.protectedResourceRequest(
      fresh.access_token,
      'POST',
      resource,
      new Headers({ 'content-type': 'application/json', accept: 'application/json, text/event-stream' }),
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      insecure,
    );
  expect((await call()).status).toBe(200);
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(as, client, authentication, fresh.access_token, insecure),
  );
  await expect(call()).rejects.toMatchObject({
    cause: [{ scheme: 'bearer', parameters: { error: 'invalid_token' } }],
  });
});

/** A program that prints an address to open, and its complete output. */
function started(bin: string, args: readonly string[], env: Record<string, string>) {
  const program: ChildProcessWithoutNullStreams = spawn(
    join(import.meta.dirname, 'node_modules/.bin', bin),
    args,
    { env: { ...process.env, NO_COLOR: '1', BROWSER: '/bin/true', ...env }, cwd: import.meta.dirname },
  );
  let said = '';
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (chunk) => {
      said += stripVTControlCharacters(String(chunk));
    });
  const ended = new Promise<number | null>((resolve) => program.once('close', resolve));
  return { said: () => said, ended, stop: () => program.kill() };
}

const addressIn = (text: string) => /http:\/\/\S+\/authorize\?[^\s"]+/.exec(text)?.[0] ?? '';

it('the conformance suite finds nothing wrong with the authorization server', async () => {
  const port = await freePort();
  const { status, body } = await ada.post('/register', {
    client_name: 'Conformance',
    redirect_uris: [`http://127.0.0.1:${port}/callback`],
  });
  expect(status).toBe(201);
  const suite = started(
    'conformance',
    [
      'authorization',
      '--url',
      service.url,
      '--client-id',
      body.client_id,
      '--resource',
      `${service.url}/mcp`,
      '-p',
      String(port),
    ],
    {},
  );
  await expect.poll(() => addressIn(suite.said()), { timeout: 60_000 }).not.toBe('');
  await fetch(await consent(addressIn(suite.said())));
  await suite.ended;
  expect(suite.said()).toContain('Total: 3 passed, 0 failed');
}, 120_000);

it('the inspector’s command line signs in by a browser, and continues with its stored tokens', async () => {
  const home = mkdtempSync(join(tmpdir(), 'jarvis-inspector-'));
  try {
    const env = { HOME: home, MCP_AUTO_OPEN_ENABLED: 'true', MCP_INSPECTOR_SECRET_STORE: 'file' };
    const args = ['--cli', `${service.url}/mcp`, '--transport', 'http', '--method', 'tools/list'];
    const inspector = started('mcp-inspector', args, env);
    await expect.poll(() => addressIn(inspector.said()), { timeout: 60_000 }).not.toBe('');
    await fetch(await consent(addressIn(inspector.said())));
    await inspector.ended;
    expect(inspector.said()).toContain('search_conversations');
    const again = started('mcp-inspector', [...args, '--stored-auth-only'], env);
    await again.ended;
    expect(again.said()).toContain('search_conversations');
  } finally {
    rmSync(home, { recursive: true });
  }
}, 120_000);
