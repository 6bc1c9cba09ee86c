import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { findEmbedded } from '@jarvis/database';
import { clustersFolder, connectionTo, type TestDatabase } from '@jarvis/testkit';
import { describe, expect, it } from 'vitest';
import { exitCodes, runAdmin } from '../src/admin/program.ts';
import { BadSettings, readConfig } from '../src/config/config.ts';
import { createLog } from '../src/log/log.ts';
import { start } from '../src/process/start.ts';
import { adminWith } from './support/admin.ts';
import { emailOf } from './support/belongings.ts';
import { Client } from './support/client.ts';
import { password, serviceForFile } from './support/service.ts';

const service = await serviceForFile();
const { url } = service.deps.db as TestDatabase;
const settings = { DATABASE_URL: url, PUBLIC_URL: 'https://jarvis.example.org' };

/** Runs the tool like `npm run admin -- …`; returns its output and exit code. */
async function admin(...args: string[]) {
  return adminWith(settings, ...args);
}

const json = async (...args: string[]) => JSON.parse((await admin(...args, '--json')).stdout);
describe('accounts restrict', () => {
  it('refuses sessions, keys and sign-ins with 403 from the next request on, until unrestrict', async () => {
    const person = await service.signedUp();
    const program = await service.withKey(person);
    const email = await emailOf(person);
    expect((await program.get('/api/tasks')).status).toBe(200);

    const done = await admin('accounts', 'restrict', email.toUpperCase(), '--reason', 'sends spam');
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(done.stdout).toContain(`${email} is restricted`);
    for (const answer of [
      await person.get('/api/tasks'),
      await person.get('/api/auth/session'),
      await person.post('/api/auth/logout'),
      await program.get('/api/tasks'),
      await program.post('/api/tasks', { title: '' }),
      await service.stranger().post('/api/auth/login', { email, password }),
    ]) {
      expect(answer.status).toBe(403);
      expect(answer.body).toEqual({ error: expect.stringContaining('restricted') });
    }
    const wrong = await service.stranger().post('/api/auth/login', { email, password: 'wrong wrong' });
    const unknown = await service.stranger().post('/api/auth/login', { email: 'no@example.org', password });
    expect(wrong.status).toBe(401);
    expect(wrong.text).toBe(unknown.text);

    expect((await admin('accounts', 'unrestrict', email)).code).toBe(0);
    expect((await person.get('/api/tasks')).status).toBe(200);
    expect((await program.get('/api/tasks')).status).toBe(200);
  });

  it('repeated, keeps the first time and takes the new reason', async () => {
    const email = await emailOf(await service.signedUp());
    const first = await json('accounts', 'restrict', email);
    const again = await json('accounts', 'restrict', email, '--reason', 'still');
    expect(first).toEqual({ email, restrictedAt: expect.any(String), reason: null });
    expect(again).toEqual({ ...first, reason: 'still' });
  });
});

describe('accounts operator', () => {
  it('makes an operator from the next request on, and an ordinary account again with --off', async () => {
    const person = await service.signedUp();
    const email = await emailOf(person);
    const isOperator = async () =>
      (await person.get('/trpc/setup.connections')).body.result.data.operator as boolean;
    expect(await isOperator()).toBe(false);

    const made = await admin('accounts', 'operator', email.toUpperCase());
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).toMatch(
      new RegExp(`^${email} is an operator\\.\nNobody has shown that this address`),
    );
    expect(await isOperator()).toBe(true);
    expect((await json('accounts', 'show', email)).operator).toBe(true);
    expect((await admin('accounts', 'list')).stdout).toContain(`${email}  operator`);

    const taken = { email, operator: false, addressProven: false };
    expect(await json('accounts', 'operator', email, '--off')).toEqual(taken);
    expect(await isOperator()).toBe(false);
    await service.deps.db.run('update users set address_proven_at = now() where email = $1', [email]);
    expect((await admin('accounts', 'operator', email)).stdout).toBe(`${email} is an operator.\n`);
    expect((await admin('accounts', 'operator', 'nobody@example.org')).code).toBe(exitCodes.refused);
  });
});

