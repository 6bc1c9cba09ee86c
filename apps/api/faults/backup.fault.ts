import { execFile } from 'node:child_process';
import { statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Database, findEmbedded, startEmbedded } from '@jarvis/database';
import { connectionTo, silentLog } from '@jarvis/testkit';
import { amount, whole } from '@jarvis/testkit/whole';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from './support/http.ts';
import { Ledger } from './support/ledger.ts';
import { bearer, signUpMany } from './support/people.ts';
import { root, type ServerProcess, startServer, temporaryFolder, until } from './support/process.ts';

describe('backup and restore', () => {
  const folders = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  const [from, to, damaged] = folders.map(({ path }) => path) as [string, string, string];
  const file = join(from, 'jarvis.backup');
  let server: ServerProcess;
  let ledger: Ledger;

  beforeAll(async () => {
    server = await startServer({ env: { DATA_DIR: from, TRUST_PROXY: '1', LOG_LEVEL: 'error' } });
    ledger = new Ledger(server.url, await signUpMany(server.url, amount(3, 8)), { pauseMs: 5 });
    ledger.start();
    await until('writes are acknowledged', () => ledger.acknowledged > amount(60, 2_000), 60_000);
  });
  afterAll(async () => {
    await ledger?.stop();
    await server?.stop();
    for (const { remove } of folders) await remove();
  });

  const admin = (dataDir: string, ...args: string[]) =>
    promisify(execFile)(process.execPath, ['apps/api/src/admin.ts', ...args], {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir },
    });

  async function rowsIn<T>(dataDir: string, read: (db: Database) => Promise<T>): Promise<T> {
    const running = await findEmbedded(dataDir);
    const embedded = running === undefined ? await startEmbedded({ dataDir, log: silentLog }) : undefined;
    const url = running ?? embedded?.url ?? '';
    const db = connectionTo(url);
    try {
      return await read(db);
    } finally {
      await db.close();
      await embedded?.stop();
    }
  }

  it.runIf(whole)(
    'is consistent while the service runs: no half turn, no message without its conversation',
    async () => {
      const before = ledger.acknowledged;
      const { stdout } = await admin(from, 'backup', file);
      expect(stdout).toMatch(/^Written to .*accounts/);
      await until('the service continues', () => ledger.acknowledged > before + 20, 10_000);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      await admin(to, 'restore', file);
      const odd = await rowsIn(to, (db) =>
        db.run(
          `select conversation_id from messages join conversations c on c.user_id = messages.user_id and c.id = conversation_id
         where c.title <> 'Ledger' group by conversation_id
         having count(*) filter (where role = 'user') <> count(*) filter (where role = 'assistant')`,
          [],
        ),
      );
      expect(odd).toEqual([]);
    },
  );

  it('restores every row into an empty folder, byte for byte, and the service continues with it', async () => {
    await ledger.stop();
    const again = `${file}.2`;
    const { stdout } = await admin(from, '--json', 'backup', again);
    const { rows } = JSON.parse(stdout);
    const target = temporaryFolder();
    folders.push(target);
    await admin(target.path, 'restore', again);
    expect((await admin(target.path, 'outside', 'resume')).stdout).toContain('are on again');
    const digest = (dataDir: string) =>
      rowsIn(dataDir, async (db) => {
        const sums: Record<string, unknown> = {};
        for (const table of Object.keys(rows)) {
          const [row] = await db.run(
            `select count(*)::int, md5(coalesce(string_agg(t::text, chr(10) order by t::text), '')) from "${table}" t`,
            [],
            { deadlineMs: 30_000 },
          );
          sums[table] = row;
        }
        return sums;
      });
    await server.stop();
    const [original, restored] = [await digest(from), await digest(target.path)];
    expect(restored).toEqual(original);
    expect(Object.keys(original)).toEqual(
      expect.arrayContaining(['users', 'messages', 'tasks', 'api_keys', 'sessions']),
    );

    server = await startServer({ env: { DATA_DIR: target.path, TRUST_PROXY: '1', LOG_LEVEL: 'error' } });
    expect(await ledger.problems(server.url)).toEqual([]);
    const { person } = ledger.accounts[0] ?? {};
    if (person) expect((await call(`${server.url}/api/tasks`, { headers: bearer(person) })).status).toBe(200);
  });

  it.runIf(whole)('refuses a database in use and a damaged file, and changes nothing', async () => {
    await expect(admin(to, 'restore', file)).rejects.toThrow(/holds accounts already/);
    const cut = join(from, 'cut.backup');
    writeFileSync(
      cut,
      await promisify(execFile)('cat', [file], { encoding: 'buffer', maxBuffer: 1e9 }).then(
        ({ stdout }) => stdout,
      ),
    );
    truncateSync(cut, Math.floor(statSync(file).size / 2));
    await expect(admin(damaged, 'restore', cut)).rejects.toThrow(/damaged|cannot be read|unexpected end/i);
    await expect(admin(damaged, 'restore', join(from, 'none.backup'))).rejects.toThrow(/cannot be read/);
    const tables = `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`;
    expect(await rowsIn(damaged, (db) => db.run(tables, []))).toEqual([]);
    await admin(damaged, 'restore', file);
    expect(await rowsIn(damaged, (db) => db.run('select count(*) > 0 from users', []))).toEqual([[true]]);
  });
});
