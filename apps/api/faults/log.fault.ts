import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { nodeFlags } from '@jarvis/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { call } from './support/http.ts';
import { freePort, isAlive, postmasterOf, root, temporaryFolder, tryKill, until } from './support/process.ts';

/** The log cannot be written: a full disk under stdout, or a reader that stalls. */
describe.runIf(existsSync('/dev/full'))('a log that cannot be written', () => {
  const folder = temporaryFolder();
  const pids: number[] = [];
  afterAll(async () => {
    for (const pid of pids) tryKill(pid, 'SIGKILL');
    await folder.remove();
  });

  async function start(stdout: number | 'pipe'): Promise<{ url: string; child: ChildProcess }> {
    const port = await freePort();
    const child = spawn(process.execPath, [...nodeFlags(), 'apps/api/src/main.ts'], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        DATA_DIR: folder.path,
        PORT: String(port),
        MODEL: 'builtin',
        LOG_LEVEL: 'trace',
      },
      stdio: ['ignore', stdout, 'ignore'],
    });
    pids.push(child.pid ?? 0);
    const url = `http://127.0.0.1:${port}`;
    const answers = () =>
      call(`${url}/api/health`).then(
        ({ status }) => status === 200,
        () => false,
      );
    await until('it is ready', answers, 60_000);
    return { url, child };
  }

  /** Fills the buffers between the service and a reader of its log. */
  async function ask(url: string, times: number): Promise<number[]> {
    const statuses: number[] = [];
    for (let n = 0; n < times; n += 20) {
      const some = Array.from({ length: 20 }, () =>
        call(`${url}/api/tasks`, { headers: { 'x-request-id': 'x'.repeat(64) } }),
      );
      statuses.push(...(await Promise.all(some)).map(({ status }) => status));
    }
    return statuses;
  }

  async function end(child: ChildProcess): Promise<{ code: number | null; ms: number }> {
    const startedAt = performance.now();
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    return { code: await ended, ms: performance.now() - startedAt };
  }

  it('a full disk: the service continues, and ends on a signal', async () => {
    const full = openSync('/dev/full', 'w');
    const { url, child } = await start(full);
    closeSync(full);
    expect(new Set(await ask(url, 200))).toEqual(new Set([401]));
    const { code, ms } = await end(child);
    expect(code).toBe(0);
    expect(ms).toBeLessThan(10_000);
    expect(postmasterOf(folder.path)).toBeUndefined();
  });

  it('a stalled reader: the service continues, and ends on a signal', async () => {
    const { url, child } = await start('pipe');
    child.stdout?.pause();
    expect(new Set(await ask(url, 2_000))).toEqual(new Set([401]));
    expect(isAlive(child.pid ?? 0)).toBe(true);
    const { code, ms } = await end(child);
    expect(code).toBe(0);
    expect(ms).toBeLessThan(10_000);
    expect(postmasterOf(folder.path)).toBeUndefined();
  });
});
