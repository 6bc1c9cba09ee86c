import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serve } from '@jarvis/testkit';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { run as commandLine } from '../src/cli/program.ts';
import { createJarvis } from '../src/index.ts';
import { jarvisForFile } from './service.ts';

const exec = promisify(execFile);
const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
const service = await jarvisForFile();
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jarvis-cli-'));
  return () => rmSync(folder, { recursive: true });
});

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The variables of a shell at the service, with a home for this test. */
const shell = (env: Record<string, string> = {}) => ({
  PATH: process.env.PATH,
  HOME: folder,
  XDG_CONFIG_HOME: folder,
  XDG_STATE_HOME: folder,
  JARVIS_URL: service.url,
  JARVIS_API_KEY: undefined,
  ...env,
});

/** Runs the command line in this process, with piped input. */
async function run(
  args: readonly string[],
  piped: string | Readable = '',
  env: Record<string, string> = {},
): Promise<Ran> {
  for (const [name, value] of Object.entries(shell(env))) vi.stubEnv(name, value);
  const stdin = typeof piped === 'string' ? Readable.from(piped === '' ? [] : [Buffer.from(piped)]) : piped;
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin as typeof process.stdin);
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const written = ({ mock }: typeof out) => mock.calls.map(([text]) => text).join('');
  try {
    const code = await commandLine(args);
    return { code, out: written(out), err: written(err) };
  } finally {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  }
}

const jarvis = (...args: string[]) => run(args, '', { JARVIS_API_KEY: service.key });
const file = () => join(folder, 'jarvis', 'credentials.json');

describe('the key', () => {
  it('is read from standard input, tried, stored for its owner alone, shown by its prefix and forgotten', async () => {
    const kept = await run(['auth', 'login', '--url', service.url], `${service.key}\n`);
    expect(kept).toMatchObject({ code: 0, err: '' });
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'jarvis')).mode & 0o777).toBe(0o700);
    const status = await run(['auth', 'status']);
    expect(status).toMatchObject({ code: 0, out: expect.stringContaining(service.key.slice(0, 12)) });
    for (const { out, err } of [kept, status]) expect(out + err).not.toContain(service.key);
    expect((await run(['tasks', 'list'])).code).toBe(0);
    expect((await run(['auth', 'logout'])).code).toBe(0);
    expect((await run(['auth', 'status'])).code).toBe(3);
  });

  it('that the service refuses is not stored', async () => {
    for (const key of ['asst_wrong', 'two\nlines']) {
      const ran = await run(['auth', 'login'], key);
      expect([key, ran.code, () => statSync(file())]).toEqual([key, 3, expect.any(Function)]);
      expect(() => statSync(file())).toThrow('ENOENT');
      expect(ran.err).not.toContain(key);
    }
    expect((await run(['auth', 'login'], '')).code).toBe(1);
  });

  it('is sent to no service but the one that made it', async () => {
    await run(['auth', 'login'], service.key);
    const elsewhere = await run(['tasks', 'list'], '', { JARVIS_URL: 'http://127.0.0.1:9' });
    expect(elsewhere.code).toBe(3);
    writeFileSync(file(), '{ no json');
    expect(await run(['tasks', 'list'])).toMatchObject({
      code: 3,
      err: expect.stringContaining('jarvis auth login'),
    });
  });

  it('fits its service with and without a slash at the end of the address', async () => {
    await run(['auth', 'login', '--url', `${service.url}/`], service.key);
    expect((await run(['tasks', 'list'])).code).toBe(0);
    expect((await run(['tasks', 'list'], '', { JARVIS_URL: `${service.url}/` })).code).toBe(0);
  });

  it('is never an argument', async () => {
    const { out } = await run(['auth', 'login', '--help']);
    expect(out).not.toMatch(/--key|<key>/);
    expect((await run(['auth', 'login', service.key])).code).toBe(1);
  });
});

