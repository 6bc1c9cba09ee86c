import { testDeps } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { expect, test } from 'vitest';
import { pushKeys } from './push-keys.ts';

const db = await databaseForFile();

test('an unreadable pair is replaced by one pair, although two callers make one at the same time', async () => {
  let made = 0;
  const both = Promise.withResolvers<void>();
  const push = {
    ...testDeps(db).push,
    newKeys: async () => {
      made += 1;
      const pair = { publicKey: `public ${made}`, privateKey: `private ${made}` };
      if (made === 2) both.resolve();
      await both.promise;
      return pair;
    },
  };
  const deps = testDeps(db, { push });
  await db.run(
    `insert into installation_settings (name, value, secret, version, changed_at)
     values ('push', '{"publicKey": "old"}', 'sealed with another key', gen_random_uuid(), now())`,
    [],
  );
  const [one, two] = await Promise.all([pushKeys(deps), pushKeys(deps)]);
  expect(made).toBe(2);
  expect(one).toEqual(two);
  expect(await pushKeys(deps)).toEqual(one);
});
