import { beforeEach, expect, test, vi } from 'vitest';
import { isSessionEnded, tellSessionOpen } from '../browser/session-state.ts';
import { rpc } from './client.ts';

beforeEach(() => {
  tellSessionOpen('ada');
  const error = { message: 'Sign in.', code: -32001, data: { code: 'UNAUTHORIZED', httpStatus: 401 } };
  vi.stubGlobal('fetch', async () => Response.json([{ error }], { status: 401 }));
  return () => vi.unstubAllGlobals();
});

test('any call refused for lack of a session locks the page, whichever code made it', async () => {
  await expect(rpc.tasks.list.query({})).rejects.toThrow('Sign in.');
  expect(isSessionEnded()).toBe(true);
});

test('a wrong password does not end a session', async () => {
  const login = rpc.account.login.mutate({ email: 'ada@example.org', password: 'wrong' });
  await expect(login).rejects.toThrow('Sign in.');
  expect(isSessionEnded()).toBe(false);
});
