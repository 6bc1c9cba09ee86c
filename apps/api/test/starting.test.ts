import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { findEmbedded } from '@jarvis/database';
import {
  clustersFolder,
  connectionTo,
  freePort,
  freshDatabase,
  nodeFlags,
  startServiceProcess,
  type TestDatabase,
} from '@jarvis/testkit';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../src/config/config.ts';
import { createLog } from '../src/log/log.ts';
import { listenProblem } from '../src/process/listen-problem.ts';
import { start } from '../src/process/start.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.close());

/** The output of a start that ends before the service is ready. */
async function lastWords(env: Record<string, string>): Promise<string> {
  const failure = await startServiceProcess({ LOG_LEVEL: 'silent', ...env }).then(
    (service) => service.stop().then(() => undefined),
    (error: Error) => error,
  );
  return String(failure?.message).replace('the service ended while starting:\n', '');
}

/** Why this process cannot start the service, as `main.ts` would say. */
async function problemOf(env: Record<string, string>): Promise<string | undefined> {
  const config = readConfig({ PORT: '0', MODEL: 'builtin', ...env });
  return start(config, createLog('silent')).then(
    (service) => service.close().then(() => undefined),
    (error: unknown) => listenProblem(error, config),
  );
}

it('reports a database that does not exist', async () => {
  const url = db.url.replace(/test_\w+/, 'nowhere');
  expect(await lastWords({ DATABASE_URL: url })).toBe(
    'Jarvis could not start. The server has no database of this name. Create it, or correct DATABASE_URL, then try again.\n',
  );
});

it('reports a database of a newer version', async () => {
  await db.run(
    `insert into drizzle_migrations (hash, created_at) select 'of the future', max(created_at) + 1 from drizzle_migrations`,
    [],
  );
  expect(await lastWords({ DATABASE_URL: db.url })).toMatch(
    /^Jarvis could not start\. .*was used by a newer.* Start that one, or use another database\.\n$/,
  );
});

const waitingForLocks =
  "select query_start from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

it('starts although the first answer of the database is late', async () => {
  const fresh = await freshDatabase();
  onTestFinished(() => fresh.close());
  const waiting = () => fresh.run(waitingForLocks, []);
  const starting = await fresh.transaction(
    async (tx) => {
      await tx.run('lock table drizzle_migrations', []);
      const service = startServiceProcess({ DATABASE_URL: fresh.url });
      await expect.poll(waiting).toHaveLength(1);
      const [first] = await waiting();
      await expect.poll(waiting).not.toEqual([first]);
      return { service };
    },
    { deadlineMs: 60_000, idleMs: 60_000 },
  );
  await (await starting.service).stop();
});

it('a signal ends a migration, which the next start applies', async () => {
  const fresh = await freshDatabase();
  onTestFinished(() => fresh.close());
  const migrations = 'select hash from drizzle_migrations order by id';
  const all = await fresh.run(migrations, []);
  for (const text of ['drop schema public cascade', 'create schema public']) await fresh.run(text, []);
  await fresh.transaction(
    async (tx) => {
      // The first migration waits for the end of this one, whatever the last migration is.
      await tx.run('create table users ()', []);
      const env = { ...process.env, DATABASE_URL: fresh.url, PORT: '0' };
      const service = spawn(process.execPath, [...nodeFlags(), main], { env });
      const ended = once(service, 'exit');
      let output = '';
      for (const stream of [service.stdout, service.stderr])
        stream.on('data', (data: Buffer) => {
          output += data;
        });
      await expect.poll(() => fresh.run(waitingForLocks, []), { timeout: 30_000 }).toHaveLength(1);
      service.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      expect(output).not.toContain('Jarvis');
      await tx.run('drop table users', []);
    },
    { deadlineMs: 60_000, idleMs: 60_000 },
  );
  await (await startServiceProcess({ DATABASE_URL: fresh.url })).stop();
  expect(await fresh.run(migrations, [])).toEqual(all);
});

