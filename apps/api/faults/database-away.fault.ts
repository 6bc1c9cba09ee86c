import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FlakyServer, flakyServer, PlainCluster } from '@jarvis/testkit';
import { amount, whole } from '@jarvis/testkit/whole';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from './support/http.ts';
import { belowRatesMs, Ledger } from './support/ledger.ts';
import { bearer, type Person, signUpMany } from './support/people.ts';
import { memoryMb, type ServerProcess, startServer, temporaryFolder, until } from './support/process.ts';
import { watchAnswers } from './support/watch.ts';

/** The allowed answers while the database is unavailable. */
const healthMsMax = 1_500;
const dataMsMax = 3_000;
const backWithinMs = 5_000;
/** The maximum delay between an answer and a client's noticing it on a busy machine. */
const slackMs = 250;

/** Makes a small separate disk, which needs the right to mount; otherwise undefined. */
function smallDisk(folder: string): (() => void) | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'tmpfs', folder], { stdio: 'ignore' });
    return () => execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
}

describe('with its database away', () => {
  const folder = temporaryFolder();
  const disk = join(folder.path, 'disk');
  mkdirSync(disk);
  const unmount = smallDisk(disk);
  chmodSync(disk, 0o755);
  let cluster: PlainCluster;
  let network: FlakyServer;
  let server: ServerProcess;
  let ledger: Ledger;
  let person: Person;

  beforeAll(async () => {
    const cluster_ = await PlainCluster.create(join(disk, 'cluster'), {
      max_wal_size: '64MB',
      min_wal_size: '32MB',
    });
    cluster = cluster_;
    network = await flakyServer(cluster.url);
    server = await startServer({
      env: { DATABASE_URL: network.url, DATA_DIR: folder.path, TRUST_PROXY: '1', LOG_LEVEL: 'error' },
    });
    const people = await signUpMany(server.url, amount(3, 9));
    person = people[0] as Person;
    ledger = new Ledger(server.url, people.slice(1), { pauseMs: belowRatesMs });
    ledger.start();
    await until('writes are acknowledged', () => ledger.acknowledged > 200, 60_000);
  });
  afterAll(async () => {
    await ledger?.stop();
    await server?.stop();
    await network?.stop();
    await cluster?.remove();
    unmount?.();
    await folder.remove();
  });

  /**
   * Breaks the database, watches for a while, repairs it: answers stay within their limits throughout, and recover soon
   * after.
   */
  async function away(
    ms: number,
    breakIt: () => unknown,
    mendIt: () => unknown,
    { writesOnly = false } = {},
  ): Promise<Map<string, number>> {
    const memoryBefore = memoryMb(server.pid);
    await breakIt();
    await sleep(writesOnly ? 200 : 50);
    const watch = watchAnswers(server.url, person);
    ledger.takeFigures();
    await sleep(ms);
    const { outcomes } = ledger.takeFigures();
    const seen = await watch.stop();
    const memoryAfter = memoryMb(server.pid);
    const mendedAt = performance.now();
    await mendIt();
    await fullService(Math.max(0, backWithinMs - (performance.now() - mendedAt)) + backWithinMs);
    expect(seen.asked).toBeGreaterThan(0);
    expect(seen.healthMsMax).toBeLessThan(healthMsMax + slackMs);
    expect(seen.dataMsMax).toBeLessThan(dataMsMax + slackMs);
    if (!writesOnly) {
      expect([...seen.health]).toEqual(['200 degraded']);
      expect([...seen.statuses]).toEqual([503]);
    }
    expect(memoryAfter - memoryBefore).toBeLessThan(60);
    expect(outcomes.has('503') || seen.statuses.has(503)).toBe(true);
    return outcomes;
  }

  /** Health, reading and writing. */
  async function fullService(withinMs: number): Promise<void> {
    const before = ledger.acknowledged;
    await until(
      'full service',
      async () => {
        const [health, tasks] = await Promise.all([
          call(`${server.url}/api/health`),
          call(`${server.url}/api/tasks`, { headers: bearer(person) }),
        ]);
        return (
          health.body.status === 'operational' && tasks.status === 200 && ledger.acknowledged > before + 5
        );
      },
      withinMs,
    );
  }

  it(`stopped for ${amount(2, 20)} s`, async () => {
    await away(
      amount(2_000, 20_000),
      () => cluster.stop('fast'),
      () => cluster.start(),
    );
  });

  it.runIf(whole)('frozen', async () => {
    await away(
      amount(4_000, 8_000),
      () => cluster.freeze(),
      () => cluster.thaw(),
    );
  });

  it('accepting every connection and closing it at once', async () => {
    await away(
      amount(1_500, 5_000),
      () => {
        network.mode = 'close';
        network.drop();
      },
      () => {
        network.mode = 'forward';
      },
    );
  });

  it.runIf(whole)('accepting every connection and never answering', async () => {
    await away(
      amount(3_000, 6_000),
      () => {
        network.mode = 'hang';
        network.drop();
      },
      () => {
        network.mode = 'forward';
        network.drop();
      },
    );
  });

  it('all its connections ended, again and again', async () => {
    for (let round = 0; round < amount(1, 10); round += 1) {
      await cluster.sql(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
      );
      await fullService(backWithinMs);
    }
  });

  it.runIf(whole)('every table locked and every connection busy: a storm of slow statements', async () => {
    const lock = (tables: string, seconds: number): Promise<unknown> =>
      cluster
        .sql(
          `do $$ begin lock table ${tables} in access exclusive mode; perform pg_sleep(${seconds}); end $$`,
        )
        // Postgres ends it if it and a writer deadlock.
        .catch(() => lock(tables, seconds));
    let storm: Promise<unknown> = Promise.resolve();
    // A request waits for its key first, and then for its data.
    const lockAll = () =>
      Promise.all([lock('api_keys, sessions', 2), lock('tasks, messages, conversations', 4)]);
    await away(
      3_000,
      () => {
        storm = lockAll();
      },
      () => storm,
      { writesOnly: true },
    );
  });

  it.runIf(whole && unmount !== undefined)('its disk full (a small tmpfs)', async () => {
    const filler = join(disk, 'filler');
    await away(
      amount(2_000, 5_000),
      () => {
        const { bavail, bsize } = statfsSync(disk);
        const free = bavail * bsize;
        try {
          writeFileSync(filler, Buffer.alloc(Math.max(0, free)));
        } catch {
          // The disk is full to the last block.
        }
      },
      async () => {
        expect((await call(`${server.url}/api/health`)).body.status).toBe('degraded');
        rmSync(filler, { force: true });
        // A server that cannot write its log ends itself; its supervisor restarts it.
        if (cluster.pid === undefined) await cluster.start();
      },
      { writesOnly: true },
    );
  });

  it('has lost no acknowledged write', async () => {
    await fullService(backWithinMs);
    await ledger.stop();
    expect(await ledger.problems()).toEqual([]);
  });
});
