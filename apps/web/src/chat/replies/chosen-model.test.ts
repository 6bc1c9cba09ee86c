import type { User } from '@jarvis/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../data/service/client.ts';
import { sessionQuery } from '../../data/service/session.ts';
import { chooseModel, chosenModel } from './chosen-model.ts';

const signIn = (id: string) =>
  queryClient.setQueryData(sessionQuery.queryKey, { user: { id } as Partial<User> as User });

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('one person’s choice of a model for a new chat does not apply to the next person', () => {
  signIn('ada');
  chooseModel('new', 'large');
  signIn('bob');
  expect(chosenModel('new')).toBe('');
  signIn('ada');
  expect(chosenModel('new')).toBe('large');
});
