import { limits } from '@jarvis/contract/limits';
import { beforeEach, expect, test, vi } from 'vitest';
import { isSessionEnded, tellSessionOpen } from '../browser/session-state.ts';
import { lockIfSessionChanged, rpc } from './client.ts';

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

test('so does a new password, or the deletion of the account', async () => {
  await expect(rpc.account.deleteAccount.mutate({ password: 'right' })).rejects.toThrow('Sign in.');
  await expect.poll(isSessionEnded).toBe(true);
  tellSessionOpen('ada');
  const change = { currentPassword: 'right', password: 'p@ssword', confirmPassword: 'p@ssword' };
  await expect(rpc.account.changePassword.mutate(change)).rejects.toThrow('Sign in.');
  await expect.poll(isSessionEnded).toBe(true);
});

test('a call that a new password overtakes does not lock the page', async () => {
  user = { id: 'ada' };
  await expect(rpc.tasks.list.query({})).rejects.toThrow('Sign in.');
  await lockIfSessionChanged();
  expect(isSessionEnded()).toBe(false);
});

test('a wrong password does not end a session', async () => {
  const login = rpc.account.login.mutate({ email: 'ada@example.org', password: 'wrong' });
  await expect(login).rejects.toThrow('Sign in.');
  expect(isSessionEnded()).toBe(false);
});

test('more calls at once than the service takes in one request are several requests', async () => {
  const batches: number[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const calls = url.split(',');
    batches.push(calls.length);
    return Response.json(calls.map(() => ({ result: { data: {} } })));
  });
  await Promise.all(Array.from({ length: limits.batchCallsMax + 1 }, () => rpc.tasks.list.query({})));
  expect(batches).toEqual([limits.batchCallsMax, 1]);
});
