import { expect, it } from 'vitest';
import { borrowedName, tidyName } from './known-programs.ts';
import { destinationOf, isAmongRedirects, withAnswer } from './redirects.ts';

it.each([
  ['https://claude.ai/api/mcp/auth_callback', { host: 'claude.ai', loopback: false }],
  ['https://notes.example:8443/cb?tenant=a', { host: 'notes.example:8443', loopback: false }],
  ['http://127.0.0.1:6276/oauth/callback', { host: '127.0.0.1:6276', loopback: true }],
  ['http://localhost/callback', { host: 'localhost', loopback: true }],
  ['http://[::1]:33418/', { host: '[::1]:33418', loopback: true }],
  ['cursor://anysphere.cursor-mcp/oauth/callback', { host: 'cursor:', loopback: true }],
  ['vscode-insiders://publisher.extension/callback', { host: 'vscode-insiders:', loopback: true }],
  ['com.example.app:/oauth2redirect', { host: 'com.example.app:', loopback: true }],
])('a code may go to %s', (uri, destination) => {
  expect(destinationOf(uri)).toEqual(destination);
});

it.each([
  '',
  'callback',
  '//evil.example/',
  'http://evil.example/cb',
  'http://127.0.0.1.evil.example/cb',
  'http://localhost.evil.example/cb',
  'http://127.1.1.1/cb',
  'https://user@notes.example/cb',
  'https://:pass@notes.example/cb',
  'https://notes.example/cb#x',
  'https://notes.example/c b',
  'https://notes.example/cb\n',
  ' https://notes.example/cb',
  'https:\\\\notes.example/cb',
  'https://notes.example\\@evil.example/',
  'https://bücher.example/cb',
  'javascript:alert(1)',
  'JavaScript://x/%0aalert(1)',
  'java\tscript:/alert(1)',
  'data:text/html,hi',
  'data:/text/html,hi',
  'vbscript:/x',
  'file:///etc/passwd',
  'blob:https://notes.example/uuid',
  'about:/blank',
  'ws://localhost/cb',
  'ms-settings:/x',
  'chrome://settings',
  'intent://x/#Intent;end',
  'web+notes://x/cb',
  'web+com.example:/cb',
  'webcal://evil.example/cb',
  'smb://evil.example/cb',
  'ldap://evil.example/cb',
  'matrix:/cb',
  'whatsapp://send',
  'search-ms:/x',
  'unknown-app:/cb',
  '.app:/cb',
  'app.:/cb',
  `https://notes.example/${'x'.repeat(1_000)}`,
])('no code is sent to %j', (uri) => {
  expect(destinationOf(uri)).toBeUndefined();
  expect(isAmongRedirects(uri, [uri])).toBe(false);
});

it('an address must be a registered one, except for a port on loopback', () => {
  const named = ['http://127.0.0.1/callback', 'http://localhost:33418/', 'https://notes.example/cb'];
  for (const uri of ['http://127.0.0.1:5000/callback', 'http://localhost/', 'http://localhost:1/', ...named])
    expect(isAmongRedirects(uri, named), uri).toBe(true);
  for (const uri of [
    'http://127.0.0.1:5000/callback/',
    'http://127.0.0.1:5000/callback?x',
    'http://[::1]:5000/callback',
    'http://127.0.0.1:5000/./callback',
    'http://0x7f.1:5000/callback',
    'http://127.0.0.1.:5000/callback',
    'HTTP://127.0.0.1:5000/callback',
    'http://localhost:5000/callback',
    'https://notes.example:444/cb',
    'https://notes.example/CB',
    'https://NOTES.example/cb',
    'https://notes.example/x/../cb',
  ])
    expect(isAmongRedirects(uri, named), uri).toBe(false);
});

it('an answer is appended to the query of an address', () => {
  expect(
    withAnswer('cursor://x/cb?a=b%20c', { code: 'x+y', state: undefined, iss: 'https://j.example' }),
  ).toBe('cursor://x/cb?a=b%20c&code=x%2By&iss=https%3A%2F%2Fj.example');
});

it.each([
  ['Claude', 'https://evil.example/cb', 'claude.ai'],
  ['My CLAUDE connector', 'https://claude.ai.evil.example/cb', 'claude.ai'],
  ['Ｃｌａｕｄｅ', 'https://evil.example/cb', 'claude.ai'],
  ['Chat-GPT', 'https://evilchatgpt.com/cb', 'chatgpt.com'],
  ['Visual Studio Code', 'https://evil.example/cb', 'vscode.dev'],
  ['Home Assistant', 'https://evil.example/cb', 'home-assistant.io'],
  ['Сlаudе', 'https://evil.example/cb', 'claude.ai'],
  ['CIaude', 'https://evil.example/cb', 'claude.ai'],
  ['ChatGРТ', 'https://evil.example/cb', 'chatgpt.com'],
  ['Gemini', 'https://script.google.com/macros/s/x/exec', 'gemini.google.com'],
  ['Copilot', 'https://forms.microsoft.com/cb', 'github.com'],
  ['Copilot', 'https://vscode.dev/redirect', null],
  ['Jarvis', 'https://evil.example/cb', 'jarvis.example'],
  ['Claude', 'https://claude.ai/cb', null],
  ['ChatGPT', 'https://chatgpt.com/cb', null],
  ['Visual Studio Code', 'https://insiders.vscode.dev/redirect', null],
  ['Home Assistant', 'https://my.home-assistant.io/redirect/oauth', null],
  ['Jarvis', 'https://jarvis.example/connect/code', null],
  ['Claude Code', 'http://127.0.0.1:5000/callback', null],
  ['Cursor', 'cursor://anysphere.cursor-mcp/oauth/callback', null],
  ['Notes', 'https://notes.example/cb', null],
  // A host may only vouch for its own name.
  ['Claude', 'https://evil.example/cb', 'claude.ai', 'evil.example'],
  ['Claude Code', 'http://127.0.0.1:5000/callback', 'claude.ai', 'evil.example'],
  ['Claude Code', 'http://127.0.0.1:5000/callback', null, 'claude.ai'],
  ['Visual Studio Code', 'https://notes.example/cb', null, 'vscode.dev'],
] as const)(
  'warns of a well-known name at a foreign host: %s at %s',
  (clientName, redirectUri, site, clientHost: string | null = null) => {
    expect(borrowedName({ clientName, clientHost, redirectUri }, 'https://jarvis.example')).toBe(site);
  },
);

it.each([
  ['Notes', 'Notes'],
  ['  two\n\tlines ', 'two lines'],
  ['\u202eedoC\u200b\u0000', 'edoC'],
  ['x'.repeat(500), 'x'.repeat(80)],
  ['😀'.repeat(100), '😀'.repeat(80)],
  ['\ud800', 'host'],
  ['Notes”. claude.ai vouches for this name. “', 'Notes’. claude.ai vouches for this name. ’'],
  ['', 'host'],
  ['\u3164', 'host'],
  [null, 'host'],
  [{ toString: 1 }, 'host'],
])('a name is shown on one line, without invisible characters: %j', (name, shown) => {
  expect(tidyName(name, 'host')).toBe(shown);
});
