import type { User } from '@jarvis/contract';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from './client.ts';
import { sessionQuery, setUser, showChange, shownUser } from './session.ts';

const ada = { id: 'ada', displayName: 'Ada', memoryEnabled: true } as Partial<User> as User;

afterEach(() => queryClient.clear());

test('a change of the profile stays shown while the person is read again, until it is stored or refused', () => {
  queryClient.setQueryData(sessionQuery.queryKey, { user: ada });
  const end = showChange({ memoryEnabled: false });
  setUser({ ...ada, displayName: 'Ada King' });
  expect(shownUser()).toEqual({ ...ada, displayName: 'Ada King', memoryEnabled: false });
  end();
  expect(shownUser()).toEqual({ ...ada, displayName: 'Ada King' });

  const endAgain = showChange({ memoryEnabled: false });
  setUser(ada);
  endAgain({ ...ada, memoryEnabled: false });
  expect(shownUser()).toEqual({ ...ada, memoryEnabled: false });
});
