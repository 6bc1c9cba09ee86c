import type { User } from '@jarvis/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient, shownUser } from './client.ts';
import { followSession, setUser } from './session.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('a session that was read before a change of the profile, and answered after it, reverts nothing', async () => {
  const before = { id: 'ada', memoryEnabled: true } as Partial<User> as User;
  const after = { ...before, memoryEnabled: false };
  const answers: ((user: User) => void)[] = [];
  vi.stubGlobal('fetch', () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    answers.push((user) => resolve(Response.json([{ result: { data: { user } } }])));
    return promise;
  });
  vi.stubGlobal('localStorage', { setItem() {} });
  // The texts of no language are loaded.
  vi.stubGlobal('navigator', {});
  setUser(before);
  const read = followSession();
  await expect.poll(() => answers.length).toBe(1);
  setUser(after);
  answers[0]?.(before);
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.(after);
  expect(await read).toEqual(after);
  expect(shownUser()).toEqual(after);
});
