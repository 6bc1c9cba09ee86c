import type { Deps } from '@jarvis/core';
import express from 'express';
import { expect, it } from 'vitest';
import { HttpContext } from './context.ts';
import { listen } from './listen.ts';

it('keeps every field when a rung of the ladder hands on a copy', async () => {
  const app = express();
  app.get('/', (req, res) => {
    req.requestId = 'one';
    const deps = { settings: { publicUrl: 'http://localhost' } } as Deps;
    const { clientAddress, userAgent, requestId, signal, answer } = { ...new HttpContext(deps, req, res) };
    res.json({ clientAddress, userAgent, requestId, aborted: signal.aborted, answer });
  });
  const listening = await listen(app, '127.0.0.1', 0);
  const response = await fetch(`http://127.0.0.1:${listening.port}/`, { headers: { 'user-agent': 'tests' } });
  expect(await response.json()).toEqual({
    clientAddress: '127.0.0.1',
    userAgent: 'tests',
    requestId: 'one',
    aborted: false,
    answer: {},
  });
  await listening.close();
});
