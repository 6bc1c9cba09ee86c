import { beforeEach, expect, test, vi } from 'vitest';
import { isSessionEnded, tellSessionOpen } from '../browser/session-state.ts';
import { lockIfSessionEnded, rpc } from './client.ts';

let user: object | null;
beforeEach(() => {
  tellSessionOpen('ada');
  const error = { message: 'Sign in.', code: -32001, data: { code: 'UNAUTHORIZED', httpStatus: 401 } };
  user = null;
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('account.session')
      ? Response.json(url.split(',').map(() => ({ result: { data: { user } } })))
      : Response.json([{ error }], { status: 401 }),
  );
  return () => vi.unstubAllGlobals();
});

test('any call refused for lack of a session locks the page, whichever code made it', async () => {
  await expect(rpc.tasks.list.query({})).rejects.toThrow('Sign in.');
  await expect.poll(isSessionEnded).toBe(true);
});

test('a call that a new password overtakes does not lock the page', async () => {
  user = { id: 'ada' };
  await expect(rpc.tasks.list.query({})).rejects.toThrow('Sign in.');
  await lockIfSessionEnded();
  expect(isSessionEnded()).toBe(false);
});

test('a wrong password does not end a session', async () => {
  const login = rpc.account.login.mutate({ email: 'ada@example.org', password: 'wrong' });
  await expect(login).rejects.toThrow('Sign in.');
  expect(isSessionEnded()).toBe(false);
});
