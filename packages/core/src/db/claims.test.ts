import { accountIn } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { expect, test } from 'vitest';
import { takeDueResetRequest } from '../account/reset-request-queries.ts';
import { claimDelivery } from '../deliveries/deliver-queries.ts';
import { newId } from '../ids.ts';

const db = await databaseForFile();

/** Makes five rows, of which the planner knows one: then it may run a subquery again for each row. */
async function withStaleStatistics(table: string, insert: (n: number) => Promise<unknown>): Promise<void> {
  await insert(0);
  await db.run(`analyze ${table}`, []);
  for (let n = 1; n < 5; n += 1) await insert(n);
}

test('one delivery is claimed at a time', async () => {
  const userId = await accountIn(db);
  await withStaleStatistics('deliveries', (n) =>
    db.run(
      `insert into deliveries (user_id, id, kind, channel, target, state, host, next_try_at, expires_at, created_at)
       values ($1, gen_random_uuid(), 'test', 'webhook', $1, 'waiting', '', now() + $2 * interval '1 s', now(), now())`,
      [userId, n],
    ),
  );
  const attempt = newId(Date.now());
  const [now, until] = [60_000, 120_000].map((ms) => new Date(Date.now() + ms).toISOString());
  const claim = { channel: 'webhook', attempt, now: now ?? '', until: until ?? '' } as const;
  expect(await claimDelivery.count(db, claim)).toBe(1);
});

test('one reset mail is taken at a time', async () => {
  await withStaleStatistics('reset_requests', (n) =>
    db.run(
      `insert into reset_requests (id, email_key, expires_at, next_try_at, tries)
       values (gen_random_uuid(), $1, now(), now() - (9 - $2) * interval '1 s', 0)`,
      [`${n}@example.org`, n],
    ),
  );
  expect(await takeDueResetRequest.count(db, {})).toBe(1);
});
