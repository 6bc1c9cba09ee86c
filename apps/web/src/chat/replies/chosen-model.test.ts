import type { User } from '@jarvis/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../data/service/client.ts';
import { sessionQuery } from '../../data/service/session.ts';
import { forgetDraft } from '../../drafts/drafts.ts';
import { chooseModel, chosenModel } from './chosen-model.ts';

const signIn = (id: string) =>
  queryClient.setQueryData(sessionQuery.queryKey, { user: { id } as Partial<User> as User });

beforeEach(() => {
  const kept: Record<string, string> = {};
  const methods = {
    getItem: (name: string) => kept[name] ?? null,
    setItem(name: string, value: string) {
      kept[name] = value;
    },
    removeItem: (name: string) => void delete kept[name],
  };
  // The own properties of the browser's storage are the stored names.
  vi.stubGlobal('localStorage', new Proxy(kept, { get: (_, name) => Reflect.get(methods, name) }));
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

test('a deleted conversation takes its choice of a model with it', () => {
  signIn('ada');
  chooseModel('gone', 'large');
  chooseModel('other', 'large');
  forgetDraft('gone');
  expect(['gone', 'other'].map(chosenModel)).toEqual(['', 'large']);
});