describe('signing in by the browser', () => {
  /** A signed-in person's browser opening an address. */
  async function decide(address: string, allow: boolean): Promise<string> {
    const { pathname, search } = new URL(address);
    const headers = { cookie: service.cookie, 'content-type': 'application/json' };
    const asked = await fetch(service.url + pathname + search, { headers, redirect: 'manual' });
    const path = `${service.url}${asked.headers.get('location')}`;
    const { request } = (await (await fetch(`${path}/request`, { headers })).json()) as { request: object };
    expect(request).toMatchObject({ name: hostname(), scopes: [] });
    const body = JSON.stringify({ allow });
    const decided = await fetch(`${path}/decision`, { method: 'POST', headers, body });
    return ((await decided.json()) as { location: string }).location;
  }
  const addressIn = (text: unknown) => /https?:\S+/.exec(String(text))?.[0] ?? '';
  /** The printed address, once it appears. */
  async function printed(): Promise<string> {
    const calls = () => vi.mocked(process.stderr.write).mock.calls.flat().join('');
    await expect.poll(calls).toContain('/authorize?');
    return addressIn(calls());
  }

  it('stores a new key, named after the machine, that works beside the others', async () => {
    const ran = run(['auth', 'login', '--browser'], '', { BROWSER: '/nonexistent/browser' });
    const address = await printed();
    const { searchParams } = new URL(address);
    expect(searchParams.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    // Other responses are ignored.
    const stray = `${searchParams.get('redirect_uri')}?code=x&state=y&iss=${service.url}`;
    expect((await fetch(stray)).status).toBe(404);
    expect((await fetch(`${new URL(stray).origin}//`)).status).toBe(404);
    const back = await fetch(await decide(address, true));
    expect([back.status, await back.text()]).toEqual([200, 'You can close this page.']);
    expect(await ran).toMatchObject({ code: 0, out: expect.stringContaining(file()) });
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file(), 'utf8')).key).toMatch(/^asst_/);
    expect((await run(['tasks', 'list'])).code).toBe(0);
    const keys = await fetch(`${service.url}/api/keys`, { headers: { cookie: service.cookie } });
    expect(await keys.json()).toMatchObject({
      keys: expect.arrayContaining([expect.objectContaining({ name: hostname() })]),
    });
  });

  it('stores nothing when the person refuses', async () => {
    const ran = run(['auth', 'login', '--browser'], '', { BROWSER: '/nonexistent/browser' });
    await fetch(await decide(await printed(), false));
    expect(await ran).toMatchObject({ code: 3, err: expect.stringContaining('It was not allowed.') });
    expect(() => statSync(file())).toThrow('ENOENT');
  });

  it('works from another machine, by a code', async () => {
    const piped = new PassThrough();
    const ran = run(['auth', 'login', '--no-browser'], piped);
    const location = new URL(await decide(await printed(), true));
    expect(location.pathname).toBe('/connect/code');
    piped.end(`${location.searchParams.get('code')}\n`);
    expect((await ran).code).toBe(0);
    expect((await run(['tasks', 'list'])).code).toBe(0);
  });

  it('trusts no metadata that names another service, because that one’s code would leak', async () => {
    const lying = await serve((_req, res) => {
      res.setHeader('content-type', 'application/json').end(JSON.stringify({ issuer: service.url }));
    });
    try {
      const ran = await run(['auth', 'login', '--no-browser', '--url', lying.url], 'code');
      expect(ran).toMatchObject({ code: 4, err: expect.stringContaining('names another address') });
      expect(ran.err).not.toContain('/authorize?');
    } finally {
      await lying.close();
    }
  });

  it('accepts no wrong code', async () => {
    const ran = await run(['auth', 'login', '--no-browser'], 'wrong');
    expect(ran).toMatchObject({ code: 3, err: expect.stringContaining('The code was not accepted.') });
    expect(() => statSync(file())).toThrow('ENOENT');
  });
});

