import { accountIn, freshDatabase, type TestDatabase, testDeps } from '@jarvis/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { proveAddress } from '../account/prove-address.ts';
import { createCalendarFeed } from '../calendar-feeds/calendar-feeds.ts';
import type { Context } from '../context.ts';
import { createWebhook } from '../deliveries/webhooks.ts';
import { createKey } from '../keys/keys.ts';
import type { SessionCaller } from './caller.ts';
import { fingerprint } from './secret-tokens.ts';
import { createSession } from './sessions.ts';
import { whileSignedIn } from './while-signed-in.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.close());

type Made = [table: string, make: (deps: Context['deps'], caller: SessionCaller) => Promise<unknown>];
const made: Made[] = [
  ['calendar_feeds', (deps, caller) => createCalendarFeed(deps, caller, 'events')],
  ['webhooks', (deps, caller) => createWebhook(deps, caller, { url: 'https://hooks.example.org/' })],
  [
    'api_keys',
    (deps, caller) => createKey(deps, caller.userId, 'Key', (work) => whileSignedIn(deps.db, caller, work)),
  ],
];

test.for(made)(
  'of %s none is left by a session that ended while the owner proved the address',
  async ([table, make]) => {
    const deps = testDeps(db);
    const userId = await accountIn(db);
    const { token } = await createSession(deps, userId, undefined);
    const caller = { userId, sessionId: fingerprint(token) } as SessionCaller;
    let settled = false;
    const { making } = await db.transaction(async (tx) => {
      await proveAddress({ db: tx, clock: deps.clock }, userId);
      const making = make(deps, caller)
        .then(
          () => 'made',
          (error: unknown) => (error as { kind?: string }).kind,
        )
        .finally(() => {
          settled = true;
        });
      const isWaiting = async () =>
        settled || Number((await db.run('select count(*) from pg_locks where not granted', []))[0]?.[0]) > 0;
      await vi.waitUntil(isWaiting, { timeout: 2_000, interval: 5 });
      return { making };
    });
    expect(await making).toBe('unauthenticated');
    expect(await db.run(`select count(*)::int from ${table} where user_id = $1`, [userId])).toEqual([[0]]);
  },
);
