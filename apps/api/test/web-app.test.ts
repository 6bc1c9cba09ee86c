import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { serve } from '@jarvis/testkit';
import express from 'express';
import { afterAll, expect, test } from 'vitest';
import { webApp } from '../src/http/browser/web-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'web-app-'));
for (const [name, text] of [
  ['index.html', '<!doctype html><title>Jarvis</title>'],
  ['app.js', 'let answer = 42;'],
] as const) {
  writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text));
}
writeFileSync(join(folder, 'icon.png'), 'not compressed');

const { url, close } = await serve(express().use(webApp(folder)));
afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

const get = (path: string, encoding = 'identity') =>
  fetch(url + path, { headers: { 'accept-encoding': encoding } });

test.each(['/', '/c/019c1f0e-8c11-7d5a-9a3e-5f0f4b1c2d3e', '/tasks?x=1'])(
  '%s is the page, never cached',
  async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(await answer.text()).toContain('<title>Jarvis</title>');
  },
);

test('files are sent in the best encoding that was built and that the client accepts', async () => {
  for (const [accepted, sent] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
    ['br;q=0, gzip', 'gzip'],
  ] as const) {
    const answer = await get('/app.js', accepted);
    expect(answer.headers.get('content-encoding')).toBe(sent);
    expect(answer.headers.get('content-type')).toContain('text/javascript');
    expect(answer.headers.get('vary')).toContain('Accept-Encoding');
    expect(await answer.text()).toBe('let answer = 42;');
  }
  expect((await get('/icon.png', 'br')).headers.get('content-encoding')).toBeNull();
  expect((await get('/', 'br')).headers.get('content-encoding')).toBe('br');
});

test('a path that is missing, or outside the folder, is not found', async () => {
  for (const path of ['/missing.js', '/assets/../../secret.js', '/%2e%2e/secret.js', '/..%2fsecret.js']) {
    expect((await get(path, 'br')).status, path).toBe(404);
  }
});

test('other methods get the list of allowed ones, also OPTIONS', async () => {
  for (const [method, status] of [
    ['POST', 405],
    ['OPTIONS', 204],
  ] as const) {
    const answer = await fetch(`${url}/tasks`, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([status, 'GET, HEAD, OPTIONS']);
  }
});
