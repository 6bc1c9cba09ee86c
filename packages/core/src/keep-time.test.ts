import { setImmediate } from 'node:timers/promises';
import { freshDatabase, testDeps } from '@jarvis/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { keepTime } from './keep-time.ts';

test('what is broken off by the end of a service that has just started is not reported', async () => {
  const db = await freshDatabase();
  onTestFinished(() => db.close());
  const held = Promise.withResolvers<never>();
  const intercepted = db.intercepted(() => held.promise);
  const reports: string[] = [];
  const log = { debug() {}, info() {}, warn: report, error: report };
  function report(_: object, message: string) {
    reports.push(message);
  }
  const stop = keepTime({ ...testDeps(intercepted), log });
  const stopped = stop();
  held.reject(new Error('The database cannot be reached.'));
  await stopped;
  await setImmediate();
  expect(reports).toEqual([]);
});
