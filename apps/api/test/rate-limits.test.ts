import { rates } from '@jarvis/contract';
import { lockWaits } from '@jarvis/testkit';
import { modelForFile } from '@jarvis/testkit/for-file';
import { describe, expect, it } from 'vitest';
import { remember, userIdOf } from './support/belongings.ts';
import { Client, type ClientAnswer } from './support/client.ts';
import { password, serviceForFile, startService } from './support/service.ts';

const model = await modelForFile();
const service = await serviceForFile({ overrides: { model: model.model } });
/** Another process on the same database. */
const second = await serviceForFile({
  db: service.deps.db,
  overrides: { clock: service.deps.clock, model: model.model },
});

const tasksMax = rates.taskWrites.limit;
const keysMax = rates.keyCreation.limit;
const registrationsMax = rates.registrationPerNetwork.limit;
const signInsMax = rates.signInPerNetwork.limit;
const resetsMax = rates.resetRequestPerEmail.limit;

const nobodysId = '019c1f0e-8c11-7d5a-9a3e-5f0f4b1c2d3e';

/** The same person's client for the other process. */
function at(url: string, { headers, cookies }: Client): Client {
  const client = new Client(url, headers);
  for (const [name, value] of cookies) client.cookies.set(name, value);
  return client;
}

/** Every answer to this many requests; a request that a fully loaded machine refuses uncounted is sent again. */
async function together(
  count: number,
  send: (number: number) => Promise<ClientAnswer>,
): Promise<ClientAnswer[]> {
  const untilCounted = async (number: number) => {
    const answers = [await send(number)];
    while (answers.every(isUncertain) && answers.length < 20) answers.push(await send(number));
    return answers;
  };
  return (await Promise.all(Array.from({ length: count }, (_, number) => untilCounted(number)))).flat();
}

/** Refused for lack of time before the state of its window was known: nearly always, it does not count. */
const isUncertain = ({ status, headers }: ClientAnswer) => status === 503 && !headers.has('ratelimit');

/** So many of the requests counted; an uncertain one may be one of them. */
function expectServed(answers: readonly ClientAnswer[], count: number): void {
  const notRefused = answers.filter(({ status }) => status !== 429);
  expect(notRefused.filter((answer) => !isUncertain(answer)).length).toBeLessThanOrEqual(count);
  expect(notRefused.length).toBeGreaterThanOrEqual(count);
}

/** The window ends after this many seconds, and refused requests did not count. */
async function expectRefusal(answer: ClientAnswer, name: keyof typeof rates): Promise<void> {
  const { limit, windowSeconds } = rates[name];
  expect(answer.status).toBe(429);
  const retryAfter = Number(answer.headers.get('retry-after'));
  expect(retryAfter).toBeGreaterThan(0);
  expect(retryAfter).toBeLessThanOrEqual(windowSeconds);
  expect(answer.headers.get('ratelimit')).toBe(`"${name}";r=0;t=${retryAfter}`);
  expect(answer.headers.get('ratelimit-policy')).toBe(`"${name}";q=${limit};w=${windowSeconds}`);
  expect(answer.body).toEqual({ error: expect.stringContaining(`${retryAfter} second`) });
}

