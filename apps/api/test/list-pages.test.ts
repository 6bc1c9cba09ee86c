import { recordLookup } from '@jarvis/core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Client, ClientAnswer } from './support/client.ts';
import { serviceForFile } from './support/service.ts';

let ada: Client;

const service = await serviceForFile();

beforeEach(async () => {
  ada = await service.signedUp();
});

const nextOf = ({ headers }: ClientAnswer) =>
  /^<(\/[^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];

/** The pages from this one on, read like a program that follows the links. */
async function pages(path: string, list: string, title = 'title'): Promise<string[][]> {
  const answer = await ada.get(path);
  expect(answer.status).toBe(200);
  const page = answer.body[list].map((each: Record<string, string>) => each[title]);
  const next = nextOf(answer);
  return next === undefined ? [page] : [page, ...(await pages(next, list, title))];
}

async function converse(title: string): Promise<string> {
  service.deps.clock.advance(1);
  const { id } = (await ada.post('/api/conversations', { title })).body.conversation;
  await ada.post(`/api/conversations/${id}/messages`, { content: 'Hello' });
  return id;
}

const addTask = async (title: string) => (await ada.post('/api/tasks', { title })).body.task.id;

const names = (...numbers: number[]) => numbers.map((number) => `Number ${number}`);

describe('a list is read by following its links', () => {
  it('conversations, without a duplicate or a gap', async () => {
    for (let number = 1; number <= 5; number++) await converse(`Number ${number}`);
    expect(await pages('/api/conversations?limit=2', 'conversations')).toEqual([
      names(5, 4),
      names(3, 2),
      names(1),
    ]);
    expect(await pages('/api/conversations?limit=5', 'conversations')).toEqual([names(5, 4, 3, 2, 1)]);
    expect(await pages('/api/conversations', 'conversations')).toEqual([names(5, 4, 3, 2, 1)]);
  });

  it('conversations beyond the hundred on a page', async () => {
    for (let number = 1; number <= 102; number++) await converse(`Number ${number}`);
    const [first, second] = await pages('/api/conversations', 'conversations');
    expect(first).toHaveLength(100);
    expect(second).toEqual(names(2, 1));
  });

  it('hits of a search whose words contain characters of an address', async () => {
    for (const words of ['why? a', 'why? b', 'what? c']) await converse(words);
    expect(await pages('/api/conversations?q=why?&limit=1', 'conversations')).toEqual([
      ['why? b'],
      ['why? a'],
    ]);
    expect(await pages('/api/conversations?limit=1&q=why%3F', 'conversations')).toEqual([
      ['why? b'],
      ['why? a'],
    ]);
  });

  it('conversations of one moment, in the same order as on one page', async () => {
    for (let number = 1; number <= 4; number++) {
      await converse(`Number ${number}`);
      service.deps.clock.advance(-1);
    }
    const [whole] = await pages('/api/conversations', 'conversations');
    expect((await pages('/api/conversations?limit=1', 'conversations')).flat()).toEqual(whole);
  });

  it('conversations found by a search, by title and by message', async () => {
    for (let number = 1; number <= 3; number++) await converse(`Number ${number}`);
    await converse('Another');
    expect(await pages('/api/conversations?q=number%20&limit=2', 'conversations')).toEqual([
      names(3, 2),
      names(1),
    ]);
    expect(await pages('/api/conversations?limit=3&q=HELLO', 'conversations')).toEqual([
      ['Another', ...names(3, 2)],
      names(1),
    ]);
  });

  it('tasks, all or of one status', async () => {
    for (let number = 1; number <= 5; number++) await addTask(`Number ${number}`);
    expect(await pages('/api/tasks?limit=2', 'tasks')).toEqual([names(5, 4), names(3, 2), names(1)]);
    await ada.patch(`/api/tasks/${await addTask('Number 6')}`, { status: 'done' });
    expect(await pages('/api/tasks?limit=4&status=open', 'tasks')).toEqual([names(5, 4, 3, 2), names(1)]);
  });

  it('lookups', async () => {
    const { user } = (await ada.get('/api/auth/session')).body;
    const conversationId = await converse('Trains');
    for (let number = 1; number <= 3; number++) {
      const lookup = { query: `Number ${number}`, resultCount: 1, error: null, conversationId };
      await recordLookup(service.deps, user.id, lookup);
    }
    expect(await pages('/api/web?limit=2', 'lookups', 'query')).toEqual([names(3, 2), names(1)]);
  });

  it('due tasks and reminders of the first and last years of dates', async () => {
    await ada.patch('/api/time-settings', { timeZone: 'Europe/Rome' });
    for (const [date, remind] of [
      ['2999-12-31', 10],
      ['1970-01-01', false],
    ])
      for (const time of ['00:40', '00:30']) {
        const fields = { title: `${date} ${time}`, due: { date, time }, remind };
        expect((await ada.post('/api/tasks?include=due', fields)).status).toBe(201);
      }
    const due = '/api/tasks?include=due&limit=1&due=';
    const last = [['2999-12-31 00:30'], ['2999-12-31 00:40']];
    expect(await pages(`${due}overdue`, 'tasks')).toEqual([['1970-01-01 00:30'], ['1970-01-01 00:40']]);
    expect(await pages(`${due}upcoming`, 'tasks')).toEqual(last);
    expect(await pages('/api/reminders?limit=1', 'reminders')).toEqual(last);
  });

  it('while its entries change and are deleted', async () => {
    const ids = [];
    for (let number = 1; number <= 4; number++) ids.push(await converse(`Number ${number}`));
    const first = await ada.get('/api/conversations?limit=2');
    service.deps.clock.advance(1);
    await ada.post(`/api/conversations/${ids[2]}/messages`, { content: 'Moves to the top' });
    await ada.delete(`/api/conversations/${ids[2]}`);
    expect(await pages(nextOf(first) ?? '', 'conversations')).toEqual([names(2, 1)]);
  });
});

describe('the query for a page', () => {
  it.each([
    ['/api/conversations?limit=0', '`limit` must be at least 1.'],
    ['/api/conversations?limit=101', '`limit` must be at most 100.'],
    ['/api/tasks?limit=1001', '`limit` must be at most 1000.'],
    ['/api/web?limit=101', '`limit` must be at most 100.'],
    ['/api/tasks?limit=', '`limit` must be at least 1.'],
    ['/api/tasks?limit=many', '`limit` must be a number.'],
    ['/api/tasks?limit=1.5', '`limit` must be a whole number.'],
    ['/api/tasks?limit=0x10', '`limit` must be a number.'],
    ['/api/conversations?limit=1e1', '`limit` must be a number.'],
    ['/api/web?limit=%202', '`limit` must be a number.'],
    ['/api/tasks?limit=1&limit=2', '`limit` must be given once.'],
    ['/api/tasks?after=', '`after` must be the cursor that the page before ended with.'],
    ['/api/tasks?after=1767225600000_019c1f0e-8c11-7d5a-9a3e-5f0f4b1c2d3e', '`after` must be the cursor'],
    ['/api/web?after=%00', '`after` must be the cursor'],
    ['/api/conversations?after=019c1f0e-8c11-7d5a-9a3e-5f0f4b1c2d3e', '`after` must be the cursor'],
    [
      '/api/conversations?after=99999999999999_019c1f0e-8c11-7d5a-9a3e-5f0f4b1c2d3e',
      '`after` must be the cursor',
    ],
    [
      '/api/conversations?after=1767225600000_019c1f0e-8c11-7d5a-9a3e-5f0f4b1c2d3e%E2%80%A8',
      '`after` must be',
    ],
  ])('%s is refused with words', async (path, words) => {
    const answer = await ada.get(path);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(words)]);
  });

  it('with a number is accepted by a typed procedure, also after REST has read one from a query', async () => {
    expect((await ada.get('/api/tasks?limit=2')).status).toBe(200);
    for (const [limit, status] of [
      [2, 200],
      [true, 400],
      [[2], 400],
    ]) {
      const answer = await ada.get(`/trpc/tasks.list?input=${encodeURIComponent(JSON.stringify({ limit }))}`);
      expect([limit, answer.status]).toEqual([limit, status]);
    }
  });

  it('may have a cursor of the very first or last moment', async () => {
    await converse('Here');
    const id = '019C1F0E-8C11-7D5A-9A3E-5F0F4B1C2D3E';
    expect(await pages(`/api/conversations?after=0_${id}`, 'conversations')).toEqual([[]]);
    expect(await pages(`/api/conversations?after=9999999999999_${id}`, 'conversations')).toEqual([['Here']]);
  });

  it('shows nothing of another account, whose cursor reveals nothing', async () => {
    for (const title of ['One', 'Two']) await converse(title);
    await addTask('Three');
    await addTask('Four');
    const links = [await ada.get('/api/conversations?limit=1'), await ada.get('/api/tasks?limit=1')].map(
      nextOf,
    );
    ada = await service.signedUp();
    expect((await ada.get(links[0] ?? '')).body).toEqual({ conversations: [] });
    expect((await ada.get(links[1] ?? '')).body).toEqual({ tasks: [] });
  });
});