describe('a question', () => {
  it('is answered as plain text to a pipe, with nothing but the reply', async () => {
    service.model.script({ say: 'At **9:30**.' });
    expect(await jarvis('When', 'does it leave?')).toEqual({ code: 0, out: 'At **9:30**.\n', err: '' });
    expect(service.model.requests.at(-1)?.messages.at(-1)?.content).toContain('When does it leave?');
  });

  it('includes piped text, and continues the last conversation or a named one', async () => {
    const env = { JARVIS_API_KEY: service.key };
    service.model.script({ say: 'First.' }, { say: 'Second.' }, { say: 'Third.' });
    const first = JSON.parse((await run(['summarise', '--json'], 'The train is late.\n', env)).out);
    expect(first).toMatchObject({ reply: 'First.', conversationId: expect.any(String) });
    expect(service.model.requests.at(-1)?.messages.at(-1)?.content).toContain(
      'summarise\n\nThe train is late.',
    );
    const second = JSON.parse((await run(['-c', 'And now?', '--json'], '', env)).out);
    expect(second.conversationId).toBe(first.conversationId);
    const end = first.conversationId.slice(-8);
    const third = JSON.parse((await run(['--conversation', end, 'And?', '--json'], '', env)).out);
    expect(third.conversationId).toBe(first.conversationId);
  });

  it('continues its last conversation, whatever changed elsewhere', async () => {
    service.model.script({ say: 'Here.' }, { say: 'Elsewhere.' }, { say: 'Here again.' });
    const here = JSON.parse((await jarvis('Here?', '--json')).out);
    const elsewhere = await createJarvis(service).ask('Elsewhere?');
    expect(elsewhere.conversationId).not.toBe(here.conversationId);
    const again = JSON.parse((await jarvis('-c', 'And now?', '--json')).out);
    expect(again.conversationId).toBe(here.conversationId);
  });

  it('stores nothing on request', async () => {
    service.model.script({ say: 'Nobody knows.' });
    expect((await jarvis('-s', 'What is my secret?')).out).toBe('Nobody knows.\n');
    expect(JSON.parse((await jarvis('conversations', 'search', 'secret', '--json')).out)).toEqual([]);
    expect((await jarvis('-s', '-c', 'And now?')).code).toBe(1);
  });

  it('takes files along, which stay with its conversation only', async () => {
    const plan = join(folder, 'plan.txt');
    const large = join(folder, 'large.txt');
    writeFileSync(plan, 'The train leaves at nine.');
    writeFileSync(large, 'A line of a large file.\n'.repeat(30_000));
    const stored = async () =>
      (
        (await (await fetch(`${service.url}/api/files`, { headers: { cookie: service.cookie } })).json()) as {
          files: { name: string; bytes: number }[];
        }
      ).files.map(({ name, bytes }) => [name, bytes]);
    service.model.script({ say: 'At nine.' });
    expect(await jarvis('-f', plan, '--file', large, 'When does it leave?')).toEqual({
      code: 0,
      out: 'At nine.\n',
      err: '',
    });
    expect(service.model.requests.at(-1)?.messages[0]?.content).toContain('> The train leaves at nine.');
    const both = [
      ['large.txt', 720_000],
      ['plan.txt', 25],
    ];
    expect(await stored()).toEqual(both);
    service.model.script({ say: 'A plan.' }, { refuse: 400 });
    expect((await jarvis('-s', '-f', plan)).out).toBe('A plan.\n');
    expect(service.model.requests.at(-1)?.messages.at(-1)?.content).toBe('plan.txt');
    expect((await jarvis('-f', plan, 'And now?')).code).toBe(5);
    expect(await stored()).toEqual(both);
    expect(await jarvis('-f', join(folder, 'none.txt'), 'And now?')).toMatchObject({
      code: 1,
      err: expect.stringContaining('none.txt cannot be read (ENOENT)'),
    });
  });

  it('may begin with a dash, or with the word help', async () => {
    for (const words of [['-5 degrees, is that cold?'], ['help', 'me', 'tasks'], ['help me write']]) {
      service.model.script({ say: 'Sure.' });
      expect([words, await jarvis(...words)]).toEqual([words, { code: 0, out: 'Sure.\n', err: '' }]);
      expect(service.model.requests.at(-1)?.messages.at(-1)?.content).toContain(words.join(' '));
    }
    expect((await jarvis('help')).out).toContain('Usage: jarvis');
    expect((await jarvis('help', 'tasks')).out).toContain('Usage: jarvis tasks');
  });

  it('stopped by Ctrl-C ends with 130', async () => {
    const waiting = Promise.withResolvers<string>();
    const asked = service.model.requests.length;
    service.model.script({
      by: (async function* () {
        yield await waiting.promise;
      })(),
    });
    const env = shell({ JARVIS_API_KEY: service.key });
    const child = spawn(process.execPath, [main, 'Hello'], { env });
    child.stdin.end();
    await expect.poll(() => service.model.requests.length).toBeGreaterThan(asked);
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([130, null]);
    waiting.resolve('Too late.');
  });

  describe('in a terminal', () => {
    beforeEach(() => {
      process.stdout.isTTY = true;
      return () => {
        process.stdout.isTTY = false;
      };
    });

    it('is answered by the text alone, control characters made visible', async () => {
      service.model.script({ say: 'Hello, \u001b[1mAda.' });
      expect(await jarvis('Hello')).toEqual({ code: 0, out: 'Hello, ␛[1mAda.\n', err: '' });
    });

    it('is answered as the text is written, until Ctrl-C stops the reply', async () => {
      const waiting = Promise.withResolvers<string>();
      service.model.script({
        by: (async function* () {
          yield 'Once upon a time. ';
          yield await waiting.promise;
        })(),
      });
      const exited = Promise.withResolvers<unknown>();
      const { exit } = process;
      onTestFinished(() => {
        process.exit = exit;
      });
      process.exit = exited.resolve as typeof exit;
      const ran = jarvis('Tell a story');
      await expect.poll(() => process.stdout.write).toHaveBeenCalledWith(expect.stringContaining('Once'));
      process.emit('SIGINT');
      expect(await ran).toMatchObject({ code: 0, out: expect.stringMatching(/^Once upon a time\.\s+$/) });
      expect(await exited.promise).toBe(130);
      waiting.resolve('Too late.');
    });
  });

  it('takes piped text that is too long for a message along as a file', async () => {
    service.model.script({ say: 'Long.' });
    const text = 'All work and no play. '.repeat(1_000);
    const ran = await run(['summarise'], text, { JARVIS_API_KEY: service.key });
    expect(ran).toEqual({ code: 0, out: 'Long.\n', err: '' });
    const { messages = [] } = service.model.requests.at(-1) ?? {};
    expect(messages[0]?.content).toContain('> All work and no play.');
    expect(messages.at(-1)?.content).toBe('summarise');
  });

  it('waits for standard input to end, says so, and is then asked', async () => {
    service.model.script({ say: 'Late.' });
    const input = new PassThrough();
    const ran = run(['Hello'], input, { JARVIS_API_KEY: service.key });
    await expect
      .poll(() => process.stderr.write)
      .toHaveBeenCalledWith(expect.stringContaining('< /dev/null'));
    input.end();
    expect(await ran).toMatchObject({ code: 0, out: 'Late.\n' });
  });

  it('without text is a usage error', async () => {
    expect((await run([], ' \n', { JARVIS_API_KEY: service.key })).code).toBe(1);
  });
});