it('every process has the options of npm start for V8’s heap, and connections to the embedded Postgres', async () => {
  const dataDir = await mkdtemp(join(clustersFolder, 'starting-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await chmod(dataDir, 0o755);
  const settings = { DATA_DIR: dataDir, WEB_CONCURRENCY: '2', DATABASE_POOL: '60' };
  const { pid, stop } = await startServiceProcess(settings);
  onTestFinished(() => stop().then(() => undefined));
  const url = (await findEmbedded(dataDir)) ?? '';
  const own = connectionTo(url);
  onTestFinished(() => own.close());
  const [[most] = []] = await own.run('show max_connections', []);
  expect(Number(most)).toBeGreaterThan(2 * 60);

  if (process.platform !== 'linux') return;
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ');
  const commands = await Promise.all(children.map((child) => readFile(`/proc/${child}/cmdline`, 'utf8')));
  expect(nodeFlags()).toHaveLength(4);
  const withOptions = [process.execPath, ...nodeFlags(), main, ''].join('\0');
  expect(commands.filter((command) => command.includes('main.ts'))).toEqual([withOptions, withOptions]);
});

it.runIf(process.platform === 'linux')('checks of passwords give their memory back', async () => {
  const fresh = await freshDatabase();
  onTestFinished(() => fresh.close());
  const { url, pid, stop } = await startServiceProcess({ DATABASE_URL: fresh.url });
  onTestFinished(() => stop().then(() => undefined));
  const heldMb = async () =>
    Number(/^RssAnon:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
  const before = await heldMb();
  const body = JSON.stringify({ email: 'nobody@example.org', password: 'a wrong password' });
  const signIn = () =>
    fetch(`${url}/api/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const answers = await Promise.all(Array.from({ length: 25 }, signIn));
  expect(answers.map(({ status }) => status)).toEqual(Array(25).fill(401));
  // Each takes 19 MB; with an arena of malloc for each thread of libuv's pool, they keep 100 MB.
  expect((await heldMb()) - before).toBeLessThan(60);
});

it('reports a port in use, and the setting of each', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const port = String((other.address() as AddressInfo).port);
  const fresh = await freshDatabase();
  onTestFinished(() => fresh.close());
  const { url } = fresh;
  const told = (setting: string) =>
    `Port ${port} is in use. Stop the other program, or set another ${setting}.`;
  expect(await lastWords({ DATABASE_URL: url, PORT: port })).toBe(
    `Jarvis could not start. ${told('PORT')}\n`,
  );
  expect(await problemOf({ DATABASE_URL: url, METRICS_PORT: port })).toBe(told('METRICS_PORT'));
});

it.each(['192.0.2.1', 'http://localhost'])(
  'reports that HOST %s is not an address of this machine',
  async (host) => {
    const fresh = await freshDatabase();
    onTestFinished(() => fresh.close());
    expect(await problemOf({ DATABASE_URL: fresh.url, HOST: host })).toBe(
      `HOST ${host} is not an address of this machine. Set HOST to 127.0.0.1 for this machine alone, or to 0.0.0.0 for its network too.`,
    );
  },
);

it('a start with a full cache loads neither the AI SDK nor Node’s parser of TypeScript', async () => {
  const fresh = await freshDatabase();
  onTestFinished(() => fresh.close());
  const tell = `process.on('exit', () => console.log(process.moduleLoadList.find((name) => /amaro/.test(name)), loaded))`;
  const watch = `import { registerHooks } from 'node:module'; const loaded = []; registerHooks({ resolve(name, context,
    next) { if (['ai', 'zod'].includes(name) && !loaded.includes(name)) loaded.push(name); return next(name, context); } }); ${tell}`;
  const program = [
    process.execPath,
    '--import',
    `data:text/javascript,${encodeURIComponent(watch)}`,
    ...nodeFlags(),
    main,
  ];
  const loadedBy = async (env: Record<string, string>) => {
    const settings = { DATABASE_URL: fresh.url, METRICS_PORT: String(await freePort()), ...env };
    const service = await startServiceProcess(settings, { program });
    await service.stop();
    // A slow machine may add warnings.
    return /^[^{\n]* \[.*\]$/m.exec(service.output())?.[0];
  };
  expect(await loadedBy({ NODE_DISABLE_COMPILE_CACHE: '1' })).toMatch(/amaro/);
  await loadedBy({});
  expect(await loadedBy({})).toBe("undefined [ 'zod' ]");
});

it.each([
  ['a person presses Ctrl-C', 'SIGINT'],
  ['the terminal is closed', 'SIGHUP'],
] as const)('ends without a word when %s while it makes its database', async (_what, signal) => {
  const dataDir = await mkdtemp(join(clustersFolder, 'starting-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await chmod(dataDir, 0o755);
  const { PATH } = process.env;
  const child = spawn(process.execPath, [...nodeFlags(), main], {
    // A process group, as a terminal makes one.
    detached: true,
    env: { PATH, PORT: '0', MODEL: 'builtin', DATA_DIR: dataDir },
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('the service was not started');
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const written = async () => (await readdir(dataDir, { recursive: true })).join('\n');
  // Earlier, `initdb` only tries settings, and ignores the signal.
  await expect
    .poll(written, { message: 'initdb fills the cluster', timeout: 30_000 })
    .toContain('pg_hba.conf');
  process.kill(-pid, signal);
  expect(await ended).toEqual([0, null]);
  expect(await output).toEqual(['', '']);
});

it('npm start says how to install the Node that it needs', async () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const { stderr, status } = spawnSync('/bin/sh', ['-c', scripts.start], {
    cwd: root,
    encoding: 'utf8',
    // As an older Node, which `npm install` leaves if NODE_ENV is `production`.
    env: { PATH: dirname(process.execPath), NODE_OPTIONS: '--no-experimental-strip-types' },
  });
  expect(stderr).toMatch(/^Jarvis could not start\. [^\n]*`npm install --include=dev [^\n]*\n$/);
  expect(status).toBe(1);
});

it('npm start builds the web app of its version, also after one whose files are newer', async () => {
  const above = await mkdtemp(join(tmpdir(), 'starting-'));
  onTestFinished(() => rm(above, { recursive: true }));
  const web = join(above, 'apps/web');
  await cp(fileURLToPath(new URL('../../web/build-if-stale.ts', import.meta.url)), join(web, 'build.ts'));
  await mkdir(join(web, 'src'));
  await mkdir(join(web, 'dist'));
  await writeFile(join(web, 'src/main.tsx'), 'of this version');
  await writeFile(join(web, 'dist/index.html'), '');
  const start = () => spawnSync(process.execPath, [join(web, 'build.ts')], { encoding: 'utf8' }).stdout;
  expect(start()).toBe('');
  await writeFile(join(web, 'dist/.sources'), 'of another version');
  expect(start()).toBe('Building the web app …\n');
});

it('npm start says what to do when the kernel kills the build for its memory', async () => {
  const above = await mkdtemp(join(tmpdir(), 'starting-'));
  onTestFinished(() => rm(above, { recursive: true }));
  const web = join(above, 'apps/web');
  await cp(fileURLToPath(new URL('../../web/build-if-stale.ts', import.meta.url)), join(web, 'build.ts'));
  await mkdir(join(above, 'node_modules/vite'), { recursive: true });
  await writeFile(join(above, 'node_modules/vite/package.json'), '{}');
  await writeFile(join(web, 'pack-client.ts'), `process.kill(process.pid, 'SIGKILL')`);
  const { stderr, status } = spawnSync(process.execPath, [join(web, 'build.ts')], { encoding: 'utf8' });
  expect(stderr).toBe(
    'Jarvis could not start. The web app must be built, and apps/web/pack-client.ts was killed, most often because memory is short. It needs 640 MB: add memory or swap, then try again.\n',
  );
  expect(status).toBe(1);
});

it.each([
  ['a#b', 0o755, /its tools refuse # and \? in a path: \S+a#b\. Rename the folder/],
  [
    'closed',
    0o555,
    /this is refused: Error: EACCES\b.* Run `npm run build -w @jarvis\/web` as the owner of \S+closed/,
  ],
])('npm start says what to do where it cannot build the web app, in %s', async (name, mode, reason) => {
  const umask = process.umask(0o022);
  onTestFinished(() => void process.umask(umask));
  const above = await mkdtemp(join(tmpdir(), 'starting-'));
  onTestFinished(() => rm(above, { recursive: true }));
  const build = join(above, name, 'apps/web/build-if-stale.ts');
  await cp(fileURLToPath(new URL('../../web/build-if-stale.ts', import.meta.url)), build);
  await chmod(above, 0o755);
  await chmod(join(above, name), mode);
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const { stderr, status } = spawnSync(process.execPath, [build], { encoding: 'utf8', ...user });
  expect(stderr).toMatch(reason);
  expect(stderr).toMatch(
    /^Jarvis could not start\. The web app must be built, and [^\n]*, then try again\.\n$/,
  );
  expect(status).toBe(1);
});
