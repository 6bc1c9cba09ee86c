import { beforeEach, describe, expect, it } from 'vitest';
import { userIdOf } from './support/belongings.ts';
import type { Client } from './support/client.ts';
import { serviceForFile } from './support/service.ts';

let ada: Client;
let program: Client;

const service = await serviceForFile();

beforeEach(async () => {
  ada = await service.signedUp();
  program = await service.withKey(ada);
});

const titles = async (query = '') =>
  (await ada.get(`/api/tasks${query}`)).body.tasks.map(({ title }: { title: string }) => title);

/** Specification: Tasks; States, task status. */
describe('tasks', () => {
  it('are added, listed, completed, reopened and deleted with a key', async () => {
    const created = await program.post('/api/tasks', { title: '  Buy milk ' });
    expect(created.status).toBe(201);
    expect(created.body.task).toMatchObject({ title: 'Buy milk', status: 'open', completedAt: null });
    const path = `/api/tasks/${created.body.task.id}`;
    const done = await program.patch(path, { status: 'done' });
    expect(done.body.task).toMatchObject({ status: 'done', completedAt: done.body.task.updatedAt });
    expect(await titles('?status=open')).toEqual([]);
    expect(await titles('?status=done')).toEqual(['Buy milk']);
    const reopened = await program.patch(path, { status: 'open' });
    expect(reopened.body.task).toMatchObject({ status: 'open', completedAt: null });
    expect(await program.delete(path)).toMatchObject({ status: 200, body: { ok: true } });
    expect((await program.delete(path)).status).toBe(404);
  });

  it('keep their first completedAt when they are completed again, and get a new one after reopening', async () => {
    const { task } = (await ada.post('/api/tasks', { title: 'Buy milk' })).body;
    const path = `/api/tasks/${task.id}`;
    const { completedAt } = (await ada.patch(path, { status: 'done' })).body.task;
    service.deps.clock.advance(5);
    const again = (await ada.patch(path, { status: 'done', title: 'Buy oat milk' })).body.task;
    expect(again).toMatchObject({ completedAt, title: 'Buy oat milk' });
    expect(again.updatedAt > completedAt).toBe(true);
    await ada.patch(path, { status: 'open' });
    const later = (await ada.patch(path, { status: 'done' })).body.task.completedAt;
    expect(later > completedAt).toBe(true);
  });

  it('keep the status when only the title changes', async () => {
    const { task } = (await ada.post('/api/tasks', { title: 'Buy milk' })).body;
    const done = (await ada.patch(`/api/tasks/${task.id}`, { status: 'done' })).body.task;
    const renamed = (await ada.patch(`/api/tasks/${task.id}`, { title: 'Buy tea' })).body.task;
    expect(renamed).toMatchObject({
      status: 'done',
      completedAt: done.completedAt,
      createdAt: task.createdAt,
    });
  });

  it.for([
    {},
    { unknown: 1 },
    { status: 'finished' },
    { status: 'DONE' },
    { status: true },
    { status: null },
    { title: '' },
    { title: '   ' },
    { title: 5 },
    { title: 'Fine', status: 'bad' },
    { title: '', status: 'done' },
    { completedAt: '2020-01-01T00:00:00.000Z' },
  ])('refuse the change %j and stay unchanged', async (change) => {
    const { task } = (await ada.post('/api/tasks', { title: 'Buy milk' })).body;
    expect((await ada.patch(`/api/tasks/${task.id}`, change)).status).toBe(400);
    expect((await ada.get('/api/tasks')).body).toEqual({ tasks: [task] });
  });

  it('ignore fields that a caller cannot set', async () => {
    const body = {
      title: 'Buy milk',
      status: 'done',
      createdBy: 'assistant',
      id: 'x',
      completedAt: 'x',
      userId: 'x',
    };
    const { task } = (await ada.post('/api/tasks', body)).body;
    expect(task).toMatchObject({ status: 'open', createdBy: 'user', completedAt: null });
    expect(task.id).not.toBe('x');
  });

  it('are listed newest first, at most 1,000', async () => {
    const userId = await userIdOf(ada);
    await service.deps.db.run(
      `insert into tasks (user_id, id, title, status, created_by, created_at, updated_at)
       select $1, ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Old ' || n, 'open', 'user', now(), now()
       from generate_series(1, 1001) n`,
      [userId],
    );
    await ada.post('/api/tasks', { title: 'Newest' });
    const listed = await titles();
    expect(listed).toHaveLength(1_000);
    expect(listed.slice(0, 2)).toEqual(['Newest', 'Old 1001']);
    expect(listed.at(-1)).toBe('Old 3');
  });

  it.for([
    '?status=',
    '?status=all',
    '?status=OPEN',
    '?status=open&status=done',
    '?status[]=open&status[]=done',
  ])('refuse the query %s', async (query) => {
    const answer = await ada.get(`/api/tasks${query}`);
    expect(answer.status).toBe(400);
  });
});