describe('tasks and conversations', () => {
  it('are added, listed, done, and named by the end of their id', async () => {
    const added = JSON.parse((await jarvis('tasks', 'add', 'Buy', 'milk', '--json')).out);
    const end = added.id.slice(-8);
    expect((await jarvis('tasks')).out).toBe(`${end}  [ ] Buy milk\n`);
    expect(await jarvis('tasks', 'done', end)).toMatchObject({ code: 0, out: 'Done: Buy milk\n' });
    expect((await jarvis('tasks', 'list')).out).toBe('');
    expect((await jarvis('tasks', 'list', '--done')).out).toBe(`${end}  [x] Buy milk\n`);
    expect(await jarvis('tasks', 'done', 'zzzz')).toMatchObject({ code: 5, out: '' });
    expect((await jarvis('tasks', 'done', added.id)).code).toBe(0);
    // A script's empty variable names nothing, even if there is only one task.
    for (const name of ['', added.id.slice(-1)]) expect((await jarvis('tasks', 'done', name)).code).toBe(1);
  });

  it('have due times, and are found by them', async () => {
    const due = ['--due', '2020-01-06T08:00', '--repeat', 'FREQ=DAILY'];
    const added = await jarvis('tasks', 'add', 'Water', ...due);
    expect(added.out).toBe('Added: Water  (was due 2020-01-06 08:00)\n');
    const overdue = (await jarvis('tasks', 'list', '--due', 'overdue')).out;
    expect(overdue).toMatch(/^\w{8} {2}\[ \] Water {2}\(was due 2020-01-06 08:00\)\n$/);
    const end = overdue.slice(0, 8);
    expect((await jarvis('tasks', 'edit', end, '--due', '2999-01-06')).out).toBe(
      'Changed: Water  (due 2999-01-06)\n',
    );
    expect((await jarvis('tasks', 'edit', end, '--due', 'none')).out).toBe('Changed: Water\n');
    expect((await jarvis('tasks', 'edit', end, '--due', '6 January 2999 at 9 New York time')).out).toBe(
      'Changed: Water  (due 2999-01-06 09:00 America/New_York)\n',
    );
    const daily = await jarvis('tasks', 'edit', end, '--due', 'every day at 8', '--json');
    expect(JSON.parse(daily.out)).toMatchObject({
      due: { time: '08:00', timeZone: null },
      repeat: 'FREQ=DAILY',
    });
    expect(await jarvis('tasks', 'add', 'Water', '--due', 'soon')).toMatchObject({
      code: 1,
      err: 'No time found.\n',
    });
    expect((await jarvis('tasks', 'list', '--due', 'soon')).code).toBe(1);
    await jarvis('tasks', 'rm', end);
  });

  it('have the due time that their words state, unless --due says otherwise', async () => {
    const add = async (...words: string[]) => {
      const { id, ...task } = JSON.parse((await jarvis('tasks', 'add', ...words, '--json')).out);
      await jarvis('tasks', 'rm', id);
      return task;
    };
    expect(await add('Pay', 'rent', '6 January 2999 at 9')).toMatchObject({
      title: 'Pay rent',
      due: { date: '2999-01-06', time: '09:00' },
      reminders: [],
    });
    const reminded = await add('remind', 'me', 'on 6 January 2999 at 9', 'to pay rent');
    expect(reminded).toMatchObject({ title: 'pay rent', reminders: [{ minutesBefore: 0 }] });
    const words = ['Pay', 'rent', 'on', '6', 'January', '2999'];
    expect(await add(...words, '--due', 'none')).toMatchObject({ title: words.join(' '), due: null });
  });

  it('are changed, reopened and removed', async () => {
    const { id } = JSON.parse((await jarvis('tasks', 'add', 'Call Ada', '--json')).out);
    const end = id.slice(-8);
    expect((await jarvis('tasks', 'edit', end, 'Call', 'Grace')).out).toBe('Changed: Call Grace\n');
    await jarvis('tasks', 'done', end);
    expect((await jarvis('tasks', 'reopen', end)).out).toBe('Open again: Call Grace\n');
    expect(JSON.parse((await jarvis('tasks', 'rm', end, '--json')).out)).toEqual({ ok: true });
    expect(await jarvis('tasks', 'rm', id)).toMatchObject({ code: 5, out: '' });
  });

  it('are listed up to a limit, with a note that there are more', async () => {
    for (const title of ['One', 'Two', 'Three']) await jarvis('tasks', 'add', title);
    const some = await jarvis('tasks', '--limit', '2', '--json');
    expect(JSON.parse(some.out).map(({ title }: { title: string }) => title)).toEqual(['Three', 'Two']);
    expect(some.err).toBe('There are more than these 2: --limit <number>\n');
    const all = await jarvis('tasks', 'list', '--limit', '500', '--json');
    expect([JSON.parse(all.out).length >= 3, all.err]).toEqual([true, '']);
    for (const limit of ['0', '-1', '1.5', 'many'])
      expect((await jarvis('tasks', '--limit', limit)).code).toBe(1);
  });

  it('are renamed, exported as the web app imports them, and removed', async () => {
    service.model.script({ say: 'Blue.' });
    const { conversationId } = JSON.parse((await jarvis('Which colour?', '--json')).out);
    const end = conversationId.slice(-8);
    expect((await jarvis('conversations', 'rename', end, 'A', 'colour')).out).toBe('Renamed: A colour\n');
    const text = (await jarvis('conversations', 'export', end)).out;
    expect(text).toMatch(
      /^# A colour\n\n---\n\n\*\*You\*\* · .*Z\n\nWhich colour\?\n\n---\n\n.*\n\nBlue\.\n$/,
    );
    const { conversations } = JSON.parse((await jarvis('conversations', 'export', end, '--json')).out);
    expect(conversations).toMatchObject([{ id: conversationId, messages: [{}, { content: 'Blue.' }] }]);
    expect((await jarvis('conversations', 'rm', end)).out).toBe('Removed.\n');
    expect((await jarvis('conversations', 'show', conversationId)).code).toBe(5);
  });

  it('are found and shown', async () => {
    service.model.script({ say: 'From platform four.' });
    const { conversationId } = JSON.parse((await jarvis('Where does the night train leave?', '--json')).out);
    const end = conversationId.slice(-8);
    expect((await jarvis('conversations', 'search', 'platform four')).out).toContain(end);
    expect((await jarvis('conversations', 'list')).out).toContain('night train');
    expect((await jarvis('conversations', 'show', end)).out).toBe(
      'You:\nWhere does the night train leave?\n\nJarvis:\nFrom platform four.\n\n',
    );
  });
});

