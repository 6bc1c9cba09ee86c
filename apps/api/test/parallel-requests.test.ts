import { modelForFile } from '@jarvis/testkit/for-file';
import { beforeEach, describe, expect, it } from 'vitest';
import { belongingsOf, remember, userIdOf } from './support/belongings.ts';
import { Client, type ClientAnswer, statusesOf } from './support/client.ts';
import { password, serviceForFile } from './support/service.ts';

let ada: Client;

const model = await modelForFile();
const service = await serviceForFile({ overrides: { model: model.model } });

beforeEach(async () => {
  ada = await service.signedUp();
});

const together = (count: number, send: (number: number) => Promise<ClientAnswer>) =>
  Promise.all(Array.from({ length: count }, (_, number) => send(number)));

const countOf = (answers: ClientAnswer[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

/** Rows whose owner is gone. */
async function orphans(): Promise<unknown> {
  const [row] = await service.deps.db.run(
    `select
       (select count(*)::int from messages m
          where not exists (select from conversations c where c.user_id = m.user_id and c.id = m.conversation_id)),
       (select count(*)::int from conversations c where not exists (select from users u where u.id = c.user_id)),
       (select count(*)::int from tasks t where not exists (select from users u where u.id = t.user_id))`,
    [],
  );
  return row;
}

/** Uses of one reset token, and of one mailed link: auth-reset.test.ts. */
describe('concurrent requests', () => {
  it('50 registrations of one address: one wins, and the limit holds for the others', async () => {
    service.deps.clock.advance(61);
    const body = { email: 'crowded@example.org', password, confirmPassword: password };
    const answers = await together(50, () => service.stranger().post('/api/auth/register', body));
    expect(statusesOf(answers, 409)).toEqual([201, ...Array(14).fill(409), ...Array(35).fill(429)]);
  });

  it('50 deletions of one row: one wins, the others do not find it', async () => {
    const hers = await belongingsOf(service, ada);
    for (const path of [
      `/api/tasks/${hers.task}`,
      `/api/conversations/${hers.conversation}`,
      `/api/memories/${hers.memory}`,
    ]) {
      service.deps.clock.advance(61);
      const answers = await together(50, () => ada.delete(path));
      expect([countOf(answers, 200), countOf(answers, 404)], path).toEqual([1, 49]);
    }
    expect(await orphans()).toEqual([0, 0, 0]);
  });

  it('50 revocations of one key: all succeed, and the first time stays', async () => {
    const { id } = (await ada.post('/api/keys', {})).body;
    const answers = await together(50, () => {
      service.deps.clock.advance(1);
      return ada.delete(`/api/keys/${id}`);
    });
    expect(countOf(answers, 200)).toBe(50);
    const [key] = (await ada.get('/api/keys')).body.keys;
    expect(key.revokedAt).not.toBeNull();
    await ada.delete(`/api/keys/${id}`);
    expect((await ada.get('/api/keys')).body.keys[0].revokedAt).toBe(key.revokedAt);
  });

  it('messages to a conversation during its deletion: stored before or 404 after, and no orphan', async () => {
    for (let round = 0; round < 5; round++) {
      const { conversation } = (await ada.post('/api/conversations', {})).body;
      const path = `/api/conversations/${conversation.id}`;
      const answers = await together(20, (number) =>
        number === 10 ? ada.delete(path) : ada.post(`${path}/messages`, { content: `Message ${number}` }),
      );
      expect(answers[10]?.status).toBe(200);
      expect(countOf(answers, 201) + countOf(answers, 404)).toBe(19);
      expect((await ada.get(path)).status).toBe(404);
    }
    expect(await orphans()).toEqual([0, 0, 0]);
  });

  it('a chat and the deletion of its conversation: a reply or 404, never a 500, and no orphan', async () => {
    for (let round = 0; round < 8; round++) {
      service.deps.clock.advance(61);
      const { conversation } = (await ada.post('/api/conversations', {})).body;
      const path = `/api/conversations/${conversation.id}`;
      const answers = await together(6, (number) =>
        number === 3
          ? ada.delete(path)
          : ada.post('/api/jarvis/chat', { message: `Hello ${number}`, conversationId: conversation.id }),
      );
      expect(answers[3]?.status).toBe(200);
      expect(countOf(answers, 200) + countOf(answers, 404)).toBe(6);
      const left = await ada.get(path);
      expect(left.status).toBe(404);
    }
    expect(await orphans()).toEqual([0, 0, 0]);
  });

  it('turns of one conversation at once: each is stored whole, its reply right after its message', async () => {
    const { conversation } = (await ada.post('/api/conversations', {})).body;
    model.otherwise = ({ messages }) => ({ say: `Re: ${messages.at(-1)?.content}`, pieceMs: 1 });
    const answers = await together(8, (number) =>
      ada.post('/api/jarvis/chat', { message: `Question ${number}`, conversationId: conversation.id }),
    );
    expect(countOf(answers, 200)).toBe(8);
    const { messages } = (await ada.get(`/api/conversations/${conversation.id}`)).body;
    expect(messages).toHaveLength(16);
    for (let index = 0; index < 16; index += 2) {
      expect([messages[index].role, messages[index + 1].role]).toEqual(['user', 'assistant']);
      expect(messages[index + 1].content).toContain(messages[index].content);
    }
  });

  it('50 changes of one task: everybody sees the last one, complete', async () => {
    const { task } = (await ada.post('/api/tasks', { title: 'Start' })).body;
    const answers = await together(50, (number) =>
      ada.patch(`/api/tasks/${task.id}`, {
        title: `Title ${number}`,
        status: number % 2 === 0 ? 'done' : 'open',
      }),
    );
    expect(countOf(answers, 200)).toBe(50);
    const [now] = (await ada.get('/api/tasks')).body.tasks;
    expect(answers.map(({ body }) => body.task.title)).toContain(now.title);
    expect(now.status).toBe(Number(now.title.split(' ')[1]) % 2 === 0 ? 'done' : 'open');
    expect(now.completedAt === null).toBe(now.status === 'open');
  });

  it('20 edits of memories to one text: one memory remains with it', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => remember(service, ada)));
    const answers = await together(20, (number) =>
      ada.patch(`/api/memories/${ids[number]}`, { content: 'Owns all the books.' }),
    );
    expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
    const { memories } = (await ada.get('/api/memories')).body;
    expect(memories.map(({ content }: { content: string }) => content)).toEqual(['Owns all the books.']);
  });

  it('an account deleted while it is in use: no 500, and nothing of it remains', async () => {
    const userId = await userIdOf(ada);
    const program = await service.withKey(ada);
    const answers = await together(30, (number) => {
      if (number === 12) return ada.post('/api/auth/delete', { password });
      if (number % 3 === 0) return program.post('/api/conversations', {});
      return program.post('/api/tasks', { title: `Task ${number}` });
    });
    expect(answers[12]?.status).toBe(200);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await orphans()).toEqual([0, 0, 0]);
    const left = await service.deps.db.run('select count(*)::int from api_keys where user_id = $1', [userId]);
    expect(left).toEqual([[0]]);
    expect((await new Client(service.url, program.headers).get('/api/tasks')).status).toBe(401);
  });
});
