import { limits } from '@jarvis/contract';
import { accountIn, testDeps } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { beforeEach, expect, test } from 'vitest';
import { addMessage, createConversation, deleteConversation } from '../conversations/conversations.ts';
import { sweep } from '../housekeeping.ts';
import { deleteFile, readFile } from './files.ts';
import { readText, readWaitingFiles } from './reading.ts';
import { readPart, sumFiles, writePart } from './store.ts';
import { beginFile, finishFile, keepFile, takePart } from './upload.ts';

const db = await databaseForFile();
let userId = '';
beforeEach(async () => {
  userId = await accountIn(db);
});

const text = (content: string) => Buffer.from(content);

test('documents are read in turns by account, however many one account has uploaded', async () => {
  const read: string[] = [];
  const deps = testDeps(db, {
    reader: {
      turn: async () => () => {},
      read: async (_, bytes) => {
        for await (const piece of bytes) read.push(Buffer.from(piece).toString());
        return { problem: null, pages: null, pieces: [] };
      },
    },
  });
  for (let n = 0; n < 6; n += 1) await keepFile(deps, userId, { name: 'a.txt', bytes: text(`many ${n}`) });
  const other = await accountIn(db);
  deps.clock.advance(10);
  await keepFile(deps, other, { name: 'b.txt', bytes: text('one') });
  await readWaitingFiles(deps);
  expect(read.slice(0, 2).toSorted()).toEqual(['many 0', 'one']);
  expect(read).toHaveLength(7);
});

test('a repeated part is not written again, and a stored file does not change', async () => {
  const deps = testDeps(db);
  const { id } = await beginFile(deps, userId, { name: 'a.txt', bytes: 4 });
  const version = async () =>
    (await db.run('select xmin::text from file_parts where user_id = $1', [userId]))[0]?.[0];
  await takePart(deps, userId, { id, n: 0, part: text('Plan') });
  const first = await version();
  await takePart(deps, userId, { id, n: 0, part: text('Plan') });
  expect(await version()).toBe(first);
  await takePart(deps, userId, { id, n: 0, part: text('Else') });
  expect(await version()).not.toBe(first);
  await finishFile(deps, userId, { id });
  await expect(takePart(deps, userId, { id, n: 0, part: text('Else') })).rejects.toThrow('stored already');
  expect(await writePart(db, { userId, id, n: 0, part: text('More') })).toBe(false);
  expect((await readPart(db, { userId, id, n: 0 }))?.toString()).toBe('Else');
});

test('a part that is sent several times at once is taken each time', async () => {
  const deps = testDeps(db);
  const part = Buffer.alloc(limits.filePartBytes);
  const { id } = await beginFile(deps, userId, { name: 'a.bin', bytes: part.length });
  await Promise.all(Array.from({ length: 4 }, () => takePart(deps, userId, { id, n: 0, part })));
  await finishFile(deps, userId, { id });
});

test('an upload is active for a transaction that began before its latest part', async () => {
  const deps = testDeps(db);
  const { id } = await beginFile(deps, userId, { name: 'a.txt', bytes: 4 });
  await db.transaction(async (tx) => {
    await tx.run('select now()', []);
    await takePart(deps, userId, { id, n: 0, part: text('Plan') });
    expect(await sumFiles.first(tx, { userId })).toMatchObject({ received: 1, silent: null });
  });
});

test('a file is finished on a server that takes seconds to read it', async () => {
  const deps = testDeps(db);
  const { id } = await beginFile(deps, userId, { name: 'a.txt', bytes: 4 });
  await takePart(deps, userId, { id, n: 0, part: text('Plan') });
  let deadlineMs = 0;
  const watched: Pick<typeof db, 'transaction'> = {
    transaction: (work, options) => {
      deadlineMs = options?.deadlineMs ?? 0;
      return db.transaction(work, options);
    },
  };
  await finishFile({ db: Object.assign(Object.create(db), watched) }, userId, { id });
  expect(deadlineMs).toBeGreaterThan(10_000);
});

test('open web apps are told that a file was deleted', async () => {
  const told: string[] = [];
  const deps = testDeps(db);
  const changes = { ...deps.changes, publish: (_: string, what: string) => void told.push(what) };
  const { id } = await keepFile(deps, userId, { name: 'a.txt', bytes: text('Plan') });
  await deleteFile({ ...deps, changes }, userId, id);
  expect(told).toEqual(['files']);
});

test('a conversation is deleted before its files, which are removed later', async () => {
  const deps = testDeps(db);
  const conversation = await createConversation(deps, userId, 'Plans');
  const ids: string[] = [];
  for (let n = 0; n < 6; n += 1)
    ids.push((await keepFile(deps, userId, { name: `${n}.txt`, bytes: text('Plan') })).id);
  await addMessage(deps, userId, { id: conversation.id, content: 'These', files: ids });
  const files = async () =>
    (await db.run('select count(*)::int from files where user_id = $1', [userId]))[0]?.[0];
  const failing = db.intercepted(({ text: sql }, proceed) =>
    sql.startsWith('delete from "files"') ? Promise.reject(new Error('too slow')) : proceed(),
  );
  await deleteConversation({ ...deps, db: failing }, userId, conversation.id);
  expect(await files()).toBe(6);
  // Until they are removed, the files cannot be read, and their text is not extracted.
  for (const id of ids) await expect(readFile(deps, userId, id)).rejects.toThrow('File not found.');
  await expect(readText(deps, userId, { id: ids[0] ?? '' })).rejects.toThrow('File not found.');
  await readWaitingFiles(deps);
  const again = await createConversation(deps, userId, 'Plans');
  await sweep(deps);
  expect(await files()).toBe(0);
  const kept = await keepFile(deps, userId, { name: 'a.txt', bytes: text('Plan') });
  await addMessage(deps, userId, { id: again.id, content: 'This', files: [kept.id] });
  await deleteConversation(deps, userId, again.id);
  expect(await files()).toBe(0);
});
