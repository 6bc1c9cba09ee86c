import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { call } from './http.ts';
import { freePort, root, until } from './process.ts';

/** True where HAProxy is installed (Debian: `apt-get install haproxy`). */
export const hasHaProxy = spawnSync('haproxy', ['-v']).status === 0;
if (!hasHaProxy) process.stdout.write('HAProxy is not installed: its fault cases are skipped.\n');

/**
 * A real HAProxy as apps/api/deploy/haproxy.cfg sets it up, before processes of this machine in place of containers
 * that are found by name.
 */
export async function startHaProxy(folder: string, ports: readonly number[]) {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const settings = join(folder, 'haproxy.cfg');
  writeFileSync(settings, onThisMachine(port, ports));
  const child = spawn('haproxy', ['-db', '-f', settings], { stdio: ['ignore', 'pipe', 'pipe'] });
  process.once('exit', () => child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  const url = `http://127.0.0.1:${port}`;
  await until(
    'HAProxy answers',
    () => {
      if (child.exitCode !== null) throw new Error(`HAProxy did not start: ${said}`);
      return call(`${url}/api/health`, { agent: false }).then(
        ({ status }) => status === 200,
        () => false,
      );
    },
    10_000,
  );
  return {
    url,
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The settings that are shipped, but for what names containers. */
function onThisMachine(port: number, ports: readonly number[]): string {
  const shipped = readFileSync(join(root, 'apps/api/deploy/haproxy.cfg'), 'utf8');
  const servers = ports.map((each, n) => `    server api${n} 127.0.0.1:${each}`).join('\n');
  const changes: readonly [RegExp, string][] = [
    // Not more than a person's limit of open files allows.
    [/^ {4}maxconn 20000$/m, '    maxconn 400'],
    [/^resolvers docker\n(?: .*\n)+/m, ''],
    [/ resolvers docker init-addr none$/m, ''],
    // On loopback only loopback names are answered to.
    [/ hdr Host load-balancer$/m, ' hdr Host localhost'],
    [/^ {4}bind :3000$/m, `    bind 127.0.0.1:${port}`],
    [/^ {4}server-template .*$/m, servers],
  ];
  return changes.reduce((text, [from, to]) => {
    if (!from.test(text)) throw new Error(`haproxy.cfg has no ${from}`);
    return text.replace(from, to);
  }, shipped);
}
