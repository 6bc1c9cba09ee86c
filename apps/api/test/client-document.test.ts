import { silentLog } from '@jarvis/testkit';
import { expect, it } from 'vitest';
import { documentFetcher } from '../src/authorization-server/client-document.ts';
import { findClient, isDocumentId } from '../src/authorization-server/clients.ts';

const logged: string[] = [];
const fetchDocument = documentFetcher({
  ...silentLog,
  info: (fields) => void logged.push(JSON.stringify(fields)),
});

it.each([
  'https://127.0.0.1/client.json',
  'https://127.1/client.json',
  'https://2130706433/client.json',
  'https://0x7f000001/client.json',
  'https://0177.0.0.1/client.json',
  'https://0.0.0.0/client.json',
  'https://10.0.0.1/client.json',
  'https://172.16.0.1/client.json',
  'https://192.168.1.1/client.json',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/client.json',
  'https://[::1]/client.json',
  'https://[::]/client.json',
  'https://[::ffff:127.0.0.1]/client.json',
  'https://[64:ff9b::7f00:1]/client.json',
  'https://[2002:7f00:1::]/client.json',
  'https://[fc00::1]/client.json',
  'https://[fe80::1]/client.json',
  'https://localhost/client.json',
  'https://printer/client.json',
  'https://printer.local/client.json',
  'https://notes.example.com:8443/client.json',
  'http://notes.example.com/client.json',
  'data:application/json,{}',
  'file:///etc/passwd',
])('is not fetched at %s', async (url) => {
  logged.length = 0;
  expect(await fetchDocument(url)).toBeUndefined();
  // Refused by the guard, not by a missing network.
  expect(logged.join()).toMatch(
    /unicast|not allowed|public domain|protocol|hostname|port|IP|Forbidden|scheme/i,
  );
});

it.each([
  'http://notes.example/client.json',
  'https://notes.example',
  'https://notes.example/',
  'https://user@notes.example/x',
  'https://notes.example/x?y=1',
  'https://notes.example/x#f',
  'https://notes.example/a/../x',
  'https://Notes.example/x',
  'https://notes.example:443/x',
  ` https://notes.example/x`,
  `https://notes.example/${'x'.repeat(500)}`,
])('%s is not an address of a document', (id) => {
  expect(isDocumentId(id)).toBe(false);
});

const id = 'https://notes.example/client.json';
const redirectUri = 'https://notes.example/callback';
const document = { client_id: id, client_name: 'Notes', redirect_uris: [redirectUri] };

it.each([
  ['is another program’s', { ...document, client_id: `${id}/` }],
  ['names no address', { ...document, redirect_uris: [] }],
  ['names another address', { ...document, redirect_uris: ['https://notes.example/other'] }],
  ['names only an invalid address', { ...document, redirect_uris: ['javascript:/alert(1)'] }],
  ['is a list', [document]],
  ['is null', null],
  ['could not be fetched', undefined],
])('a document that %s belongs to no program', async (_, found) => {
  expect(await findClient('https://jarvis.example', { id, redirectUri }, async () => found)).toBeUndefined();
  const client = await findClient('https://jarvis.example', { id, redirectUri }, async () => document);
  expect(client).toEqual({ id, name: 'Notes', host: 'notes.example', redirectUris: [redirectUri] });
});

it('a document’s other addresses are usable beside an invalid one', async () => {
  const script = 'javascript:/alert(1)';
  const fetchDocument = async () => ({ ...document, redirect_uris: [script, redirectUri] });
  const find = (wanted: string) =>
    findClient('https://jarvis.example', { id, redirectUri: wanted }, fetchDocument);
  expect(await find(redirectUri)).toMatchObject({ redirectUris: [redirectUri] });
  expect(await find(script)).toBeUndefined();
});

it.each([
  ['https://claude.ai/oauth/mcp-oauth-client-metadata', 'https://claude.ai/api/mcp/auth_callback', 'Claude'],
  ['https://claude.ai/oauth/claude-code-client-metadata', 'http://localhost:3118/callback', 'Claude Code'],
  [
    'https://chatgpt.com/oauth/client.json',
    'https://chatgpt.com/connector_platform_oauth_redirect',
    'ChatGPT',
  ],
  ['https://chatgpt.com/oauth/codex/client.json', 'http://127.0.0.1:44739/callback', 'Codex'],
  ['https://vscode.dev/oauth/client-metadata.json', 'http://127.0.0.1:50000/', 'Visual Studio Code'],
])('%s is known without a fetch', async (id, redirectUri, name) => {
  const nobody = () => Promise.reject(new Error('was asked for'));
  expect(await findClient('https://jarvis.example', { id, redirectUri }, nobody)).toMatchObject({
    name,
    host: new URL(id).host,
  });
});
