import { randomUUID } from 'node:crypto';
import { chmodSync, globSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
// Not all of core: each run of tests loads this file in its main process.
import { migrationsFolder } from '@jarvis/core/migrations';
import { type Database, migrate, startEmbedded } from '@jarvis/database';
import { isRunning } from '@jarvis/database/cluster';
import { silentLog } from '../silent-log.ts';
import { clustersFolder } from './clusters-folder.ts';
import { connectionTo } from './connection-to.ts';
import { onServer } from './on-server.ts';
import { spreadByAccount } from './partitions.ts';

/**
 * A private database with the schema and nothing else. Removed with the cluster; in another server's cluster, when it
 * is closed.
 */
export interface TestDatabase extends Database {
  readonly url: string;
}

/** Set by the global setup for the tests of a run: where databases are made, and their template. */
const clusterVariable = 'JARVIS_TEST_CLUSTER';
const templateVariable = 'JARVIS_TEST_TEMPLATE';

/** Takes about 40 ms. Needs the global setup (`global-setup.ts`) or a `startTestCluster` before it. */
export async function freshDatabase(
  options: { poolSize?: number; deadlineMs?: number } = {},
): Promise<TestDatabase> {
  const { [clusterVariable]: clusterUrl, [templateVariable]: template } = process.env;
  if (!clusterUrl || !template)
    throw new Error('add "@jarvis/testkit/global-setup" to globalSetup in vitest.config.ts');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(clusterUrl, `create database ${name} template ${template} strategy file_copy`);
  const url = inDatabase(clusterUrl, name);
  // Longer than the service's own: on a loaded machine transactions and waits for a connection took longer than that.
  const db = connectionTo(url, { poolSize: 10, deadlineMs: 20_000, ...options });
  const close = db.close.bind(db);
  return Object.assign(db, {
    url,
    close: async (graceMs?: number) => {
      await close(graceMs);
      // In our own cluster it stays: after many deletions ext4 takes long to find an inode.
      if (process.env.TEST_DATABASE_URL) await onServer(clusterUrl, drop(name));
    },
  });
}

/**
 * A cluster for one test run, in a temporary folder and without durability, with the migrated template in it; or a
 * part of the server that TEST_DATABASE_URL names. `spread`: with tables partitioned by account. Returns a function
 * that ends it.
 */
export async function startTestCluster({ spread = false } = {}): Promise<() => Promise<void>> {
  const external = process.env.TEST_DATABASE_URL;
  const { url, stop } = external ? { url: external, stop: async () => {} } : await temporaryCluster();
  const template = `jarvis_template_${process.pid}`;
  await onServer(url, drop(template));
  await onServer(url, `create database ${template}`);
  const db = connectionTo(inDatabase(url, template));
  await migrate(db, migrationsFolder);
  if (spread) await spreadByAccount(db);
  await db.close();
  Object.assign(process.env, { [clusterVariable]: url, [templateVariable]: template });
  return async () => {
    if (external) await onServer(url, drop(template));
    await stop();
  };
}

const folderPrefix = 'jarvis-test-';

async function temporaryCluster(): Promise<{ url: string; stop: () => Promise<void> }> {
  await removeAbandoned();
  const dataDir = mkdtempSync(join(clustersFolder, `${folderPrefix}${process.pid}-`));
  chmodSync(dataDir, 0o755);
  const embedded = await startEmbedded({ dataDir, log: silentLog, settings: noDurability });
  return {
    url: embedded.url,
    stop: async () => {
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const noDurability = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_init_zero: 'off',
  // No vacuum of the many databases that are no longer used.
  autovacuum: 'off',
  max_connections: '300',
  log_min_duration_statement: '-1',
};

/** Removes clusters of killed runs: the process id in their name is unused now. */
async function removeAbandoned(): Promise<void> {
  // In both folders: those in memory may be why there is not enough of it for this run.
  for (const dataDir of globSync(`{/dev/shm,${tmpdir()}}/${folderPrefix}*`)) {
    const pid = Number(basename(dataDir).slice(folderPrefix.length).split('-')[0]);
    if (!Number.isInteger(pid) || isAlive(pid)) continue;
    // Another run may be doing the same.
    await removeCluster(dataDir).catch(() => {});
  }
}

async function removeCluster(dataDir: string): Promise<void> {
  // Take over a server that still runs, so that it can be stopped.
  if (isRunning(join(dataDir, 'postgres'))) {
    const embedded = await startEmbedded({ dataDir, log: silentLog });
    await embedded.stop();
  }
  await rm(dataDir, { recursive: true, force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const drop = (name: string): string => `drop database if exists ${name} with (force)`;

function inDatabase(url: string, name: string): string {
  return url.replace(/^([^/]*\/\/[^/?]*)(\/[^?]*)?/, `$1/${name}`);
}