it('no key and no password is printed, whatever is entered', async () => {
  const key = 'asst_0123456789abcdefABCDEF';
  for (const args of [
    ['auth', 'login', '--url', key],
    ['auth', 'login', `--key=${key}`],
    ['auth', 'login', '--url', 'http://ada:passphrase@localhost'],
  ]) {
    const { code, out, err } = await run(args);
    expect([args, code, out]).toEqual([args, 1, '']);
    expect(err).not.toMatch(/0123456789|passphrase/);
  }
});

it('a conversation beyond the first page of the list is shown', async () => {
  const conversation = { id: '01900000-0000-7000-8000-00000000beef', title: 'Old' };
  const asked: string[] = [];
  const service = await serve((req, res) => {
    asked.push(req.url ?? '');
    res.setHeader('Content-Type', 'application/json');
    if (req.url === '/api/conversations') {
      res.setHeader('Link', '</api/conversations?after=cursor>; rel="next"');
      return res.end('{"conversations":[]}');
    }
    const listed = req.url === '/api/conversations?after=cursor';
    return res.end(
      JSON.stringify(listed ? { conversations: [conversation] } : { conversation, messages: [] }),
    );
  });
  const env = { JARVIS_API_KEY: 'asst_any', JARVIS_URL: service.url };
  const shown = await run(['conversations', 'show', '0000beef'], '', env);
  await service.close();
  expect([shown.code, asked.at(-1)]).toEqual([0, `/api/conversations/${conversation.id}`]);
});

