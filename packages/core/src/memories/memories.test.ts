import { limits } from '@jarvis/contract';
import { accountIn, testDeps } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { expect, it } from 'vitest';
import { newId } from '../ids.ts';
import { listMemories, saveMemory, updateMemory } from './memories.ts';

const db = await databaseForFile();

const conversationId = newId(Date.now());

it('refreshes the memory with the same text, regardless of case, spaces and final punctuation', async () => {
  const deps = testDeps(db);
  const userId = await accountIn(db);
  await saveMemory(deps, userId, { content: 'My dog is called Rex', conversationId });
  deps.clock.advance(60);
  await saveMemory(deps, userId, { content: 'my  dog is called rex!', conversationId });

  const [memory, ...others] = await listMemories(deps, userId);
  expect(others).toEqual([]);
  expect(memory?.content).toBe('My dog is called Rex');
  expect(memory?.updatedAt).not.toBe(memory?.createdAt);
});

it('makes one memory of the same text saved twice at once', async () => {
  const deps = testDeps(db);
  const userId = await accountIn(db);
  await Promise.all(
    Array.from({ length: 10 }, () => saveMemory(deps, userId, { content: 'Said at once', conversationId })),
  );
  expect(await listMemories(deps, userId)).toHaveLength(1);
});

it('editing a missing memory deletes no memory with that text', async () => {
  const deps = testDeps(db);
  const userId = await accountIn(db);
  await saveMemory(deps, userId, { content: 'Owns a red bicycle', conversationId });
  const edit = { id: newId(Date.now()), content: 'Owns a red bicycle' };
  await expect(updateMemory(deps, userId, edit)).rejects.toMatchObject({ kind: 'notFound' });
  expect(await listMemories(deps, userId)).toHaveLength(1);
});

it('reports that it is full, and still refreshes existing memories', async () => {
  const deps = testDeps(db);
  const userId = await accountIn(db);
  await db.run(
    `insert into memories (user_id, id, type, content, content_key, created_at, updated_at)
     select $1, gen_random_uuid(), 'user', 'memory ' || n, 'memory ' || n, $2, $2 from generate_series(1, $3::int) n`,
    [userId, new Date().toISOString(), limits.memoriesMax],
  );
  expect(await saveMemory(deps, userId, { content: 'One too many', conversationId })).toEqual({
    refused: 'full',
  });
  expect(await saveMemory(deps, userId, { content: 'Memory 7', conversationId })).toHaveProperty('memory');
});

it('refuses secrets, and texts that cannot be memories', async () => {
  const deps = testDeps(db);
  const userId = await accountIn(db);
  const save = (content: string) => saveMemory(deps, userId, { content, conversationId });
  expect(await save('My password is hunter2')).toEqual({ refused: 'secret' });
  expect(await save('abc')).toEqual({ refused: 'invalid' });
  expect(await save('x '.repeat(400))).toEqual({ refused: 'invalid' });
  expect(await listMemories(deps, userId)).toEqual([]);
});
