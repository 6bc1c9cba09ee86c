import { testDeps } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { expect, test } from 'vitest';
import { beginFlow, finishFlow } from '../auth/oauth-states.ts';
import { createResetToken, isGoodResetToken } from '../auth/reset-tokens.ts';
import { createSession, validateSession } from '../auth/sessions.ts';
import { register } from './account.ts';
import { requestReset } from './password-reset.ts';
import { sweepAccounts } from './sweep.ts';

const db = await databaseForFile();

const day = 86_400;
const count = async (table: string) => (await db.run(`select 1 from ${table}`, [])).length;

test('expired rows are removed, even more than one page of them, and valid ones stay', async () => {
  const deps = testDeps(db);
  const browser = { userAgent: undefined, sessionToken: undefined };
  const input = { email: 'ada@example.org', password: 'correct horse battery' };
  const { user } = await register(deps, input, browser);
  await db.run(
    `insert into sessions (user_id, id, expires_at, signed_in_at)
     select $1, 'old ' || n, $2, $2 from generate_series(1, 2500) n`,
    [user.id, new Date(deps.clock.now() + 1_000).toISOString()],
  );
  await createResetToken(deps, user.id);
  await beginFlow(deps, 'google', undefined);
  const refused = new Promise<void>((resolve) => {
    deps.mailer.send = () => {
      resolve();
      return Promise.reject(new Error('451'));
    };
  });
  await requestReset(deps, 'ada@example.org');
  // Some time after the answer; its token is made before the clock moves.
  await refused;
  await sweepAccounts(deps);
  expect(await count('sessions')).toBe(2501);
  for (const table of ['reset_tokens', 'reset_requests', 'oauth_states']) {
    expect(await count(table), table).toBeGreaterThan(0);
  }

  deps.clock.advance(29 * day);
  const session = await createSession(deps, user.id, 'New/1.0');
  const token = await createResetToken(deps, user.id);
  const flow = await beginFlow(deps, 'google', undefined);
  deps.clock.advance(60);
  await sweepAccounts(deps);
  expect(await count('sessions')).toBe(2);
  expect(await count('reset_tokens')).toBe(1);
  expect(await count('oauth_states')).toBe(1);
  expect(await count('reset_requests')).toBe(0);
  expect(await validateSession(deps, session.token)).toMatchObject({ userId: user.id });
  expect(await isGoodResetToken(deps, token)).toBe(true);
  expect(await finishFlow(deps, 'google', flow.state, flow.browserToken)).toBeDefined();
});
