import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { freePort } from '@jarvis/testkit';
import { testDefaults } from '@jarvis/testkit/vitest';
import { vi } from 'vitest';
import { within } from '../e2e/support/within.ts';
import type { Browser, Engine, EnginePage, Missing } from './engine.ts';
import { installed } from './installed.ts';

/** Over WebDriver: WebKitGTK's small browser, on a virtual display. */
export async function webkit(): Promise<Engine | Missing> {
  const name = 'WebKit';
  const driver = installed('WebKitWebDriver');
  const binary = installed('/usr/lib{,64,exec}/{,*/}webkit2gtk-4.*/MiniBrowser');
  const xvfb = installed('Xvfb');
  if (!driver || !binary || !xvfb) return { name, packages: 'webkit2gtk-driver xvfb' };
  return {
    name,
    async start({ width, height, dark }) {
      const size = `${width}x${height}x24`;
      const processes: ChildProcess[] = [];
      const run = (program: string, args: string[], env: NodeJS.ProcessEnv = process.env) => {
        const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
        processes.push(child);
        return child.stdout;
      };
      const close = async () => {
        process.off('exit', close);
        for (const child of processes.toReversed()) child.kill();
      };
      process.on('exit', close);
      try {
        const display = run(xvfb, ['-displayfd', '1', '-screen', '0', size, '-nolisten', 'tcp']);
        const [number] = await within('a display', once(createInterface(display), 'line'));
        const port = await freePort();
        run(driver, [`--port=${port}`, '--host=127.0.0.1'], {
          ...process.env,
          DISPLAY: `:${number}`,
          LANGUAGE: 'en_GB',
          LC_ALL: 'C.UTF-8',
        }).resume();
        const session = await newSession(`http://127.0.0.1:${port}`, {
          binary,
          // Without toolbars, which would take space and cannot become as narrow as a phone.
          args: ['--automation', '--full-screen', ...(dark ? ['--dark-mode'] : [])],
        });
        return await browserOf(session, { x: 0, y: 0, width, height }, close);
      } catch (error) {
        await close();
        throw error;
      }
    },
  };
}

/** A WebDriver command, by the part of its path after the session's. */
type Command = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

async function newSession(driver: string, browserOptions: object): Promise<Command> {
  const send = async (method: string, path: string, body?: object) => {
    const answer = await within(
      `an answer of WebDriver to ${method} ${path}`,
      fetch(`${driver}${path}`, { method, ...(body && { body: JSON.stringify(body) }) }),
    );
    const { value } = (await answer.json()) as { value: { message?: string } };
    if (!answer.ok) throw new Error(`WebDriver, ${method} ${path}: ${value.message}`);
    return value;
  };
  await vi.waitFor(() => send('GET', '/status'), testDefaults.expect.poll);
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } };
  const { sessionId } = (await send('POST', '/session', { capabilities })) as { sessionId: string };
  return (method, path, body) => send(method, `/session/${sessionId}${path}`, body);
}

async function browserOf(command: Command, rect: object, close: () => Promise<void>): Promise<Browser> {
  // A session commands one page at a time, like a journey.
  let shown: string | undefined;
  const unused = (await command('GET', '/window/handles')) as string[];
  return {
    async newPage() {
      // Not a tab, which is hidden until a click on it.
      const open = () => command('POST', '/window/new', { type: 'window' }) as Promise<{ handle: string }>;
      const handle = unused.pop() ?? (await open()).handle;
      const ofPage: Command = async (method, path, body) => {
        if (shown !== handle) await command('POST', '/window', { handle });
        shown = handle;
        return command(method, path, body);
      };
      await ofPage('POST', '/window/rect', rect);
      return driven(ofPage);
    },
    async close() {
      await command('DELETE', '').catch(() => undefined);
      await close();
    },
  };
}

const keys = { Enter: '\uE007', Escape: '\uE00C' };

const driven = (command: Command): EnginePage => ({
  // WebDriver does not report it.
  errors: [],
  goto: (url) => command('POST', '/url', { url }),
  reload: () => command('POST', '/refresh', {}),
  async evaluate(expression) {
    const script = `
      const done = arguments[0];
      Promise.resolve(${expression}).then((value) => done({ value }), (error) => done({ error: String(error) }));
    `;
    const answer = await command('POST', '/execute/async', { script, args: [] });
    const { value, error } = answer as { value?: unknown; error?: string };
    if (error !== undefined) throw new Error(error);
    return value;
  },
  async click(x, y) {
    const move = { type: 'pointerMove', duration: 0, x, y };
    const actions = [move, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
    await command('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
  },
  type: (text) => strike(command, [...text]),
  press: (key) => strike(command, [keys[key]]),
  screenshot: async () => Buffer.from((await command('GET', '/screenshot')) as string, 'base64'),
});

async function strike(command: Command, values: readonly string[]): Promise<void> {
  const actions = values.flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  await command('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
}
