import { databaseForFile } from '@jarvis/testkit/for-file';
import { expect, test } from 'vitest';
import { countInWindow } from './queries.ts';

// One connection, to see the setting that the statement leaves behind.
const db = await databaseForFile({ poolSize: 1 });

const call = {
  subject: 'ada',
  name: 'chat',
  now: '2026-01-31T09:30:00.000Z',
  cutoff: '2026-01-31T09:29:00.000Z',
  ahead: '2026-01-31T09:31:00.000Z',
  limit: 2,
};
const flushes = 'show synchronous_commit';

test('the commit of a count does not wait for the disk, whether the call is counted or refused; later ones do', async () => {
  await db.run("set synchronous_commit = 'on'", []);
  for (const count of [1, 2, undefined]) {
    const set = await db.transaction(async (tx) => {
      expect((await countInWindow.first(tx, call))?.count).toBe(count);
      return tx.run(flushes, []);
    });
    expect(set).toEqual([['off']]);
    expect(await db.run(flushes, [])).toEqual([['on']]);
  }
});
