import type { Context } from '@jarvis/core';
import type { Database } from '@jarvis/database';
import { serve, testDeps } from '@jarvis/testkit';
import express, { type Request, type Response } from 'express';
import { expect, it } from 'vitest';
import { contextOf } from './context.ts';

const deps = testDeps({} as Database);

/** The context of one request, and its client. */
async function received(trustProxy: number | false, headers: Record<string, string>) {
  const app = express().set('trust proxy', trustProxy);
  const arrived = new Promise<[Context, Request, Response]>((resolve) => {
    app.use((req, res) => {
      req.requestId = 'one';
      resolve([contextOf(deps, req, res), req, res]);
    });
  });
  const { url, close } = await serve(app);
  const client = new AbortController();
  void fetch(url, { headers, signal: client.signal }).catch(() => {});
  const [ctx, req, res] = await arrived;
  return { ctx, req, res, leave: () => client.abort(), close };
}

it('takes the client’s address from as many proxies as are trusted', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.1, 192.0.2.2' };
  for (const [trustProxy, address] of [
    [false, '127.0.0.1'],
    [1, '192.0.2.2'],
    [2, '192.0.2.1'],
  ] as const) {
    const { ctx, leave, close } = await received(trustProxy, headers);
    expect(ctx.clientNetwork).toBe(address);
    leave();
    await close();
  }
});

it('aborts when the client disconnects, even if the signal is first read later', async () => {
  const { ctx, req, res, leave, close } = await received(false, {});
  const { signal } = ctx;
  expect(signal.aborted).toBe(false);
  leave();
  await expect.poll(() => signal.aborted).toBe(true);
  expect(contextOf(deps, req, res).signal.aborted).toBe(true);
  await close();
});
