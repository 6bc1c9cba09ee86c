import { fileURLToPath } from 'node:url';
import {
  ChangeFeed,
  type Clock,
  connect,
  type Database,
  type Deps,
  keepHouse,
  type Log,
  migrate,
  startEmbedded,
} from '@jarvis/core';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { listen } from './listen.ts';
import { createMailer } from './outside/mailer/mailer.ts';
import { createModel } from './outside/model/model.ts';
import { loadPolicy } from './outside/policy.ts';
import { createSearch } from './outside/search/search.ts';

/** A running service. */
export interface Service {
  readonly port: number;
  readonly deps: Deps;
  /** Which database is in use, without its password. */
  readonly databaseName: string;
  /** Lets requests in flight end, at most 10 s, then closes all that was opened. */
  close(): Promise<void>;
}

const systemClock: Clock = { now: () => Date.now() };

/** Where Vite puts the web app. */
const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Builds everything from the settings, migrates and listens. What was opened is closed when a step fails. */
export async function start(config: Config, log: Log): Promise<Service> {
  const opened: (() => Promise<void>)[] = [];
  const close = async () => {
    while (opened.length > 0) await opened.pop()?.();
  };
  try {
    const [{ db, databaseName }, model] = await Promise.all([
      openDatabase(config, log, opened),
      createModel(config.model),
    ]);
    await migrate(db);
    const changes = new ChangeFeed({ db, clock: systemClock, log });
    const deps = makeDeps(config, { log, db, model, changes });
    opened.push(keepHouse(deps));
    const app = createApp(deps, { ...config, webFolder });
    const { port, close: stopListening } = await listen(app, config.host, config.port);
    opened.push(stopListening, () => changes.close());
    return { port, deps, databaseName, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openDatabase(
  { databaseUrl, databasePool, databasePooler, dataDir }: Config,
  log: Log,
  opened: (() => Promise<void>)[],
): Promise<{ db: Database; databaseName: string }> {
  let url = databaseUrl;
  let databaseName = databaseUrl === undefined ? '' : withoutPassword(databaseUrl);
  if (url === undefined) {
    const embedded = await startEmbedded({ dataDir, log });
    opened.push(() => embedded.stop());
    url = embedded.url;
    databaseName = `embedded Postgres ${embedded.version} in ${dataDir}`;
  }
  const prepare = databasePooler === 'none';
  const db = connect({ url, poolSize: databasePool, prepare, applicationName: 'jarvis', log });
  opened.push(() => db.close());
  return { db, databaseName };
}

function withoutPassword(url: string): string {
  return url.replace(/\/\/[^@/]*@/, '//').replace(/\?.*$/, '');
}

function makeDeps(config: Config, made: Pick<Deps, 'log' | 'db' | 'model' | 'changes'>): Deps {
  return {
    ...made,
    clock: systemClock,
    search: createSearch(config.search),
    mailer: createMailer(config, made.log),
    policy: loadPolicy(config.policyFile),
    settings: {
      publicUrl: config.publicUrl,
      chatTimeoutMs: config.chatTimeoutMs,
      modelContextTokens: config.modelContextTokens,
      identityProviders: [
        ...(config.google ? ['google' as const] : []),
        ...(config.github ? ['github' as const] : []),
      ],
      rates: config.rates,
    },
  };
}