/** Specification: Limits. */
describe('the rate of changes to tasks', () => {
  it('holds exactly under 100 requests at once, by session and several keys, by REST and RPC, on two processes', async () => {
    const ada = await service.signedUp();
    const holders = [ada, await service.withKey(ada), await service.withKey(ada)].flatMap((client) => [
      client,
      at(second.url, client),
    ]);
    const who = (number: number) => holders[number % holders.length] as Client;
    const answers = await together(100, (number) => {
      const headers = { 'x-forwarded-for': `10.0.0.${number}`, forwarded: `for=10.1.0.${number}` };
      if (number % 4 === 0)
        return who(number).post('/trpc/tasks.create', { title: `Task ${number}` }, headers);
      if (number % 4 === 1) return who(number).patch(`/api/tasks/${nobodysId}`, { status: 'done' }, headers);
      if (number % 4 === 2) return who(number).delete(`/api/tasks/${nobodysId}`, headers);
      return who(number).post('/api/tasks', { title: `Task ${number}` }, headers);
    });
    expectServed(answers, tasksMax);
    const { tasks } = (await ada.get('/api/tasks')).body;
    expect(tasks).toHaveLength(answers.filter(({ status }) => status === 200 || status === 201).length);
    await expectRefusal(await ada.post('/api/tasks', { title: 'One more' }), 'taskWrites');
  });

  it('starts with the first request, ends after a minute, and does not count refused requests', async () => {
    const ada = await service.signedUp();
    const add = () => ada.post('/api/tasks', { title: 'Task' });
    const first = await add();
    expect(first.headers.get('ratelimit')).toBe(`"taskWrites";r=${tasksMax - 1};t=60`);
    service.deps.clock.advance(30);
    expectServed(await together(80, add), tasksMax - 1);
    expect((await add()).headers.get('retry-after')).toBe('30');
    service.deps.clock.advance(29);
    expect((await add()).headers.get('retry-after')).toBe('1');
    service.deps.clock.advance(1);
    const fresh = await add();
    expect(fresh.status).toBe(201);
    expect(fresh.headers.get('ratelimit')).toBe(`"taskWrites";r=${tasksMax - 1};t=60`);
    expectServed(await together(80, add), tasksMax - 1);
  });

  it('counts requests with an invalid body or id, and neither reads nor other people’s requests', async () => {
    const ada = await service.signedUp();
    const bob = await service.signedUp();
    await together(Math.ceil(tasksMax / 2), () => ada.post('/api/tasks', {}));
    await together(Math.ceil(tasksMax / 2), () => ada.delete(`/api/tasks/${nobodysId}`));
    await expectRefusal(await ada.post('/api/tasks', { title: 'Task' }), 'taskWrites');
    expect((await ada.get('/api/tasks')).status).toBe(200);
    expect((await ada.get('/api/tasks')).headers.has('ratelimit')).toBe(false);
    expect((await ada.post('/api/conversations', {})).status).toBe(201);
    expect((await bob.post('/api/tasks', { title: 'Task' })).status).toBe(201);
  });

  it('is not evaded by a batch of calls', async () => {
    const ada = await service.signedUp();
    const input = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [index, { title: 'Task' }]));
    const path = `/trpc/${Array(20).fill('tasks.create').join(',')}?batch=1`;
    const results: { result?: unknown }[] = [];
    for (let count = 0; count < 4; count++) results.push(...(await ada.post(path, input)).body);
    expect(results.filter(({ result }) => result !== undefined)).toHaveLength(tasksMax);
    await expectRefusal(await ada.post('/api/tasks', { title: 'Task' }), 'taskWrites');
  });

  it('holds for a request whose client disconnects', async () => {
    const ada = await service.signedUp();
    await together(tasksMax, () => ada.post('/api/tasks', { title: 'Task' }));
    const impatient = new AbortController();
    const request = fetch(`${service.url}/api/tasks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: ada.cookie },
      body: '{"title":"Sneaked in"}',
      signal: impatient.signal,
    }).catch(() => undefined);
    impatient.abort();
    await request;
    expect((await ada.get('/api/tasks')).body.tasks).toHaveLength(tasksMax);
  });
});

describe('the rate of chats', () => {
  it('holds exactly under 100 requests at once, by session and key, by REST and RPC, on two processes', async () => {
    const ada = await service.signedUp();
    const holders = [ada, await service.withKey(ada), at(second.url, ada)];
    const answers = await together(100, (number) => {
      const who = holders[number % holders.length] as Client;
      const message = `Message ${number}`;
      if (number % 5 === 0) return who.post('/trpc/chat.start', { message });
      if (number % 5 === 1) return who.post('/api/jarvis/chat', { message: '' });
      return who.post('/api/jarvis/chat', { message, messages: [] });
    });
    expectServed(answers, rates.chat.limit);
    await expectRefusal(await ada.post('/api/jarvis/chat', { message: 'One more' }), 'chat');
    expect((await ada.post('/api/tasks', { title: 'Task' })).status).toBe(201);
  });
});

describe('the rate of changes to memories', () => {
  it('holds exactly under 100 requests at once, on two processes', async () => {
    const ada = await service.signedUp();
    const id = await remember(service, ada);
    const there = at(second.url, ada);
    const answers = await together(100, (number) =>
      number % 2 === 0
        ? ada.patch(`/api/memories/${id}`, { content: `Owns ${number} books.` })
        : there.delete(`/api/memories/${nobodysId}`),
    );
    expectServed(answers, rates.memoryWrites.limit);
    await expectRefusal(await ada.delete(`/api/memories/${id}`), 'memoryWrites');
    expect((await ada.get('/api/memories')).status).toBe(200);
    service.deps.clock.advance(60);
    expect((await ada.delete(`/api/memories/${id}`)).status).toBe(200);
  });
});

describe('the rate of new, renamed and imported conversations', () => {
  it('holds exactly for all three together, on two processes, and is separate from the window of messages', async () => {
    const ada = await service.signedUp();
    const there = at(second.url, ada);
    const { id } = (await ada.post('/api/conversations', {})).body.conversation;
    const createdAt = '2025-03-01T10:00:00.000Z';
    const messages = [{ id: 'm', role: 'user', content: 'Hello', createdAt }];
    const imported = {
      source: 'chatgpt',
      id: 'c',
      title: 'Turin',
      createdAt,
      from: 0,
      after: null,
      messages,
    };
    const answers: ClientAnswer[] = [];
    for (let hundred = 0; hundred < 7; hundred += 1) {
      answers.push(
        ...(await together(100, (number) => {
          const client = number % 2 === 0 ? ada : there;
          if (number % 3 === 0) return client.post('/api/conversations', {});
          if (number % 3 === 1) return client.patch(`/api/conversations/${id}`, { title: `No. ${number}` });
          return client.post('/trpc/conversations.import', { conversations: [imported] });
        })),
      );
    }
    expectServed(answers, rates.conversationWrites.limit - 1);
    await expectRefusal(await ada.post('/api/conversations', {}), 'conversationWrites');
    expect((await ada.post(`/api/conversations/${id}/messages`, { content: 'Hi' })).status).toBe(201);
    service.deps.clock.advance(61);
    expect((await ada.post('/api/conversations', {})).status).toBe(201);
  });
});

describe('the rate of new keys', () => {
  it('holds exactly under 100 requests at once, by REST and RPC, on two processes', async () => {
    const ada = await service.signedUp();
    const there = at(second.url, ada);
    const answers = await together(100, (number) =>
      number % 3 === 0
        ? ada.post('/trpc/keys.create', {})
        : (number % 2 === 0 ? ada : there).post('/api/keys', {}),
    );
    expectServed(answers, keysMax);
    const { keys } = (await ada.get('/api/keys')).body;
    expect(keys).toHaveLength(keysMax);
    await expectRefusal(await ada.post('/api/keys', {}), 'keyCreation');
    expect((await ada.delete(`/api/keys/${keys[0].id}`)).status).toBe(200);
  });

  it('tells requests that wait while a new window fills when that window ends, not the one before', async () => {
    const ada = await service.signedUp();
    await ada.post('/api/keys', {});
    service.deps.clock.advance(61);
    const { db, clock } = service.deps;
    let refused: Promise<ClientAnswer> | undefined;
    await db.transaction(async (tx) => {
      await tx.run(
        "update rate_windows set started_at = $1, count = $3 where name = 'keyCreation' and subject = $2",
        [clock.nowIso(), await userIdOf(ada), keysMax],
      );
      refused = ada.post('/api/keys', {});
      await expect.poll(() => lockWaits(db)).toBe(1);
    });
    expect((await refused)?.headers.get('retry-after')).toBe('60');
  });
});

describe('the rate of registrations of a network', () => {
  it('holds exactly under 40 requests at once, whatever X-Forwarded-For says', async () => {
    service.deps.clock.advance(901);
    const register = (number: number, url: string) =>
      new Client(url).post(
        '/api/auth/register',
        { email: `crowd-${number}@example.org`, password, confirmPassword: password },
        { 'x-forwarded-for': `10.0.0.${number}` },
      );
    const answers = await together(40, (number) => register(number, number % 2 ? service.url : second.url));
    expectServed(answers, registrationsMax);
    const count = await service.deps.db.run(
      "select count(*)::int from users where email like 'crowd-%@example.org'",
      [],
    );
    expect(count).toEqual([[answers.filter(({ status }) => status === 201).length]]);
    await expectRefusal(await register(99, service.url), 'registrationPerNetwork');
  });

  it('believes X-Forwarded-For of a trusted proxy, by IPv6 network', async () => {
    const behind = await startService({
      db: service.deps.db,
      trustProxy: 1,
      overrides: { clock: service.deps.clock },
    });
    const register = (address: string) =>
      behind.stranger().post('/api/auth/register', {}, { 'x-forwarded-for': address });
    await together(registrationsMax, (number) => register(`2001:db8:1:2::${number}`));
    await expectRefusal(await register('2001:db8:1:2:ffff::1'), 'registrationPerNetwork');
    expect((await register('2001:db8:1:3::1')).status).toBe(400);
    expect((await register('198.51.100.7, 2001:db8:1:2::9')).status).toBe(429);
    expect((await register('2001:db8:1:2::9, 198.51.100.7')).status).toBe(400);
    await behind.close();
  });

  it('is not evaded by ports or malformed addresses in X-Forwarded-For', async () => {
    const behind = await startService({
      db: service.deps.db,
      trustProxy: 1,
      overrides: { clock: service.deps.clock },
    });
    const register = (address: string) =>
      behind.stranger().post('/api/auth/register', {}, { 'x-forwarded-for': address });
    await together(registrationsMax, (number) => register(`203.0.113.5:${40_000 + number}`));
    await expectRefusal(await register('203.0.113.5'), 'registrationPerNetwork');
    await together(registrationsMax, (number) => register(`[2001:db8:9::${number}]:443`));
    expect((await register('2001:db8:9::ffff')).status).toBe(429);
    for (const malformed of ['unknown', '1:2:3:4:5:6:7:8:9', ':::', '300.1.1.1', '_hidden']) {
      expect((await register(malformed)).status, malformed).toBeLessThan(500);
    }
    await behind.close();
  });
});

describe('the rate of sign-ins of a network', () => {
  it('holds exactly for a network under 50 requests at once', async () => {
    service.deps.clock.advance(901);
    const answers = await together(50, (number) =>
      service.stranger().post('/api/auth/login', { email: `guess-${number}@example.org`, password: 'x' }),
    );
    expectServed(answers, signInsMax);
    const more = await service
      .stranger()
      .post('/api/auth/login', { email: 'guess@example.org', password: 'x' });
    await expectRefusal(more, 'signInPerNetwork');
    const { headers } = await service.stranger().get('/api/auth/oauth/github');
    expect(headers.get('location')).toBe('/sign-in?error=server');
    // Of a redirect it would be the time to wait before following it (RFC 9110, 10.2.3).
    expect(headers.get('retry-after')).toBeNull();
  });
});

describe('a window with a start in the future, from a clock that was ahead', () => {
  it('is replaced, unless its start is within a minute', async () => {
    const ada = await service.signedUp();
    await ada.post('/api/tasks', {});
    const beginsIn = (seconds: number) =>
      service.deps.db.run("update rate_windows set count = $2, started_at = $1 where name = 'taskWrites'", [
        new Date(service.deps.clock.now() + seconds * 1_000).toISOString(),
        tasksMax,
      ]);
    await beginsIn(30);
    expect((await ada.post('/api/tasks', {})).status).toBe(429);
    await beginsIn(24 * 60 * 60);
    const { status, headers } = await ada.post('/api/tasks', {});
    expect(status).toBe(400);
    expect(headers.get('ratelimit')).toBe(`"taskWrites";r=${tasksMax - 1};t=60`);
  });
});

describe('the rates of reset requests of an address and of a network', () => {
  it('holds exactly for an address, known or not, in any letter case', async () => {
    service.deps.clock.advance(901);
    await service.signedUp('forgetful@example.org');
    for (const name of ['forgetful', 'unknown']) {
      const answers = await together(10, (number) =>
        (number % 2 ? service : second).stranger().post('/api/auth/forgot', {
          email: number % 3 === 0 ? `${name.toUpperCase()}@Example.org` : `${name}@example.org`,
        }),
      );
      expectServed(answers, resetsMax);
      expect(new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1);
      const more = await service.stranger().post('/api/auth/forgot', { email: `${name}@example.org` });
      await expectRefusal(more, 'resetRequestPerEmail');
    }
  });

  it('holds exactly for a network', async () => {
    service.deps.clock.advance(901);
    const answers = await together(40, (number) =>
      service.stranger().post('/api/auth/forgot', { email: `somebody-${number}@example.org` }),
    );
    expectServed(answers, rates.resetRequestPerNetwork.limit);
    const more = await service.stranger().post('/api/auth/forgot', { email: 'else@example.org' });
    await expectRefusal(more, 'resetRequestPerNetwork');
  });
});

describe('a reset request that is refused because of its address', () => {
  it('does not count for its network', async () => {
    service.deps.clock.advance(901);
    const ask = (name: string) =>
      service.stranger().post('/api/auth/forgot', { email: `${name}@example.org` });
    expectServed(await together(40, () => ask('impatient')), resetsMax);
    const left = rates.resetRequestPerNetwork.limit - resetsMax;
    expectServed(await together(40, (number) => ask(`colleague-${number}`)), left);
  });

  it('gives nothing back for other calls of its batch', async () => {
    service.deps.clock.advance(901);
    const email = 'batched@example.org';
    for (let n = 0; n < resetsMax; n += 1) await service.stranger().post('/api/auth/forgot', { email });
    let signedIn = 0;
    for (let n = 0; n < 40; n += 1) {
      const login = { email: `guess-${n}@example.org`, password: 'x' };
      const batch = await service
        .stranger()
        .post('/trpc/account.forgot,account.login?batch=1', { 0: { email }, 1: login });
      const [refused, guess] = batch.body.map(
        ({ error }: { error?: { data: { httpStatus: number } } }) => error?.data.httpStatus,
      );
      expect(refused).toBe(429);
      if (guess !== 429) signedIn += 1;
    }
    expect(signedIn).toBe(signInsMax);
  });
});

describe('a limited operation', () => {
  it('returns the state of its window also when it fails', async () => {
    const ada = await service.signedUp();
    const refused = await ada.post('/api/tasks', {});
    expect(refused.status).toBe(400);
    expect(refused.headers.get('ratelimit')).toBe(`"taskWrites";r=${tasksMax - 1};t=60`);
    const missing = await ada.delete(`/api/tasks/${nobodysId}`);
    expect(missing.headers.get('ratelimit')).toBe(`"taskWrites";r=${tasksMax - 2};t=60`);
  });

  it('does not count callers that may not call it', async () => {
    const ada = await service.signedUp();
    const program = await service.withKey(ada);
    service.deps.clock.advance(61);
    await together(20, () => program.post('/api/keys', {}));
    expect((await ada.post('/api/keys', {})).headers.get('ratelimit')).toBe(
      `"keyCreation";r=${keysMax - 1};t=60`,
    );
  });
});
