import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './support/client.ts';
import { startService, type TestService } from './support/service.ts';

let service: TestService;
let ada: Client;
let program: Client;

beforeAll(async () => {
  service = await startService();
  ada = await service.signedUp();
  program = await service.withKey(ada);
});
afterAll(() => service.close());

describe('tasks', () => {
  it('are added, listed, completed, reopened and deleted with a key', async () => {
    const created = await program.post('/api/tasks', { title: '  Buy milk ' });
    expect(created.status).toBe(201);
    expect(created.body.task).toMatchObject({
      title: 'Buy milk',
      status: 'open',
      createdBy: 'user',
      completedAt: null,
    });
    const path = `/api/tasks/${created.body.task.id}`;

    const done = await program.patch(path, { status: 'done' });
    expect(done.body.task).toMatchObject({ status: 'done', completedAt: done.body.task.updatedAt });
    service.deps.clock.advance(5);
    const again = await program.patch(path, { status: 'done', title: 'Buy oat milk' });
    expect(again.body.task).toMatchObject({ title: 'Buy oat milk', completedAt: done.body.task.completedAt });
    expect((await program.get('/api/tasks?status=open')).body).toEqual({ tasks: [] });
    expect((await ada.get('/api/tasks?status=done')).body).toEqual({ tasks: [again.body.task] });

    const reopened = await program.patch(path, { status: 'open' });
    expect(reopened.body.task).toMatchObject({ status: 'open', completedAt: null });
    expect(await program.delete(path)).toMatchObject({ status: 200, body: { ok: true } });
    expect((await program.delete(path)).status).toBe(404);
  });
});
