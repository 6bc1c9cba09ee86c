import { once } from 'node:events';
import { accountIn, testDeps } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { expect, it } from 'vitest';
import type { Context, Credentials } from '../context.ts';
import { newId } from '../ids.ts';
import type { Changes } from '../ports/deps.ts';
import { appRouter } from '../router.ts';
import { makeKey } from './api-key-format.ts';
import { requireCaller } from './caller.ts';
import { whileAllowed } from './guarded-stream.ts';
import { createSession } from './sessions.ts';

const db = await databaseForFile();
const deps = testDeps(db);

function calling(credentials: Credentials, requestProblem?: string) {
  const ctx: Context = {
    deps,
    credentials,
    clientNetwork: '127.0.0.1',
    userAgent: undefined,
    requestId: 'test',
    requestProblem,
    signal: new AbortController().signal,
    answer: {},
  };
  return { ctx, call: appRouter.createCaller(ctx) };
}

/** A person with a key, a session and two tasks. */
async function person() {
  const nowMs = deps.clock.now();
  const now = new Date(nowMs).toISOString();
  const userId = await accountIn(db);
  const { key, prefix, hash } = makeKey();
  await db.run(
    `insert into api_keys (user_id, id, name, prefix, hash, created_at, last_used_at)
     values ($1, $2, '', $3, $4, $5, $5)`,
    [userId, newId(nowMs), prefix, hash, now],
  );
  const { token } = await createSession(deps, userId, {});
  const { call } = calling({ bearer: key });
  await call.tasks.create({ title: 'first' });
  await call.tasks.create({ title: 'second' });
  return { userId, key, token };
}

const titles = ({ tasks }: { tasks: { title: string }[] }) => tasks.map((task) => task.title);

it('finds the caller, by key and by session, in one statement besides that of the rows', async () => {
  const { userId, key, token } = await person();
  for (const credentials of [{ bearer: key }, { sessionToken: token }]) {
    const { ctx, call } = calling(credentials);
    const before = db.stats().statements;
    expect(titles(await call.tasks.list({}))).toEqual(['second', 'first']);
    expect(db.stats().statements - before).toBe(2);
    expect(ctx.answer.accountId).toBe(userId);
  }
});

it('reports a bad credential before any other fault of the request', async () => {
  const { key } = await person();
  const wrong = { status: 'never' as 'open' };
  await expect(calling({}).call.tasks.list(wrong)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  await expect(calling({ bearer: 'asst_x' }).call.tasks.list(wrong)).rejects.toThrow('Invalid API key.');
  await expect(calling({}, 'Unreadable.').call.tasks.list({})).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  });
  await expect(calling({ bearer: key }, 'Unreadable.').call.tasks.list({})).rejects.toThrow('Unreadable.');
  await expect(calling({ bearer: key }).call.tasks.list(wrong)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
});

it('ends a stream whose credential ended before the watch began', async () => {
  const { key } = await person();
  const heard = Promise.withResolvers<void>();
  const changes: Changes = {
    publish: () => {},
    // Never reports a change: the other process made it before the watch began.
    async *watch(_userId, _signal, { onBegin } = {}) {
      await heard.promise;
      onBegin?.();
      yield* [];
    },
  };
  const request = { ...calling({ bearer: key }).ctx, deps: { ...deps, changes } };
  const caller = await requireCaller(request);
  const work = whileAllowed({ ...request, caller }, (signal) =>
    once(signal, 'abort').then(() => signal.throwIfAborted()),
  );
  await db.run('update api_keys set revoked_at = now() where user_id = $1', [caller.userId]);
  heard.resolve();
  await expect(work).rejects.toThrow('Invalid API key.');
});