describe('addresses restrict', () => {
  const register = (email: string) => {
    service.deps.clock.advance(61);
    return service.stranger().post('/api/auth/register', { email, password, confirmPassword: password });
  };

  it('refuses an address at registration, in any letter case, and no other', async () => {
    expect((await admin('addresses', 'restrict', 'Mallory@Example.com')).code).toBe(0);
    expect((await register('mallory@example.com')).status).toBe(403);
    expect((await register(' MALLORY@example.COM ')).status).toBe(403);
    expect((await register('alice@example.com')).status).toBe(201);
    expect((await admin('addresses', 'unrestrict', 'mallory@example.com')).code).toBe(0);
    expect((await register('mallory@example.com')).status).toBe(201);
  });

  it('refuses a whole domain at registration, in both of its spellings', async () => {
    expect((await admin('addresses', 'restrict', '@Bücher.example', '--reason', 'throw-away')).code).toBe(0);
    expect((await register('eve@bücher.example')).status).toBe(403);
    expect((await register('eve@xn--bcher-kva.example')).status).toBe(403);
    expect((await register('eve@sub.bücher.example')).status).toBe(201);
    expect(await json('addresses', 'list')).toEqual([
      { address: '@xn--bcher-kva.example', reason: 'throw-away', createdAt: expect.any(String) },
    ]);
  });

  it('refuses text that is neither an address nor a domain', async () => {
    for (const text of ['nobody', '@', 'a@b', '@localhost', '']) {
      const refused = await admin('addresses', 'restrict', text);
      expect(refused.code, text).toBe(exitCodes.refused);
      expect(refused.stderr).toContain('neither an e-mail address nor a domain');
    }
  });
});

describe('accounts', () => {
  it('are listed, and shown with their counts but without secrets', async () => {
    const person = await service.signedUp();
    await service.withKey(person);
    await person.post('/api/tasks', { title: 'a secret plan' });
    const email = await emailOf(person);
    expect((await admin('accounts', 'list')).stdout).toContain(email);
    const listed: { email: string }[] = await json('accounts', 'list');
    expect(listed.map((account) => account.email)).toContain(email);
    const shown = await json('accounts', 'show', email);
    expect(shown).toMatchObject({ email, hasPassword: true, providers: [], sessions: 1, keys: 1, tasks: 1 });
    expect(JSON.stringify([shown, listed])).not.toMatch(/argon2|secret plan|asst_/);
  });

  it('get a reset link that works once, at the public address', async () => {
    const person = await service.signedUp();
    const email = await emailOf(person);
    const { link } = await json('accounts', 'reset-link', email);
    expect(link).toMatch(/^https:\/\/jarvis\.example\.org\/reset\?token=[\w-]{43}$/);
    const token = new URL(link).searchParams.get('token');
    const reset = () =>
      service
        .stranger()
        .post('/api/auth/reset', { token, password: 'by the link', confirmPassword: 'by the link' });
    expect((await reset()).status).toBe(200);
    expect((await reset()).status).toBe(400);
    expect((await person.get('/api/tasks')).status).toBe(401);
  });

  it('are found by parts of the address, and signed out everywhere', async () => {
    const person = await service.signedUp();
    const program = await service.withKey(person);
    const email = await emailOf(person);
    expect((await admin('accounts', 'list', '--search', email.toUpperCase())).stdout).toMatch(
      new RegExp(`^\\S+ {2}${email}\n$`),
    );
    expect((await admin('accounts', 'list', '--search', 'no one')).stdout).toBe(
      'There is no such account.\n',
    );
    expect(await json('accounts', 'end-sessions', email)).toEqual({ email, ended: 1 });
    expect((await person.get('/api/tasks')).status).toBe(401);
    expect((await program.get('/api/tasks')).status).toBe(200);
  });

  it('that do not exist are a clear error', async () => {
    for (const command of ['show', 'restrict', 'unrestrict', 'reset-link', 'end-sessions']) {
      const refused = await admin('accounts', command, 'nobody@example.org');
      expect(refused).toEqual({
        code: exitCodes.refused,
        stdout: '',
        stderr: 'Account nobody@example.org not found.\n',
      });
      const machine = await admin('accounts', command, 'nobody@example.org', '--json');
      expect(JSON.parse(machine.stderr)).toEqual({ error: 'Account nobody@example.org not found.' });
    }
  });
});

