import { accountIn, testDeps } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { expect, test } from 'vitest';
import { register } from './account/account.ts';
import { createResetToken, requestReset } from './account/password-reset.ts';
import { insertOauthState, selectResetToken, takeOauthState } from './auth/queries.ts';
import { fingerprint } from './auth/secret-tokens.ts';
import { createSession, validateSession } from './auth/sessions.ts';
import { sweep } from './housekeeping.ts';

const db = await databaseForFile();

const count = async (table: string) => (await db.run(`select 1 from ${table}`, [])).length;

test('every old window is removed, however many there are, except those that a request has locked', async () => {
  const deps = testDeps(db);
  await db.run(
    `insert into rate_windows (subject, name, started_at, count)
     select 'old ' || n, 'chat', $1::timestamptz - interval '1 day', 1 from generate_series(1, 2500) n
     union all select 'new', 'chat', $1, 1
     union all select 'by a clock that was ahead', 'chat', $1::timestamptz + interval '1 day', 1`,
    [deps.clock.nowIso()],
  );
  await db.transaction(async (tx) => {
    await tx.run("update rate_windows set count = 2 where subject = 'old 7'", []);
    await sweep(deps);
  });
  expect(await count('rate_windows')).toBe(2);
  await sweep(deps);
  expect(await count('rate_windows')).toBe(1);
});

test('conversations that were empty for a day are removed, unless a turn in them waits for its tools', async () => {
  const userId = await accountIn(db);
  const id = (n: number) => `01900000-0000-7000-8000-00000000000${n}`;
  const insert = (n: number, hours: number, lastMessageAt: string | null = null) =>
    db.run(
      `insert into conversations (user_id, id, title, titled_by, created_at, updated_at, last_message_at)
       values ($1, $2, '', 'person', now(), now() - make_interval(hours => $3), $4)`,
      [userId, id(n), hours, lastMessageAt],
    );
  await insert(1, 25);
  await insert(2, 23);
  await insert(3, 25, '2025-01-01T00:00:00.000Z');
  await insert(4, 25);
  await db.run(
    `insert into waiting_turns (user_id, id, conversation_id, said, created_at) values ($1, $2, $2, '[]', now())`,
    [userId, id(4)],
  );
  await sweep(testDeps(db));
  const left = await db.run('select id from conversations where user_id = $1 order by id', [userId]);
  expect(left.flat()).toEqual([id(2), id(3), id(4)]);
});

test('a failing sweep stops no other, and is reported', async () => {
  const deps = testDeps(db);
  const failing = db.intercepted(({ text }, proceed) =>
    text.includes('rate_windows') ? Promise.reject(new Error('not now')) : proceed(),
  );
  const userId = await accountIn(db);
  await db.run(
    `insert into files (user_id, id, name, state, bytes, text_state, tries, created_at)
     values ($1, $1, 'a.bin', 'stored', 1, 'none', 0, now() - interval '25 h')`,
    [userId],
  );
  await expect(sweep({ ...deps, db: failing })).rejects.toThrow('not now');
  expect(await db.run('select from files where user_id = $1', [userId])).toHaveLength(0);
});

const day = 86_400;
test('expired rows are removed, even more than one page of them, and valid ones stay', async () => {
  const deps = testDeps(db);
  const flow = { provider: 'google', browser: 'one', codeVerifier: '', nonce: '', invitation: null };
  const beginFlow = (id: string) =>
    insertOauthState(db, { ...flow, id, expiresAt: new Date(deps.clock.now() + 600_000).toISOString() });
  const browser = { userAgent: undefined, sessionToken: undefined };
  const input = { email: 'ada@example.org', password: 'correct horse battery' };
  const { user } = await register(deps, input, browser);
  await db.run(
    `insert into sessions (user_id, id, expires_at, signed_in_at)
     select $1, 'old ' || n, $2, $2 from generate_series(1, 2500) n`,
    [user.id, new Date(deps.clock.now() + 1_000).toISOString()],
  );
  await createResetToken(deps, user.id);
  await beginFlow('old');
  const refused = new Promise<void>((resolve) => {
    deps.mailer.send = () => {
      resolve();
      return Promise.reject(new Error('451'));
    };
  });
  await requestReset(deps, 'ada@example.org');
  // Some time after the answer; its token is made before the clock moves.
  await refused;
  await sweep(deps);
  expect(await count('sessions')).toBe(2501);
  for (const table of ['reset_tokens', 'reset_requests', 'oauth_states']) {
    expect(await count(table), table).toBeGreaterThan(0);
  }

  deps.clock.advance(29 * day);
  const session = await createSession(deps, user.id, { userAgent: 'New/1.0' });
  const token = await createResetToken(deps, user.id);
  await beginFlow('new');
  deps.clock.advance(60);
  await sweep(deps);
  expect(await count('sessions')).toBe(2);
  expect(await count('reset_tokens')).toBe(1);
  expect(await count('oauth_states')).toBe(1);
  expect(await count('reset_requests')).toBe(0);
  expect(await validateSession(deps, session.token)).toMatchObject({ user: { id: user.id } });
  expect(await selectResetToken(db, { id: fingerprint(token), now: deps.clock.nowIso() })).toHaveLength(1);
  expect(await takeOauthState(db, { ...flow, id: 'new' })).toHaveLength(1);
});
