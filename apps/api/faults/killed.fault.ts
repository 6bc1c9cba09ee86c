import { setTimeout as sleep } from 'node:timers/promises';
import { amount, whole } from '@jarvis/testkit/whole';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from './support/http.ts';
import { Ledger } from './support/ledger.ts';
import { signUpMany } from './support/people.ts';
import {
  commandOf,
  familyOf,
  freePort,
  goneWithin,
  isAlive,
  postmasterOf,
  type ServerProcess,
  signalFamily,
  startServer,
  temporaryFolder,
  tryKill,
  until,
} from './support/process.ts';

/** Killed without warning, repeatedly, under constant writes. */
describe('killed under load', () => {
  const folder = temporaryFolder();
  let env: Record<string, string>;
  let server: ServerProcess;
  let ledger: Ledger;
  let firstStartMs: number;

  beforeAll(async () => {
    env = { DATA_DIR: folder.path, PORT: String(await freePort()), TRUST_PROXY: '1', LOG_LEVEL: 'warn' };
    server = await startServer({ env });
    firstStartMs = server.readyMs;
    ledger = new Ledger(server.url, await signUpMany(server.url, amount(4, 20)));
    ledger.start();
  });
  afterAll(async () => {
    await ledger?.stop();
    await server?.stop();
    await folder.remove();
  });

  async function killThenStart(alsoPostgres: boolean): Promise<void> {
    const before = ledger.acknowledged;
    await until('some writes are acknowledged', () => ledger.acknowledged > before + 20, 60_000);
    const postmaster = postmasterOf(folder.path);
    server.child.kill('SIGKILL');
    if (alsoPostgres && postmaster !== undefined) signalFamily(postmaster, 'SIGKILL');
    await server.ended;
    server = await startServer({ env });
    expect(server.readyMs).toBeLessThan(onThisMachine(10_000));
  }

  /** As long as this on an otherwise idle machine, which starts the service within 3 s. */
  const onThisMachine = (ms: number) => ms * Math.max(1, firstStartMs / 3_000);

  it(`loses nothing in ${amount(1, 20)} kills of the server, with its Postgres left running or killed too`, async () => {
    for (let kill = 0; kill < amount(1, 20); kill += 1) await killThenStart(kill % 2 === 0);
    await ledger.stop();
    expect(await ledger.problems()).toEqual([]);
    ledger.start();
  });

  it(`loses nothing in ${amount(1, 4)} kills of Postgres alone, and serves again unaided`, async () => {
    for (let kill = 0; kill < amount(1, 4); kill += 1) {
      const postmaster = postmasterOf(folder.path);
      if (postmaster === undefined) throw new Error('no Postgres runs');
      signalFamily(postmaster, 'SIGKILL');
      await goneWithin(postmaster, 5_000);
      await until(
        'health is operational',
        async () => (await call(`${server.url}/api/health`)).body.status === 'operational',
        10_000,
      );
      const before = ledger.acknowledged;
      const again = () => ledger.acknowledged > before + 20;
      await until('writes are acknowledged again', again, onThisMachine(5_000));
      await sleep(200);
    }
    await ledger.stop();
    expect(await ledger.problems()).toEqual([]);
  });
});

describe.runIf(whole)('several processes behind one port (WEB_CONCURRENCY=3)', () => {
  const folder = temporaryFolder();
  let server: ServerProcess;
  afterAll(async () => {
    await server?.stop();
    await folder.remove();
  });

  it('a killed process is replaced, and no acknowledged write is lost', async () => {
    server = await startServer({
      env: { DATA_DIR: folder.path, WEB_CONCURRENCY: '3', TRUST_PROXY: '1' },
    });
    const workers = () =>
      familyOf(server.pid).filter((pid) => pid !== server.pid && commandOf(pid).includes('main.ts'));
    expect(workers()).toHaveLength(3);
    const ledger = new Ledger(server.url, await signUpMany(server.url, 8));
    ledger.start();
    for (let kill = 0; kill < 3; kill += 1) {
      const before = ledger.acknowledged;
      await until('writes are acknowledged', () => ledger.acknowledged > before + 50, 60_000);
      const [victim = 0] = workers();
      tryKill(victim, 'SIGKILL');
      const replaced = () => server.output().split('the replacement serves').length - 1;
      await until('it is replaced', () => replaced() === kill + 1, 60_000);
      expect(workers()).toHaveLength(3);
    }
    await ledger.stop();
    expect(await ledger.problems()).toEqual([]);
  });

  it('the others end when the primary is killed', async () => {
    const family = familyOf(server.pid).filter((pid) => commandOf(pid).includes('main.ts'));
    server.child.kill('SIGKILL');
    await until('nobody is left', () => !family.some(isAlive), 10_000);
  });
});
