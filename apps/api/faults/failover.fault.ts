import { join } from 'node:path';
import { PlainCluster } from '@jarvis/testkit';
import { amount, whole } from '@jarvis/testkit/whole';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasHaProxy, startDatabaseHaProxy } from './support/balancer.ts';
import { call } from './support/http.ts';
import { Ledger } from './support/ledger.ts';
import { signUpMany } from './support/people.ts';
import { hasPgBouncer, startPgBouncer, type TransactionPooler } from './support/pooler.ts';
import { type ServerProcess, startServer, temporaryFolder, until } from './support/process.ts';

describe.runIf(hasHaProxy)('HAProxy before a primary and a synchronous standby', () => {
  const folder = temporaryFolder();
  let primary: PlainCluster;
  let standby: PlainCluster;
  let balancer: Awaited<ReturnType<typeof startDatabaseHaProxy>>;
  let server: ServerProcess;
  /** It starts at the standby, and waits until that takes writes. */
  let early: Promise<ServerProcess>;
  let ledger: Ledger;

  beforeAll(async () => {
    primary = await PlainCluster.create(join(folder.path, 'primary'));
    standby = await primary.standby(join(folder.path, 'standby'));
    await primary.sql("alter system set synchronous_standby_names = 'standby'", 'postgres');
    await primary.sql('select pg_reload_conf()', 'postgres');
    await until(
      'the standby is synchronous',
      async () => {
        const [row] = await primary.sql('select sync_state from pg_stat_replication', 'postgres');
        return row?.[0] === 'sync';
      },
      15_000,
    );
    balancer = await startDatabaseHaProxy(join(folder.path, 'haproxy'), [primary, standby]);
    server = await startServer({
      env: {
        DATABASE_URL: balancer.url,
        DATA_DIR: folder.path,
        TRUST_PROXY: '1',
        LOG_LEVEL: 'error',
      },
    });
    early = startServer({
      env: {
        DATABASE_URL: `postgres://jarvis@127.0.0.1:${standby.port}/jarvis`,
        DATA_DIR: folder.path,
        LOG_LEVEL: 'error',
      },
    });
    early.catch(() => {});
    await until(
      'a service has reached the standby',
      async () => {
        const [row] = await standby.sql(
          "select count(*)::int from pg_stat_activity where application_name = 'jarvis'",
          'postgres',
        );
        return row?.[0] !== 0;
      },
      30_000,
    );
    ledger = new Ledger(server.url, await signUpMany(server.url, amount(4, 12)));
    ledger.start();
    await until('writes are acknowledged', () => ledger.acknowledged > amount(60, 1_000), 60_000);
  });
  afterAll(async () => {
    await ledger?.stop();
    await server?.stop();
    await balancer?.close();
    await primary?.remove();
    await standby?.remove();
    await folder.remove();
  });

  it('the primary is killed, the standby promoted: service within 10 s, no acknowledged write lost', async () => {
    await primary.stop('kill');
    const startedAt = performance.now();
    await standby.promote();
    const before = ledger.acknowledged;
    await until('writes are acknowledged', () => ledger.acknowledged > before + 20, 10_000);
    const { body } = await call(`${server.url}/api/health`);
    expect(body.status).toBe('operational');
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    await ledger.stop();
    expect(await ledger.problems()).toEqual([]);
    await (await early).stop();
  });
});

describe.runIf(whole && hasPgBouncer)('behind PgBouncer with transaction pooling', () => {
  const folder = temporaryFolder();
  let cluster: PlainCluster;
  let pooler: TransactionPooler;
  let server: ServerProcess;

  beforeAll(async () => {
    cluster = await PlainCluster.create(join(folder.path, 'cluster'));
    pooler = await startPgBouncer(join(folder.path, 'pgbouncer'), cluster.port, 3);
    server = await startServer({
      env: {
        DATABASE_URL: pooler.url,
        DATABASE_POOLER: 'transaction',
        DATA_DIR: folder.path,
        TRUST_PROXY: '1',
        LOG_LEVEL: 'error',
      },
    });
  });
  afterAll(async () => {
    await server?.stop();
    await pooler?.close();
    await cluster?.remove();
    await folder.remove();
  });

  it('works with DATABASE_POOLER=transaction: ten connections share three, and nothing is mixed up', async () => {
    const ledger = new Ledger(server.url, await signUpMany(server.url, amount(4, 12)), { pauseMs: 0 });
    ledger.start();
    await until('writes are acknowledged', () => ledger.acknowledged > amount(300, 2_000), 60_000);
    await ledger.stop();
    expect(await ledger.problems()).toEqual([]);
    const [row] = await cluster.sql(
      "select count(*)::int from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    expect(row?.[0]).toBeGreaterThan(0);
    expect(row?.[0]).toBeLessThanOrEqual(3);
  });
});
