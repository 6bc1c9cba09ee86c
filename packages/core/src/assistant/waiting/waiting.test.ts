import { personIn, testDeps } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { expect, it } from 'vitest';
import { newId } from '../../ids.ts';
import { keepWaitingTurn, startAfter } from './waiting.ts';

const db = await databaseForFile();

it('an account has at most a hundred waiting turns; the oldest of more are deleted, and nobody else’s', async () => {
  const deps = testDeps(db);
  const [ada, bob] = [await personIn(db), await personIn(db)];
  const keep = async (userId: string) => {
    const id = newId(deps.clock.now());
    await keepWaitingTurn(deps, userId, { id, conversationId: null, follows: null, said: '["said"]' });
    return id;
  };
  const ofBob = await keep(bob.id);
  const ids: string[] = [];
  for (let n = 0; n < 101; n += 1) ids.push(await keep(ada.id));
  const [oldest = '', next = ''] = ids;
  await expect(startAfter(deps, ada.id, oldest)).rejects.toThrow('Response not found.');
  for (const id of [next, ids.at(-1) ?? ''])
    expect(await startAfter(deps, ada.id, id)).toMatchObject({ place: {}, waiting: { said: '["said"]' } });
  await expect(startAfter(deps, ada.id, ofBob)).rejects.toThrow('Response not found.');
  expect(await startAfter(deps, bob.id, ofBob)).toBeDefined();
});

it('a turn is not kept for a conversation that was deleted meanwhile', async () => {
  const deps = testDeps(db);
  const ada = await personIn(db);
  const turn = { id: newId(1), conversationId: newId(2), follows: null, said: '[]' };
  await expect(keepWaitingTurn(deps, ada.id, turn)).rejects.toThrow('Conversation not found.');
});