describe('a polling client', () => {
  it('gets a 304 until the list changes', async () => {
    await addTask('One');
    const first = await ada.get('/api/tasks');
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[\w-]{43}"$/);
    const again = await ada.get('/api/tasks', { 'if-none-match': `"other", ${etag}` });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    const head = await ada.request('HEAD', '/api/tasks', undefined, { 'if-none-match': etag });
    expect(head.status).toBe(304);
    const any = await ada.get('/api/tasks', { 'if-none-match': '*' });
    expect([any.status, any.text, any.headers.get('etag')]).toEqual([304, '', etag]);

    await addTask('Two');
    const changed = await ada.get('/api/tasks', { 'if-none-match': etag });
    expect([changed.status, changed.body.tasks.length]).toEqual([200, 2]);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  it('is refused without a credential as usual, and gets errors whole', async () => {
    const { headers } = await ada.get('/api/tasks');
    const etag = headers.get('etag') ?? '';
    expect((await service.stranger().get('/api/tasks', { 'if-none-match': etag })).status).toBe(401);
    const refused = await ada.get('/api/tasks?status=x', { 'if-none-match': etag });
    expect([refused.status, refused.headers.get('etag')]).toEqual([400, null]);
  });

  it('has the link to the next page with a 304, too', async () => {
    for (const title of ['One', 'Two']) await addTask(title);
    const first = await ada.get('/api/tasks?limit=1');
    const again = await ada.get('/api/tasks?limit=1', { 'if-none-match': first.headers.get('etag') ?? '' });
    expect([again.status, nextOf(again)]).toEqual([304, nextOf(first)]);
  });
});
