import type { User } from '@jarvis/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../data/client.ts';
import { sessionQuery } from '../../data/session.ts';
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

test('the model that one person chose for a new chat is not the next one’s', () => {
  signIn('ada');
  chooseModel('new', 'large');
  signIn('bob');
  expect(chosenModel('new')).toBe('');
  signIn('ada');
  expect(chosenModel('new')).toBe('large');
});