it('the command ends quietly when its reader closes the pipe', async () => {
  const env = shell({ JARVIS_API_KEY: service.key });
  const child = spawn(process.execPath, [main, 'tasks', '--all', '--json'], { env });
  child.stdout.destroy();
  let err = '';
  child.stderr.on('data', (data) => (err += data));
  child.stdin.end();
  expect([await new Promise((resolve) => child.once('close', resolve)), err]).toEqual([0, '']);
});

describe('the exit code', () => {
  it('is 1 for a usage error, with the usage', async () => {
    for (const args of [
      ['tasks', 'fly'],
      ['tasks', 'add'],
      ['--colour', 'x'],
      ['auth', 'login', '--url', 'x'],
    ]) {
      const ran = await run(args);
      expect([args, ran.code, ran.out]).toEqual([args, 1, '']);
    }
    expect(await run(['auth', 'login', '--url', 'localhost:3000'], service.key)).toMatchObject({
      code: 1,
      err: expect.stringContaining('http://'),
    });
    expect(await run(['--help'])).toMatchObject({ code: 0, err: '' });
    expect((await run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('is 3 without a valid key', async () => {
    expect(await run(['Hello'])).toMatchObject({
      code: 3,
      out: '',
      err: expect.stringContaining('auth login'),
    });
    expect((await run(['Hello'], '', { JARVIS_API_KEY: 'asst_wrong' })).code).toBe(3);
    expect((await run(['Hello'], '', { JARVIS_API_KEY: 'a\u2028b' })).code).toBe(3);
  });

  it('is 4 where no Jarvis answers', async () => {
    const ran = await run(['tasks'], '', { JARVIS_API_KEY: service.key, JARVIS_URL: 'http://127.0.0.1:9' });
    expect(ran).toMatchObject({ code: 4, out: '', err: expect.stringContaining('JARVIS_URL') });
    const other = await run(['tasks'], '', { JARVIS_API_KEY: service.key, JARVIS_URL: service.model.url });
    expect(other.code).toBe(4);
    for (const [status, type, body] of [
      [200, 'application/json', '{}'],
      [200, 'text/html', '<h1>Welcome</h1>'],
      [404, 'text/html', '<h1>Not found</h1>'],
      [401, 'application/json', '{"error":"Who is there?"}'],
    ] as const) {
      const stranger = await serve((_req, res) => {
        res.writeHead(status, { 'Content-Type': type }).end(body);
      });
      const asked = await run(['Hello'], '', { JARVIS_API_KEY: service.key, JARVIS_URL: stranger.url });
      await stranger.close();
      expect(asked).toMatchObject({ code: 4, out: '', err: expect.stringContaining('not Jarvis') });
    }
  });

  it('is 5 when Jarvis refuses, in its words', async () => {
    const env = shell({ JARVIS_API_KEY: service.key });
    const child = exec(process.execPath, [main, 'tasks', 'add', 'x'.repeat(201)], { env });
    const stderr = '`title` must have at most 200 characters.\n';
    await expect(child).rejects.toMatchObject({ code: 5, stdout: '', stderr });
  });
});

it('the key file has the address and the key, and nothing else', async () => {
  await run(['auth', 'login'], service.key);
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({ url: service.url, key: service.key });
});
