import { limits, rates } from '@jarvis/contract';
import { conversationIn } from '@jarvis/testkit';
import { describe, expect, it } from 'vitest';
import { emailOf, userIdOf } from './support/belongings.ts';
import type { Client } from './support/client.ts';
import { OauthProgram } from './support/oauth-program.ts';
import { password, serviceForFile, startService } from './support/service.ts';

const newPassword = 'quite another one';

const service = await serviceForFile();

/** The same person in another browser. */
async function elsewhere(person: Client, userAgent: string): Promise<Client> {
  const browser = service.stranger();
  browser.headers['user-agent'] = userAgent;
  const answer = await browser.post('/api/auth/login', { email: await emailOf(person), password });
  expect(answer.status).toBe(200);
  return browser;
}

const isSignedIn = async (browser: Client) => (await browser.get('/api/keys')).status === 200;

describe('sessions', () => {
  it('are listed with time, browser, and a mark for the current one', async () => {
    const person = await service.signedUp();
    service.deps.clock.advance(60);
    const phone = await elsewhere(person, 'Phone/1.0');
    const { status, body } = await phone.get('/api/auth/sessions');
    expect(status).toBe(200);
    expect(body.sessions).toHaveLength(2);
    expect(body.sessions[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{64}$/),
      current: true,
      signedInAt: expect.stringMatching(/Z$/),
      expiresAt: expect.stringMatching(/Z$/),
      userAgent: 'Phone/1.0',
    });
    expect(body.sessions[1]).toMatchObject({ current: false });
    expect(body.sessions[0].signedInAt > body.sessions[1].signedInAt).toBe(true);
  });

  it('are not listed once they have expired', async () => {
    const person = await service.signedUp();
    service.deps.clock.advance(20 * 86_400);
    await person.get('/api/keys');
    await elsewhere(person, 'Old/1.0');
    service.deps.clock.advance(29 * 86_400);
    await person.get('/api/keys');
    service.deps.clock.advance(2 * 86_400);
    expect((await person.get('/api/auth/sessions')).body.sessions).toHaveLength(1);
  });

  it('are a thousand at most: a new one ends the first to expire', async () => {
    const person = await service.signedUp();
    service.deps.clock.advance(60);
    const second = await elsewhere(person, 'Second/1.0');
    await service.deps.db.run(
      `insert into sessions (user_id, id, expires_at, signed_in_at)
       select $1, gen_random_uuid(), $3::timestamptz + interval '40 days', $3 from generate_series(3, $2::int)`,
      [await userIdOf(person), limits.sessionsMax, service.deps.clock.nowIso()],
    );
    const third = await elsewhere(person, 'Third/1.0');
    expect((await third.get('/api/auth/sessions')).body.sessions).toHaveLength(limits.sessionsMax);
    expect([await isSignedIn(person), await isSignedIn(second)]).toEqual([false, true]);
  });

  it('end one by one; another account’s are not found', async () => {
    const person = await service.signedUp();
    const phone = await elsewhere(person, 'Phone/1.0');
    const [current, other] = (await phone.get('/api/auth/sessions')).body.sessions.sort(
      (a: { current: boolean }, b: { current: boolean }) => Number(b.current) - Number(a.current),
    );
    const stranger = await service.signedUp();
    const foreign = await stranger.delete(`/api/auth/sessions/${other.id}`);
    const missing = await stranger.delete(`/api/auth/sessions/${'0'.repeat(64)}`);
    expect(foreign.status).toBe(404);
    expect(foreign.text).toBe(missing.text);

    expect(await phone.delete(`/api/auth/sessions/${other.id.toUpperCase()}`)).toMatchObject({
      status: 200,
      body: { ok: true },
    });
    expect(await isSignedIn(person)).toBe(false);
    expect(await isSignedIn(phone)).toBe(true);
    expect((await phone.delete(`/api/auth/sessions/${other.id}`)).status).toBe(404);
    await phone.delete(`/api/auth/sessions/${current.id}`);
    expect(phone.cookies.has('jarvis_session')).toBe(false);
  });

  it('end all but the current one', async () => {
    const person = await service.signedUp();
    const others = [await elsewhere(person, 'A'), await elsewhere(person, 'B')];
    expect((await person.delete('/api/auth/sessions')).body).toEqual({ ok: true, ended: 2 });
    for (const other of others) expect(await isSignedIn(other)).toBe(false);
    expect(await isSignedIn(person)).toBe(true);
  });

  it('are not available to keys', async () => {
    const person = await service.signedUp();
    const program = await service.withKey(person);
    for (const answer of [
      await program.get('/api/auth/sessions'),
      await program.delete('/api/auth/sessions'),
      await program.post('/api/auth/password', {}),
      await program.post('/api/auth/delete', {}),
      await program.get('/api/auth/export'),
    ]) {
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({ error: 'Sign in with a browser session to use this.' });
    }
  });
});

