import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDatabase, ScriptedModel, silentLog, type TestDatabase } from '@jarvis/testkit';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createConnectors } from '../src/adapters/connectors.ts';
import { secretsWith } from '../src/adapters/secrets.ts';
import { exitCodes } from '../src/admin/program.ts';
import { readConfig } from '../src/config/config.ts';
import { createLog } from '../src/log/log.ts';
import { watchedBy } from '../src/observability/observe.ts';
import { banner } from '../src/process/banner.ts';
import { start } from '../src/process/start.ts';
import { adminWith } from './support/admin.ts';
import { startService } from './support/service.ts';

let folder: string;
let file: string;
let environment: Record<string, string>;

/** An installation with a model whose key an operator has entered, and its backup. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'admin-backup-'));
  file = join(folder, 'jarvis.backup');
  const model = await ScriptedModel.start();
  const config = readConfig({ DATA_DIR: folder });
  const connectors = await createConnectors(config, silentLog, watchedBy([], false));
  const service = await startService({ overrides: { connectors } });
  environment = { DATABASE_URL: (service.deps.db as TestDatabase).url, DATA_DIR: folder };
  const operator = await service.signedUp();
  const input = { provider: 'openai-compatible', baseUrl: model.url, apiKey: 'a key', model: 'scripted' };
  expect((await operator.post('/trpc/connections.useModel', input)).body.result.data.ok).toBe(true);
  return async () => {
    await Promise.all([service.close(), model.close()]);
  };
});
afterAll(() => rm(folder, { recursive: true }));

async function emptyInstallation(settings: Record<string, string> = {}) {
  return installationIn(await emptyDatabase(), settings);
}

async function emptyDatabase(): Promise<TestDatabase> {
  const db = await freshDatabase();
  onTestFinished(() => db.close());
  return db;
}

const installationIn = (db: TestDatabase, settings: Record<string, string> = {}) => ({
  ...{ DATABASE_URL: db.url, DATA_DIR: folder },
  ...settings,
});

const otherKey = { SECRET_KEY: 'another key of at least 32 characters' };

it('backup names the key to keep beside it', async () => {
  const { code, stdout } = await adminWith(environment, 'backup', file);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Written to .*: accounts 1, /);
  expect(stdout.split('\n')[1]).toBe(
    `Keep ${folder}/secret.key as well: 1 secret in it cannot be read without it.`,
  );
  const again = await adminWith({ ...environment, ...otherKey }, 'backup', `${file}.2`);
  expect(again.stdout).toContain('Keep SECRET_KEY as well');
});

it('an interrupted backup’s file is named, by the next backup and by its restoration', async () => {
  const left = `${file}.3.0190b6a0.unfinished`;
  await writeFile(left, 'half of it');
  const { stdout } = await adminWith(environment, 'backup', `${file}.3`);
  expect(stdout).toContain(`\n${left} is left from an interrupted backup: remove it, unless`);
  const refused = await adminWith(await emptyInstallation(), 'restore', left);
  expect(refused.stderr).toBe(
    `Nothing was restored. ${left} is an unfinished backup: it was interrupted. Use another one.\n`,
  );
});

it('a restored installation notifies nobody outside the app until an operator resumes it', async () => {
  const db = await emptyDatabase();
  const copy = installationIn(db);
  await adminWith(copy, 'restore', file);
  const paused = () =>
    db.run(`select count(*)::int from installation_settings where name = 'outside-paused'`, []);
  expect(await paused()).toEqual([[1]]);
  expect((await adminWith(copy, 'outside', 'resume')).code).toBe(0);
  expect(await paused()).toEqual([[0]]);
});

it('restore decrypts the secrets, and reports the result in one line', async () => {
  const same = await adminWith(await emptyInstallation(), 'restore', file);
  expect(same).toMatchObject({ code: 0, stderr: '' });
  expect(same.stdout).toContain(`\n1 secret in it can be read with ${folder}/secret.key.\n`);
  const other = await adminWith(await emptyInstallation(otherKey), 'restore', file);
  expect(other.stdout).toMatch(
    /\n1 of 1 secret in it cannot be read: put the key of the original installation into SECRET_KEY, /,
  );
  const machine = await adminWith(await emptyInstallation(otherKey), '--json', 'restore', file);
  expect(JSON.parse(machine.stdout)).toMatchObject({
    rows: { users: 1 },
    secrets: { stored: 1, unreadable: 1 },
  });
});

it('webhooks count among the secrets that need the key', async () => {
  const db = await emptyDatabase();
  const copy = installationIn(db);
  await adminWith(copy, 'restore', file);
  const { seal } = secretsWith(readConfig(copy));
  const id = '0190b6a0-0000-7000-8000-000000000001';
  await db.run(
    `insert into webhooks (user_id, id, url, secret, host, kinds, created_at)
     select id, $1, $2, $3, '', '{}', now() from users`,
    [id, await seal('https://example.org', `webhook ${id} url`), await seal('a', `webhook ${id} secret`)],
  );
  const { stdout } = await adminWith(copy, 'backup', `${file}.4`);
  expect(stdout).toContain('secret.key as well: 2 secrets in it cannot be read without it.');
  const same = await adminWith(await emptyInstallation(), 'restore', `${file}.4`);
  expect(same.stdout).toContain(`\n2 secrets in it can be read with ${folder}/secret.key.\n`);
  const other = await adminWith(await emptyInstallation(otherKey), 'restore', `${file}.4`);
  expect(other.stdout).toContain('\n2 of 2 secrets in it cannot be read: ');
  await db.run(
    `insert into webhooks (user_id, id, url, secret, host, kinds, created_at)
     select user_id, gen_random_uuid(), url, secret, host, kinds, created_at from webhooks, generate_series(1, 100)`,
    [],
  );
  expect((await adminWith(copy, 'backup', `${file}.5`)).stdout).toContain(': 102 secrets in it');
  const many = await adminWith(await emptyInstallation(), 'restore', `${file}.5`);
  // Each is encrypted for its own id.
  expect(many.stdout).toContain('\n100 of 102 secrets in it cannot be read: ');
});

/** The lines about `subject` that the service prints when it is ready. */
async function linesOf(subject: string, settings: Record<string, string>): Promise<string[]> {
  const config = readConfig({ ...environment, ...settings, PORT: '0' });
  const running = await start(config, createLog('silent'));
  await running.close();
  return banner(config, running)
    .split('\n')
    .filter((line) => line.includes(subject));
}

