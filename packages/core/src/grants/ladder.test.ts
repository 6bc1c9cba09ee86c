import { scopes } from '@jarvis/contract';
import { accountIn, testDeps } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { expect, it } from 'vitest';
import { newGrantToken } from '../auth/grant-token.ts';
import { fingerprint } from '../auth/secret-tokens.ts';
import type { Context } from '../context.ts';
import { newId } from '../ids.ts';
import { refusals } from '../refusals.ts';
import type { ProcedureMeta } from '../rest.ts';
import { appRouter } from '../router.ts';
import { router } from '../trpc.ts';

const db = await databaseForFile();
const userId = await accountIn(db);
const grantId = newId(Date.now());
await db.run('update users set operator = true', []);
await db.run(
  `insert into grants (user_id, id, client_id, client_name, redirect_uri, scopes, connected_at)
   values ($1, $2, 'c', 'c', 'https://c.example/', $3, now())`,
  [userId, grantId, scopes],
);
const grant = newGrantToken();
await db.run(
  `insert into grant_tokens (user_id, id, kind, grant_id, expires_at)
   values ($1, $2, 'access', $3, '2999-01-01')`,
  [userId, fingerprint(grant), grantId],
);

/** The procedures for connected programs, each with its required scope. */
const granted: Readonly<Record<string, string>> = {
  'tasks.list': 'tasks',
  'tasks.create': 'tasks:write',
  'tasks.update': 'tasks:write',
  'tasks.delete': 'tasks:write',
  'conversations.list': 'conversations',
  'conversations.get': 'conversations',
  'conversations.latest': 'conversations',
  'conversations.search': 'conversations',
  'files.get': 'conversations',
  'files.text': 'conversations',
  'chat.send': 'ask',
  'memories.list': 'memories',
  'web.history': 'lookups',
};

/** Every procedure by its name, with its notes. A router also has the members of an empty one. */
const procedures = Object.entries(appRouter)
  .filter(([domain]) => !(domain in router({})))
  .flatMap(([domain, its]) =>
    Object.entries(its as Readonly<Record<string, { meta?: ProcedureMeta }>>).map(
      ([name, { meta }]) => [`${domain}.${name}`, meta] as const,
    ),
  );

it('a connected program reaches these procedures with these rights, and no others', () => {
  const named = procedures.flatMap(([name, meta]) =>
    meta?.granted === undefined ? [] : [[name, meta.granted]],
  );
  expect(Object.fromEntries(named)).toEqual(granted);
});

it.each(procedures.filter(([name]) => !(name in granted)))(
  '%s refuses a program with every right',
  async (name) => {
    const context: Context = {
      deps: testDeps(db),
      credentials: { grant },
      clientNetwork: '127.0.0.1',
      userAgent: undefined,
      requestId: 'test',
      requestProblem: undefined,
      signal: new AbortController().signal,
      answer: {},
    };
    const caller = appRouter.createCaller(context) as unknown as Readonly<
      Record<string, Readonly<Record<string, (input: unknown) => Promise<unknown>>>>
    >;
    const [domain = '', procedure = ''] = name.split('.');
    await expect(caller[domain]?.[procedure]?.({})).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: refusals.notGranted,
    });
  },
);