describe('the tool', () => {
  it('shows help, and what was wrong with a command', async () => {
    const help = await admin('--help');
    expect(help.code).toBe(0);
    for (const command of ['accounts', 'addresses', 'migrate']) expect(help.stdout).toContain(command);
    expect((await admin('accounts', '--help')).stdout).toContain('reset-link');
    for (const args of [[], ['frobnicate'], ['accounts', 'restrict'], ['accounts', 'list', '--loud']]) {
      const refused = await admin(...args);
      expect(refused.code, args.join(' ')).toBe(exitCodes.wrongUsage);
      expect(refused.stderr).not.toBe('');
    }
  });

  it('reports bad settings, an unreachable database, and one without tables', async () => {
    const bad = await adminWith({ PORT: 'x' }, 'accounts', 'list');
    expect(bad.code).toBe(exitCodes.badSettings);
    expect(bad.stderr).toContain('PORT');
    expect(() => readConfig({ PORT: 'x' })).toThrow(BadSettings);
    const away = await adminWith({ DATABASE_URL: 'postgres://127.0.0.1:1/jarvis' }, 'accounts', 'list');
    expect(away.code).toBe(exitCodes.unavailable);
    expect(away.stderr).toMatch(/^The database cannot be reached: .*ECONNREFUSED.* DATABASE_URL/);
    const url = settings.DATABASE_URL ?? '';
    const db = connectionTo(url, { deadlineMs: 9_000 });
    const name = `empty_${Date.now()}`;
    await db.run(`create database ${name} template template0`, []);
    const empty = { DATABASE_URL: url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`) };
    const without = await adminWith(empty, 'accounts', 'list');
    expect(without.code).toBe(exitCodes.refused);
    expect(without.stderr).toContain('npm run admin -- migrate');
    expect((await adminWith(empty, 'migrate')).code).toBe(0);
    expect(await adminWith(empty, 'accounts', 'list')).toEqual({
      code: 0,
      stdout: 'There is no account yet.\n',
      stderr: '',
    });
    await db.run(`drop database ${name} with (force)`, []);
    await db.close();
  });

  it('refuses a DATA_DIR without a database in one line, and makes nothing there', async () => {
    const dataDir = join(clustersFolder, `jarvis-admin-missing-${process.pid}`);
    for (const command of ['accounts list', 'addresses list', 'outside resume', `backup ${dataDir}.backup`]) {
      const { code, stdout, stderr } = await adminWith({ DATA_DIR: dataDir }, ...command.split(' '));
      expect(code).toBe(exitCodes.refused);
      expect(stdout).toBe('');
      expect(stderr).toMatch(/^There is no database in \S+jarvis-admin-missing-\d+\. Set DATA_DIR .*\n$/);
      expect(existsSync(dataDir)).toBe(false);
    }
  });

  it('does not say that there is no database where it could not look', async () => {
    const { stderr } = await adminWith({ DATA_DIR: fileURLToPath(import.meta.url) }, 'accounts', 'list');
    expect(stderr).toMatch(/^The service cannot write in DATA_DIR: \S+admin\.test\.ts \(EEXIST\)\. .*\n$/);
  });

  it.each(existsSync('/dev/full') ? ['closed', '/dev/full'] : ['closed'])(
    'ends with at most one line when its output is %s',
    async (output) => {
      const to = output === 'closed' ? ('pipe' as const) : openSync(output, 'w');
      const program = fileURLToPath(new URL('../src/admin.ts', import.meta.url));
      const child = spawn(process.execPath, [program, 'accounts', 'list'], {
        env: { PATH: process.env.PATH, ...settings },
        stdio: ['ignore', to, 'pipe'],
      });
      if (typeof to === 'number') closeSync(to);
      child.stdout?.destroy();
      expect(await text(child.stderr as Readable)).toMatch(/^(The output could not be written: .*\n)?$/);
    },
  );

  it('stops the embedded Postgres that it has started when it is interrupted', async () => {
    const dataDir = await mkdtemp(join(clustersFolder, 'jarvis-admin-'));
    await chmod(dataDir, 0o755);
    const output = { write: () => {} };
    const interruption = new AbortController();
    const done = runAdmin(
      ['migrate'],
      { stdout: output, stderr: output },
      () => readConfig({ DATA_DIR: dataDir }),
      interruption.signal,
    );
    interruption.abort();
    expect(await done).toBe(exitCodes.interrupted);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(true);
    expect(await findEmbedded(dataDir)).toBe(undefined);
    await rm(dataDir, { recursive: true });
  });

  it('works on the embedded database while the server runs, and leaves it running', async () => {
    const dataDir = await mkdtemp(join(clustersFolder, 'jarvis-admin-'));
    // As root, the cluster runs as another user, which must be able to enter.
    await chmod(dataDir, 0o755);
    const environment = { DATA_DIR: dataDir, PORT: '0', MODEL: 'builtin' };
    const running = await start(readConfig(environment), createLog('silent'));
    try {
      const person = new Client(`http://127.0.0.1:${running.port}`);
      const email = 'ada@example.org';
      await person.post('/api/auth/register', { email, password, confirmPassword: password });
      expect((await adminWith(environment, 'accounts', 'restrict', email)).code).toBe(0);
      expect((await person.get('/api/tasks')).status).toBe(403);
      expect((await adminWith(environment, 'accounts', 'unrestrict', email)).code).toBe(0);
      expect((await person.get('/api/tasks')).status).toBe(200);
      await expect(start(readConfig(environment), createLog('silent'))).rejects.toThrow(
        /^The database in \S+ is in use by process \d+ of .*DATA_DIR.*WEB_CONCURRENCY\.$/,
      );
      expect((await person.get('/api/tasks')).status).toBe(200);
    } finally {
      await running.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
