import { connectionTo, freshDatabase } from '@jarvis/testkit';
import { afterAll, expect, test } from 'vitest';

const direct = await freshDatabase({ poolSize: 2 });
const db = connectionTo(direct.url, { poolSize: 3, applicationName: 'of the test' });
afterAll(async () => {
  await db.close();
  await direct.close();
});

async function readOnly(mode: 'on' | 'off'): Promise<void> {
  await direct.run(
    `do $$ begin execute format('alter database %I set default_transaction_read_only = ${mode}', current_database()); end $$`,
    [],
    { prepared: false },
  );
  await direct.run(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'of the test'`,
    [],
  );
}

const failureOf = (work: Promise<unknown>) => work.then(() => undefined).catch((error: unknown) => error);
const refusal = (code: string) => ({ name: 'DatabaseUnavailable', cause: { code } });

/** Pings, and the statements that they send. */
function counted() {
  const texts: string[] = [];
  const seen = db.intercepted(({ text }, proceed) => {
    texts.push(text);
    return proceed();
  });
  return { texts, ping: () => failureOf(seen.ping(1_000)) };
}

test('while the server is read-only, pings fail from the first refused write until a write succeeds', async () => {
  const { texts, ping } = counted();
  expect(await ping()).toBeUndefined();
  expect(texts).toEqual(['select 1']);

  await readOnly('on');
  await expect
    .poll(() => failureOf(db.run('create table things (n int)', [])))
    .toMatchObject(refusal('25006'));
  texts.length = 0;
  const failures = await Promise.all([ping(), ping(), ping()]);
  for (const failure of [...failures, await ping()]) expect(failure).toMatchObject(refusal('25006'));
  // One write tested for all of them.
  expect(texts).toHaveLength(1);

  await readOnly('off');
  await expect.poll(ping).toBeUndefined();
  texts.length = 0;
  expect(await ping()).toBeUndefined();
  expect(texts).toEqual(['select 1']);
});

test('a refusal that is over by the time of the ping does not fail it', async () => {
  const full = "do $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$";
  expect(await failureOf(db.run(full, [], { prepared: false }))).toMatchObject(refusal('53100'));
  const { texts, ping } = counted();
  await expect.poll(ping).toBeUndefined();
  expect(texts.at(-1)).toContain('create temp table');
});
