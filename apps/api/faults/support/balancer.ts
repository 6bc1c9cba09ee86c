import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PlainCluster, serve } from '@jarvis/testkit';
import { call } from './http.ts';
import { freePort, root, until } from './process.ts';

/** True where HAProxy is installed (Debian: `apt-get install haproxy`). */
export const hasHaProxy = spawnSync('haproxy', ['-v']).status === 0;
if (!hasHaProxy) process.stdout.write('HAProxy is not installed: its fault cases are skipped.\n');

/**
 * A real HAProxy configured by apps/api/deploy/haproxy.cfg, before processes of this machine instead of containers
 * found by name.
 */
export async function startHaProxy(folder: string, ports: readonly number[]) {
  const port = await freePort();
  const servers = ports.map((each, n) => `    server api${n} 127.0.0.1:${each}`).join('\n');
  const proxy = run(folder, 'haproxy.cfg', [
    // Within an ordinary user's limit of open files.
    [/^ {4}maxconn 20000$/m, '    maxconn 400'],
    [/^resolvers docker\n(?: .*\n)+/m, ''],
    [/ resolvers docker init-addr none$/m, ''],
    // On loopback the service answers only to loopback names.
    [/ hdr Host load-balancer$/m, ' hdr Host localhost'],
    [/^ {4}bind :3000$/m, `    bind 127.0.0.1:${port}`],
    [/^ {4}server-template .*$/m, servers],
  ]);
  const url = `http://127.0.0.1:${port}`;
  await until(
    'HAProxy answers',
    () => {
      proxy.mustRun();
      return call(`${url}/api/health`, { agent: false }).then(
        ({ status }) => status === 200,
        () => false,
      );
    },
    10_000,
  );
  const times = (state: 'UP' | 'DOWN', n: number) =>
    proxy.said().split(`Server api/api${n} is ${state}`).length;
  /** Whether it sends requests to each process, as far as it has noticed ends and starts. */
  const usesAll = () => ports.every((_, n) => times('UP', n) === times('DOWN', n));
  return { url, usesAll, close: proxy.close };
}

/**
 * A real HAProxy configured by apps/api/deploy/haproxy-postgres.cfg, before servers of this machine. This file
 * answers in place of Patroni.
 */
export async function startDatabaseHaProxy(folder: string, clusters: readonly PlainCluster[]) {
  const port = await freePort();
  const watchers = await Promise.all(clusters.map(answerAsPatroni));
  const servers = clusters.map(
    (cluster, n) =>
      `    server db${n} 127.0.0.1:${cluster.port} check port ${new URL(watchers[n]?.url ?? '').port}`,
  );
  const proxy = run(folder, 'haproxy-postgres.cfg', [
    [/^ {4}maxconn 2000$/m, '    maxconn 200'],
    [/^ {4}bind :5432$/m, `    bind 127.0.0.1:${port}`],
    [/(?:^ {4}server .*\n)+/m, `${servers.join('\n')}\n`],
  ]);
  // Until its first checks it leads to all.
  await until('HAProxy leads to the primary alone', () => / DOWN/.test(proxy.said()), 10_000);
  return {
    url: `postgres://jarvis@127.0.0.1:${port}/jarvis`,
    close: async () => {
      await proxy.close();
      for (const watcher of watchers) await watcher.close();
    },
  };
}

/** `200` while the server accepts writes. */
const answerAsPatroni = (cluster: PlainCluster) =>
  serve(async (_, res) => {
    const [row] = await cluster.sql('select pg_is_in_recovery()', 'postgres').catch(() => []);
    res.writeHead(row?.[0] === false ? 200 : 503).end();
  });

type Changes = readonly (readonly [from: RegExp, to: string])[];

/** HAProxy with the shipped settings, except for names of other machines. */
function run(folder: string, name: string, changes: Changes) {
  mkdirSync(folder, { recursive: true });
  const settings = join(folder, name);
  writeFileSync(settings, changed(name, changes));
  const child = spawn('haproxy', ['-db', '-f', settings], { stdio: ['ignore', 'pipe', 'pipe'] });
  process.once('exit', () => child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  return {
    said: () => said,
    mustRun: () => {
      if (child.exitCode !== null) throw new Error(`HAProxy did not start: ${said}`);
    },
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function changed(name: string, changes: Changes): string {
  const shipped = readFileSync(join(root, 'apps/api/deploy', name), 'utf8');
  return changes.reduce((text, [from, to]) => {
    if (!from.test(text)) throw new Error(`${name} has no ${from}`);
    return text.replace(from, to);
  }, shipped);
}