it('the service reports in one line that deliveries are paused after a restore, until they are resumed', async () => {
  const empty = await emptyInstallation();
  await adminWith(empty, 'restore', file);
  expect(await linesOf('Outside', empty)).toEqual([
    expect.stringMatching(
      /^ {2}Outside +paused: .* +change: npm run admin -- outside resume, or in the browser$/,
    ),
  ]);
  await adminWith(empty, 'outside', 'resume');
  expect(await linesOf('Outside', empty)).toEqual([]);
});

it('the service reports in one line that it cannot decrypt a secret, and only then', async () => {
  expect(await linesOf('Secrets', otherKey)).toEqual([
    expect.stringMatching(/^ {2}Secrets +1 of 1 cannot be read +change: SECRET_KEY, or in the browser$/),
  ]);
  expect(await linesOf('Secrets', {})).toEqual([]);
});

it('a refused restoration says that nothing was restored and what to do, with its exit code', async () => {
  const used = await adminWith(environment, 'restore', file);
  expect(used.code).toBe(exitCodes.refused);
  expect(used.stderr).toMatch(/^Nothing was restored\. .*holds accounts already\. Restore into /);
  const away = await adminWith({ DATABASE_URL: 'postgres://127.0.0.1:1/jarvis' }, 'restore', file);
  expect(away.code).toBe(exitCodes.unavailable);
  expect(away.stderr).toMatch(
    /^Nothing was restored\. The database cannot be reached: .* then try again\.\n$/,
  );
});