describe('password', () => {
  const change = (person: Client, currentPassword: string | undefined, text = newPassword) =>
    person.post('/api/auth/password', { currentPassword, password: text, confirmPassword: text });

  it('changes for a person who gives the old one; every other session and every reset link ends', async () => {
    const person = await service.signedUp();
    const email = await emailOf(person);
    const phone = await elsewhere(person, 'Phone/1.0');
    const before = person.cookies.get('jarvis_session');
    await service.stranger().post('/api/auth/forgot', { email });
    await expect.poll(() => service.deps.mailer.mails.at(-1)?.to).toBe(email);
    const token = /token=([\w-]+)/.exec(service.deps.mailer.mails.at(-1)?.text ?? '')?.[1];

    expect(await change(person, password)).toMatchObject({ status: 200, body: { ok: true } });
    expect(person.cookies.get('jarvis_session')).not.toBe(before);
    expect(await isSignedIn(person)).toBe(true);
    expect(await isSignedIn(phone)).toBe(false);
    const reset = { token, password: 'by the old link', confirmPassword: 'by the old link' };
    expect((await service.stranger().post('/api/auth/reset', reset)).status).toBe(400);
    const login = (text: string) => service.stranger().post('/api/auth/login', { email, password: text });
    expect((await login(password)).status).toBe(401);
    expect((await login(newPassword)).status).toBe(200);
    const told = () => service.deps.mailer.mails.filter(({ to }) => to === email).at(-1);
    await expect.poll(() => told()?.subject).toBe('Your Jarvis password was changed');
    expect(told()?.text).toContain('somebody who was signed in');
  });

  it('does not change for a person who does not give the old one', async () => {
    const person = await service.signedUp();
    for (const wrong of ['wrong wrong', undefined, '']) {
      const answer = await change(person, wrong);
      expect(answer.status).toBe(400);
      expect(answer.body.issues).toEqual([{ path: 'currentPassword', message: expect.any(String) }]);
    }
    expect((await change(person, password, 'short')).status).toBe(400);
    expect(await isSignedIn(person)).toBe(true);
    expect((await change(person, password)).status).toBe(200);
  });

  it('cannot be guessed by changing it: attempts are limited, whatever others try at signing in', async () => {
    const person = await service.signedUp();
    const length = rates.passwordChecks.limit + 3;
    const answers = await Promise.all(Array.from({ length }, () => change(person, 'wrong wrong')));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
  });

  it('can be changed by its owner while others use up the sign-ins for the address', async () => {
    const person = await service.signedUp();
    const email = await emailOf(person);
    await service.stranger().post('/api/auth/login', { email, password: 'wrong wrong' });
    await service.deps.db.run("update rate_windows set count = 1000 where name like 'signIn%'", []);
    expect((await service.stranger().post('/api/auth/login', { email, password })).status).toBe(429);
    expect((await change(person, password)).status).toBe(200);
    service.deps.clock.advance(61);
  });

  it('can be set without an old one by a person who has none, shortly after signing in', async () => {
    const person = await service.signedUp();
    const email = await emailOf(person);
    await service.deps.db.run('update users set password_hash = null where email = $1', [email]);
    service.deps.clock.advance(601);
    expect((await change(person, undefined)).status).toBe(400);
    await service.deps.db.run('update sessions set signed_in_at = $1', [service.deps.clock.nowIso()]);
    expect((await change(person, undefined)).status).toBe(200);
    expect((await service.stranger().post('/api/auth/login', { email, password: newPassword })).status).toBe(
      200,
    );
  });

  it('has one winner of two concurrent changes', async () => {
    const person = await service.signedUp();
    const email = await emailOf(person);
    const phone = await elsewhere(person, 'Phone/1.0');
    const answers = await Promise.all([
      change(person, password, 'password of one'),
      change(phone, password, 'password of two'),
    ]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(200);
    expect([400, 401, 409]).toContain(statuses[1]);
    const won = answers[0]?.status === 200 ? 'password of one' : 'password of two';
    expect((await service.stranger().post('/api/auth/login', { email, password: won })).status).toBe(200);
  });
});

describe('ways to sign in', () => {
  it('are shown in the web app: whether there is a password, and the providers', async () => {
    const person = await service.signedUp();
    const { id } = (await person.get('/api/auth/session')).body.user;
    const ways = async () => (await person.get('/trpc/account.signInMethods')).body.result.data;
    expect(await ways()).toEqual({ password: true, providers: [] });
    await service.deps.db.run('update users set password_hash = null where id = $1', [id]);
    await service.deps.db.run(
      `insert into identities (user_id, provider, subject, created_at) values ($1, 'github', '7', $2)`,
      [id, '2026-01-31T09:30:00.123Z'],
    );
    expect(await ways()).toEqual({
      password: false,
      providers: [{ provider: 'github', createdAt: '2026-01-31T09:30:00.123Z' }],
    });
  });
});

describe('export', () => {
  it('contains everything of the account and nothing of others, without secrets', async () => {
    const person = await service.signedUp();
    const other = await service.signedUp();
    const stored = await fill(person, 'mine');
    await fill(other, 'theirs');
    const answer = await person.get('/api/auth/export');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="jarvis-export.json"');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { user } = (await person.get('/api/auth/session')).body;
    expect(answer.body).toEqual({
      exportedAt: expect.any(String),
      account: {
        ...user,
        customInstructions: '',
        customInstructionsEnabled: true,
        addressProvenAt: null,
        createdAt: expect.any(String),
      },
      identityProviders: [],
      sessions: [
        { signedInAt: expect.any(String), expiresAt: expect.any(String), userAgent: expect.anything() },
      ],
      keys: [expect.objectContaining({ name: 'mine', lastUsedAt: null })],
      grants: [
        {
          id: expect.any(String),
          host: '127.0.0.1:49152',
          name: 'mine program',
          vouched: null,
          scopes: ['tasks'],
          connectedAt: expect.any(String),
          lastUsedAt: null,
        },
      ],
      timeSettings: null,
      calendarFeeds: [],
      conversations: [
        expect.objectContaining({
          title: 'mine one',
          messages: [
            expect.objectContaining({ role: 'user', content: 'mine first' }),
            expect.objectContaining({ content: 'mine second' }),
          ],
        }),
        expect.objectContaining({ title: 'mine empty', messages: [] }),
        expect.objectContaining({
          title: 'mine two',
          messages: [expect.objectContaining({ content: 'mine third' })],
        }),
      ],
      tasks: [expect.objectContaining({ title: 'mine task', status: 'open' })],
      memories: [expect.objectContaining({ content: 'mine memory' })],
      lookups: [expect.objectContaining({ query: 'mine lookup' })],
      otherVersions: [],
      unansweredMessages: [expect.objectContaining({ message: 'mine unanswered' })],
      files: [],
      deliveries: [],
      webhooks: [],
      pushSubscriptions: [],
      reminders: [],
      schedules: [expect.objectContaining({ title: 'mine report', prompt: 'What is due?' })],
      scheduleRuns: [expect.objectContaining({ state: 'waiting', searches: 0 })],
      notifications: [],
    });
    expect(answer.text).not.toContain('theirs');
    expect(answer.text).not.toContain(stored.key);
    expect(answer.text).not.toMatch(/argon2|password_?hash/i);
    expect(answer.text).not.toContain(person.cookies.get('jarvis_session'));
  });

  it('is streamed: the server does not read it all for a reader who stops', async () => {
    const person = await service.signedUp();
    const { id } = (await person.get('/api/auth/session')).body.user;
    // Then the planner underestimates the messages, as after an import on the first day.
    await service.deps.db.run('analyze messages', [], { prepared: false, deadlineMs: 30_000 });
    const messages = Array.from({ length: 100 }, (_, m) => ({
      role: 'user' as const,
      content: `${m + 1}${'x'.repeat(4_000)}`,
    }));
    for (let n = 0; n < 30; n += 1) await conversationIn(service.deps.db, id, messages);
    const before = service.deps.db.stats().statements;
    const response = await fetch(`${service.url}/api/auth/export`, {
      headers: { cookie: `jarvis_session=${person.cookies.get('jarvis_session')}` },
    });
    const reader = response.body?.getReader();
    await reader?.read();
    await new Promise((resolve) => setTimeout(resolve, 300));
    const pagesRead = service.deps.db.stats().statements - before;
    let bytes = 0;
    for (;;) {
      const piece = await reader?.read();
      if (!piece || piece.done) break;
      bytes += piece.value.length;
    }
    expect(bytes).toBeGreaterThan(11_000_000);
    expect(pagesRead).toBeLessThan((service.deps.db.stats().statements - before) / 2);
    const whole = await person.get('/api/auth/export');
    expect(whole.body.conversations).toHaveLength(30);
    const inOrder = Array.from({ length: 100 }, (_, i) => i + 1);
    for (const { messages } of whole.body.conversations)
      expect(messages.map(({ content }: { content: string }) => Number.parseInt(content, 10))).toEqual(
        inOrder,
      );
  });

  it.each([
    ['', '"tasks"'],
    ['?files=true', '"tasks"'],
    ['?files=true', '"file_parts"'],
  ])('is incomplete when the account is deleted meanwhile: %s, at %s', async (query, table) => {
    const person = await service.signedUp();
    const { id } = (await person.get('/api/auth/session')).body.user;
    const sent = { ...person.headers, 'content-type': 'application/octet-stream' };
    const stored = await fetch(`${service.url}/api/files?name=a`, {
      method: 'POST',
      headers: { ...sent, cookie: person.cookie },
      body: 'a file',
    });
    expect(stored.status).toBe(201);
    const { db } = service.deps;
    const deleting = db.intercepted(async ({ text }, proceed) => {
      const rows = await proceed();
      if (text.includes(table)) await db.run('delete from users where id = $1', [id]);
      return rows;
    });
    const other = await startService({ db: deleting });
    const answer = await fetch(`${other.url}/api/auth/export${query}`, {
      headers: { cookie: person.cookie },
    });
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow('terminated');
    await other.close();
  });

  it('answers GET only, and 401 without a session', async () => {
    expect((await service.stranger().get('/api/auth/export')).body).toEqual({
      error: 'Sign in or send an API key.',
    });
    const posted = await service.stranger().post('/api/auth/export', {});
    expect(posted.status).toBe(405);
    expect(posted.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });
});

describe('delete', () => {
  it('leaves no row of the account in any table, and changes nothing of others', async () => {
    const bystander = await service.signedUp();
    await fill(bystander, 'bystander');
    await service.stranger().post('/api/auth/forgot', { email: await emailOf(bystander) });
    await expect.poll(() => countOf('reset_requests')).toBe(0);
    const before = await counts();

    const person = await service.signedUp();
    const email = await emailOf(person);
    const { id } = (await person.get('/api/auth/session')).body.user;
    await fill(person, 'gone');
    await elsewhere(person, 'Phone/1.0');
    await service.deps.db.run(
      `insert into identities (user_id, provider, subject, created_at) values ($1, 'google', 'g-1', now())`,
      [id],
    );
    await service.deps.db.run(
      `insert into changes (user_id, topic, version, changed_at) values ($1, 'tasks', 1, now())`,
      [id],
    );
    await service.stranger().post('/api/auth/forgot', { email });
    await expect.poll(() => countOf('reset_tokens')).toBe((before.get('reset_tokens') ?? 0) + 1);
    await expect.poll(() => countOf('reset_requests')).toBe(0);
    const during = await counts();
    const owned = [...during]
      .filter(([table, count]) => count > (before.get(table) ?? 0))
      .map(([table]) => table);
    expect(owned).toEqual(
      expect.arrayContaining([
        'api_keys',
        'changes',
        'conversations',
        'grant_tokens',
        'grants',
        'identities',
        'lookups',
        'memories',
        'messages',
        'rate_windows',
        'reset_tokens',
        'sessions',
        'tasks',
        'users',
      ]),
    );

    expect(await person.post('/api/auth/delete', { password })).toMatchObject({
      status: 200,
      body: { ok: true },
    });
    expect(person.cookies.has('jarvis_session')).toBe(false);
    const after = await counts();
    // Windows of networks belong to no account; the account's own and those of its address are gone.
    for (const [table, count] of after)
      if (table !== 'rate_windows') expect([table, count]).toEqual([table, before.get(table)]);
    expect(await tablesWith(id)).toEqual([]);
    expect(await tablesWith(email)).toEqual([]);
    expect(await isSignedIn(bystander)).toBe(true);
    expect((await service.stranger().post('/api/auth/login', { email, password })).status).toBe(401);
    service.deps.clock.advance(61);
    const again = { email, password, confirmPassword: password };
    expect((await service.stranger().post('/api/auth/register', again)).status).toBe(201);
  });

  it('needs the password, or a sign-in within the last ten minutes', async () => {
    const person = await service.signedUp();
    expect((await person.post('/api/auth/delete', { password: 'wrong wrong' })).status).toBe(400);
    service.deps.clock.advance(601);
    const refused = await person.post('/api/auth/delete', {});
    expect(refused.status).toBe(400);
    expect(refused.body.issues).toEqual([{ path: 'password', message: expect.any(String) }]);
    expect(await isSignedIn(person)).toBe(true);
    const fresh = await elsewhere(person, 'Fresh/1.0');
    service.deps.clock.advance(599);
    expect((await fresh.post('/api/auth/delete', {})).status).toBe(200);
    expect(await isSignedIn(person)).toBe(false);
  });

  it('deletes an account with more messages than fit one statement', async () => {
    // The installation stores who opened the first account.
    await service.signedUp();
    const person = await service.signedUp();
    const { id } = (await person.get('/api/auth/session')).body.user;
    // Then the planner underestimates the messages, as after an import on the first day.
    await service.deps.db.run('analyze messages', [], { prepared: false, deadlineMs: 30_000 });
    const messages = Array.from({ length: 12_000 }, (_, m) => ({ role: 'user' as const, content: `m${m}` }));
    await conversationIn(service.deps.db, id, messages);
    expect((await person.post('/api/auth/delete', { password })).status).toBe(200);
    expect(await tablesWith(id)).toEqual([]);
  });

  it('has one winner of two concurrent requests', async () => {
    const person = await service.signedUp();
    const answers = await Promise.all([1, 2, 3].map(() => person.post('/api/auth/delete', { password })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(200);
    for (const status of statuses) expect([200, 401]).toContain(status);
  });

  async function tables(): Promise<string[]> {
    const rows = await service.deps.db.run(
      `select table_name from information_schema.tables where table_schema = 'public' order by 1`,
      [],
    );
    return rows.map(([name]) => String(name));
  }

  async function countOf(table: string): Promise<number> {
    const [row] = await service.deps.db.run(`select count(*)::int from "${table}"`, []);
    return Number(row?.[0]);
  }

  async function counts(): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (const table of await tables()) found.set(table, await countOf(table));
    return found;
  }

  async function tablesWith(text: string): Promise<string[]> {
    const found: string[] = [];
    for (const table of await tables()) {
      const some = `select 1 from "${table}" t where strpos(t::text, $1) > 0 limit 1`;
      if ((await service.deps.db.run(some, [text], { deadlineMs: 30_000 })).length > 0) found.push(table);
    }
    return found;
  }
});

/** One row of every kind that an account can own. */
async function fill(person: Client, mark: string): Promise<{ key: string }> {
  const { id } = (await person.get('/api/auth/session')).body.user;
  for (const [title, contents] of [
    ['one', ['first', 'second']],
    ['empty', []],
    ['two', ['third']],
  ] as const) {
    const made = await person.post('/api/conversations', { title: `${mark} ${title}` });
    for (const content of contents) {
      await person.post(`/api/conversations/${made.body.conversation.id}/messages`, {
        content: `${mark} ${content}`,
      });
    }
  }
  await person.post('/api/tasks', { title: `${mark} task` });
  const { schedule } = (
    await person.post('/api/schedules', {
      title: `${mark} report`,
      prompt: 'What is due?',
      start: '2999-01-01T08:00',
    })
  ).body;
  await person.post(`/api/schedules/${schedule.id}/run`, {});
  const { key } = (await person.post('/api/keys', { name: mark })).body;
  await (await OauthProgram.start(service.url, { name: `${mark} program` })).connect(person, ['tasks']);
  const now = service.deps.clock.nowIso();
  await service.deps.db.run(
    `insert into memories (user_id, id, type, content, content_key, created_at, updated_at)
     values ($1, gen_random_uuid(), 'user', $2, $2, $3, $3)`,
    [id, `${mark} memory`, now],
  );
  await service.deps.db.run(
    `insert into lookups (user_id, id, query, status, result_count, conversation_id, created_at)
     values ($1, gen_random_uuid(), $2, 'ok', 1, gen_random_uuid(), $3)`,
    [id, `${mark} lookup`, now],
  );
  await service.deps.db.run(
    `insert into begun_turns (user_id, id, conversation_id, message, begun_at)
     values ($1, gen_random_uuid(), gen_random_uuid(), $2, $3)`,
    [id, `${mark} unanswered`, now],
  );
  return { key };
}
