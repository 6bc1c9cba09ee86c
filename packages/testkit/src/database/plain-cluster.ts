import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Binaries,
  type ClusterUser,
  clusterOwner,
  clusterUser,
  findBinaries,
  initialise,
  program,
  serverEnvironment,
} from '@jarvis/database/cluster';
import { freePort } from '../free-port.ts';
import { onServer } from './on-server.ts';

/**
 * An unsupervised Postgres server on a loopback port: tests stop, freeze, kill and promote it. Made of the embedded
 * binaries, with default durability.
 */
export class PlainCluster {
  readonly folder: string;
  readonly port: number;
  readonly #binaries: Binaries;
  readonly #user: ClusterUser | undefined;
  readonly #settings: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;

  /** Makes an empty cluster in `folder`, which every user can enter, and starts it. */
  static async create(folder: string, settings: Record<string, string> = {}): Promise<PlainCluster> {
    mkdirSync(folder, { recursive: true });
    const cluster = await PlainCluster.#at(folder, settings);
    await initialise(cluster.#binaries, cluster.#dataDir, cluster.#user);
    await cluster.start();
    await cluster.sql('create database jarvis', 'postgres');
    return cluster;
  }

  static async #at(folder: string, settings: Record<string, string>): Promise<PlainCluster> {
    return new PlainCluster(folder, await freePort(), await findBinaries(), settings);
  }

  private constructor(folder: string, port: number, binaries: Binaries, settings: Record<string, string>) {
    this.folder = folder;
    this.port = port;
    this.#binaries = binaries;
    this.#user = clusterUser(folder, join(folder, 'data'));
    this.#settings = settings;
  }

  get #dataDir(): string {
    return join(this.folder, 'data');
  }

  get url(): string {
    return `postgres://${clusterOwner}@127.0.0.1:${this.port}/jarvis`;
  }

  get pid(): number | undefined {
    return this.#child?.exitCode === null && this.#child.signalCode === null ? this.#child.pid : undefined;
  }

  /** A standby that follows this one; it counts for synchronous commit if this one's settings say so. */
  async standby(folder: string, settings: Record<string, string> = {}): Promise<PlainCluster> {
    mkdirSync(folder, { recursive: true });
    const other = await PlainCluster.#at(folder, settings);
    await this.stop('fast');
    cpSync(this.#dataDir, other.#dataDir, {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
    });
    chmodSync(other.#dataDir, 0o700);
    writeFileSync(join(other.#dataDir, 'standby.signal'), '');
    writeFileSync(
      join(other.#dataDir, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=127.0.0.1 port=${this.port} user=${clusterOwner} application_name=standby'\n`,
    );
    if (this.#user) chownAll(other.#dataDir, this.#user);
    await Promise.all([this.start(), sleep(200).then(() => other.start())]);
    return other;
  }

  async promote(): Promise<void> {
    await this.sql('select pg_promote(true, 10)', 'postgres');
  }

  async start(): Promise<void> {
    const settings = {
      listen_addresses: '127.0.0.1',
      port: String(this.port),
      unix_socket_directories: '',
      shared_buffers: '64MB',
      timezone: 'UTC',
      ...this.#settings,
    };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(program(this.#binaries, 'postgres'), ['-D', this.#dataDir, ...args], {
      ...this.#user,
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: '/',
      env: serverEnvironment(),
    });
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4_000);
    });
    this.#child = child;
    process.once('exit', () => child.kill('SIGKILL'));
    const until = performance.now() + 30_000;
    for (;;) {
      const lines = existsSync(join(this.#dataDir, 'postmaster.pid'))
        ? readFileSync(join(this.#dataDir, 'postmaster.pid'), 'utf8').split('\n')
        : [];
      if (Number(lines[0]) === child.pid && ['ready', 'standby'].includes(lines[7]?.trim() ?? '')) return;
      if (child.exitCode !== null || performance.now() > until)
        throw new Error(`Postgres did not start: ${said}`);
      await sleep(10);
    }
  }

  async stop(mode: 'fast' | 'immediate' | 'kill'): Promise<void> {
    const child = this.#child;
    if (!child || this.pid === undefined) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (mode === 'kill') for (const pid of this.family()) kill(pid, 'SIGKILL');
    else child.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  }

  /** Suspends every process of the server; nothing answers, nothing is closed. */
  freeze(): void {
    if (this.pid !== undefined) kill(this.pid, 'SIGSTOP');
    for (const pid of this.family()) kill(pid, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of this.family()) kill(pid, 'SIGCONT');
  }

  /** The server and its backends. */
  family(): number[] {
    const { pid } = this;
    if (pid === undefined) return [];
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
    return [pid, ...children.trim().split(/\s+/).filter(Boolean).map(Number)];
  }

  /** One statement on a new connection. */
  sql(text: string, database = 'jarvis'): Promise<unknown[][]> {
    return onServer(this.url.replace(/jarvis$/, database), text);
  }

  async remove(): Promise<void> {
    this.thaw();
    await this.stop('immediate');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself.
  }
}

function chownAll(folder: string, { uid, gid }: ClusterUser): void {
  chownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(join(folder, entry), uid, gid);
}
