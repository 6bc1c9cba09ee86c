import { accountIn, lockWaits, personIn, testDeps } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { expect, test } from 'vitest';
import { proveAddress } from '../account/prove-address.ts';
import { takeTurn } from '../assistant/turn.ts';
import { builtinModel } from '../builtin-model/builtin-model.ts';
import { createCalendarFeed } from '../calendar-feeds/calendar-feeds.ts';
import type { SessionCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { createWebhook } from '../deliveries/webhooks/webhooks.ts';
import { createKey } from '../keys/keys.ts';
import type { Access } from '../ports/access.ts';
import { appRouter } from '../router.ts';
import { changeSchedule, createSchedule, runNow } from '../schedules/schedules.ts';
import { fingerprint } from './secret-tokens.ts';
import { createSession } from './sessions.ts';

const db = await databaseForFile();

/** The outcome of a change that waits for a concurrent proof of the address. */
async function during(userId: string, make: () => Promise<unknown>): Promise<unknown> {
  let settled = false;
  const { making } = await db.transaction(async (tx) => {
    await proveAddress({ db: tx, clock: testDeps(db).clock }, userId);
    const making = make()
      .then(
        () => 'made',
        (error: unknown) => (error as { kind?: string }).kind,
      )
      .finally(() => {
        settled = true;
      });
    await expect.poll(async () => settled || (await lockWaits(db)) > 0).toBe(true);
    return { making };
  });
  return making;
}

const sessionOf = async (userId: string): Promise<string> =>
  fingerprint((await createSession(testDeps(db), userId, {})).token);

type Made = [table: string, make: (deps: Context['deps'], caller: SessionCaller) => Promise<unknown>];
const made: Made[] = [
  ['calendar_feeds', (deps, caller) => createCalendarFeed(deps, caller, 'events')],
  ['webhooks', (deps, caller) => createWebhook(deps, caller, { url: 'https://hooks.example.org/' })],
  ['api_keys', (deps, caller) => createKey(deps, caller.userId, 'Key', caller)],
];

test.for(made)(
  'a session that ended while the owner proved the address adds no row to %s',
  async ([table, make]) => {
    const userId = await accountIn(db);
    const caller = { userId, via: 'session', sessionId: await sessionOf(userId) } as SessionCaller;
    expect(await during(userId, () => make(testDeps(db), caller))).toBe('unauthenticated');
    expect(await db.run(`select count(*)::int from ${table} where user_id = $1`, [userId])).toEqual([[0]]);
  },
);

test('a session that ended while the owner proved the address switches no instructions on', async () => {
  const userId = await accountIn(db);
  const { token } = await createSession(testDeps(db), userId, {});
  const call = appRouter.createCaller({
    deps: testDeps(db),
    credentials: { sessionToken: token },
    ...{
      clientNetwork: '127.0.0.1',
      userAgent: undefined,
      requestId: 'test',
      requestProblem: undefined,
      answer: {},
    },
    signal: new AbortController().signal,
  }).customInstructions;
  await call.change({ text: 'Answer in verse.', enabled: true });
  const again = () =>
    call
      .change({ text: 'Link to evil.example.', enabled: true })
      .catch((error) => Promise.reject(error.cause));
  expect(await during(userId, again)).toBe('unauthenticated');
  const left = 'select custom_instructions, custom_instructions_enabled from users where id = $1';
  expect(await db.run(left, [userId])).toEqual([['Answer in verse.', false]]);
});

const accesses: Record<Access['via'], (userId: string) => Promise<Access>> = {
  session: async (userId) => ({ via: 'session', sessionId: await sessionOf(userId) }),
  key: async (userId) => ({ via: 'key', keyId: (await createKey(testDeps(db), userId, undefined)).id }),
  grant: async (userId) => {
    const grantId = crypto.randomUUID();
    await db.run(
      `insert into grants (user_id, id, client_id, client_name, redirect_uri, scopes, connected_at)
       values ($1, $2, 'program', 'Program', 'https://program.example/', '{}', now())`,
      [userId, grantId],
    );
    return { via: 'grant', grantId };
  },
};
const daily = { prompt: 'Tell me what is due', start: '2026-06-01T08:00', repeat: 'FREQ=DAILY' } as const;

test.for(['session', 'key', 'grant'] as const)(
  'a schedule that is made, resumed or run now by a %s that ended while the owner proved the address does not run',
  async (via) => {
    const deps = testDeps(db);
    const create = (userId: string, by?: Access) =>
      createSchedule(deps, userId, { ...daily, createdBy: 'user', by });
    const changes: ((userId: string, by: Access, id: string) => Promise<unknown>)[] = [
      create,
      (userId, by, id) => changeSchedule(deps, userId, { id, state: 'active' }, by),
      (userId, by, id) => runNow(deps, userId, id, by),
    ];
    for (const change of changes) {
      const userId = await accountIn(db);
      const { id } = await create(userId);
      await changeSchedule(deps, userId, { id, state: 'paused' });
      const by = await accesses[via](userId);
      expect(await during(userId, () => change(userId, by, id))).toBe('unauthenticated');
      const left = `select (select count(*)::int from schedules where user_id = $1 and state = 'active'),
        (select count(*)::int from schedule_runs where user_id = $1)`;
      expect(await db.run(left, [userId])).toEqual([[0, 0]]);
    }
  },
);

test('a schedule that a reply makes after the proof ended the session of its message does not run', async () => {
  const deps = testDeps(db, { model: { name: 'builtin', builtin: true, languageModel: builtinModel() } });
  const ada = await personIn(db);
  const by = await accesses.session(ada.id);
  const message = 'Every weekday at 8 tell me what is due';
  const schedules = () =>
    db
      .run('select state from schedules where user_id = $1 order by id', [ada.id])
      .then((rows) => rows.flat());
  await takeTurn(deps, ada, { message }, { by });
  expect(await schedules()).toEqual(['active']);
  await during(ada.id, () => takeTurn(deps, ada, { message }, { by }));
  expect(await schedules()).toEqual(['paused']);
});
