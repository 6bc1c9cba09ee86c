import { flakyServer } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { expect, onTestFinished, test } from 'vitest';
import { untilReachable } from './until-reachable.ts';

const direct = await databaseForFile({ poolSize: 1 });

const at = (url: string) => ({ url, applicationName: 'test' });

const never = new AbortController().signal;

async function server(mode: 'forward' | 'close') {
  const flaky = await flakyServer(direct.url);
  flaky.mode = mode;
  onTestFinished(() => flaky.stop());
  return flaky;
}

test('waits for a server that starts later, and says so once', async () => {
  const flaky = await server('close');
  const said: string[] = [];
  const onWaiting = (reason: string) => {
    said.push(reason);
    flaky.mode = 'forward';
  };
  await untilReachable(at(flaky.url), 30_000, onWaiting, never);
  expect(said).toEqual([expect.stringContaining('closed')]);
  await untilReachable(at(flaky.url), 30_000, onWaiting, never);
  expect(said).toHaveLength(1);
});

test('gives up after the time, or when the process is ending', async () => {
  const { url } = await server('close');
  await expect(untilReachable(at(url), 500, () => {}, never)).rejects.toMatchObject({
    name: 'DatabaseUnavailable',
  });
  const leaving = new AbortController();
  const waiting = untilReachable(at(url), 60_000, () => leaving.abort(), leaving.signal);
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
});

test('reports at once what waiting cannot cure', async () => {
  const url = (await server('forward')).url.replace(/[^/]*$/, 'nowhere');
  const onWaiting = () => expect.unreachable();
  await expect(untilReachable(at(url), 60_000, onWaiting, never)).rejects.toMatchObject({
    name: 'DatabaseUnavailable',
    cause: { code: '3D000' },
  });
});
