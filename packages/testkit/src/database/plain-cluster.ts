import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Binaries,
  type ClusterUser,
  clusterOwner,
  clusterUser,
  findBinaries,
  initialise,
  launch,
  runningPid,
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
    return runningPid(this.#dataDir);
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
    const cluster = {
      binaries: this.#binaries,
      clusterDir: this.#dataDir,
      logFile: join(this.folder, 'server.log'),
      user: this.#user,
      settings: {
        listen_addresses: '127.0.0.1',
        port: String(this.port),
        unix_socket_directories: '',
        shared_buffers: '64MB',
        timezone: 'UTC',
        ...this.#settings,
      },
    };
    // Processes of a killed server hold its memory a moment longer, and Postgres refuses to start.
    const until = performance.now() + 30_000;
    while (!(await launch(cluster))) {
      if (performance.now() > until) throw new Error('Processes of the old server did not end.');
      await sleep(10);
    }
    const { pid } = this;
    if (pid !== undefined) process.once('exit', () => kill(pid, 'SIGKILL'));
  }

  async stop(mode: 'fast' | 'immediate' | 'kill'): Promise<void> {
    const { pid } = this;
    if (pid === undefined) return;
    if (mode === 'kill') for (const each of this.family()) kill(each, 'SIGKILL');
    else kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    while (this.pid === pid) await sleep(10);
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
