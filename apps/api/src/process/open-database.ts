import type { Log } from '@jarvis/core';
import { connect, type Database, type DatabaseLog, startEmbedded } from '@jarvis/database';
import type { Config } from '../config/config.ts';

/** Opens the database of the settings, until `opened` is disposed of. */
export async function openDatabase(
  config: Config,
  log: Log,
  opened: AsyncDisposableStack,
): Promise<{ db: Database; databaseName: string }> {
  const { url, databaseName } = await startDatabase(config, log, opened);
  const db = opened.adopt(connectTo(url, config, log), (connected) => connected.close());
  return { db, databaseName };
}

/** The address of the settings' database, and its name without a password. Starts the embedded Postgres for it. */
export async function startDatabase(
  { databaseUrl, databasePool, dataDir, processes }: Config,
  log: Log,
  opened: AsyncDisposableStack,
): Promise<{ url: string; databaseName: string }> {
  if (databaseUrl !== undefined) {
    const databaseName = databaseUrl.replace(/\/\/[^@/]*@/, '//').replace(/\?.*$/, '');
    return { url: databaseUrl, databaseName };
  }
  const connections = Math.max(100, processes * databasePool + 20);
  const settings = { max_connections: String(connections) };
  const { url, version, stop } = await startEmbedded({ dataDir, log, settings });
  opened.defer(stop);
  return { url, databaseName: `embedded Postgres ${version} in ${dataDir}` };
}

export const connectTo = (
  url: string,
  { databasePool, databasePooler }: Pick<Config, 'databasePool' | 'databasePooler'>,
  log: DatabaseLog,
): Database =>
  connect({
    url,
    poolSize: databasePool,
    prepare: databasePooler === 'none',
    applicationName: 'jarvis',
    log,
  });
