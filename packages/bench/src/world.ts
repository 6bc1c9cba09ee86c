import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Database, startEmbedded } from '@jarvis/database';
import { ScriptedModel, silentLog } from '@jarvis/testkit';
import { liftLimits } from './people.ts';
import { launch, type Server, stopAll, watchPostgres } from './servers/server.ts';

/** One cluster with default durability, and the servers beside it. */
export interface World {
  readonly folder: string;
  readonly version: string;
  /** A model behind HTTP that answers at once: the rest of a turn's time is the service's. */
  readonly model: ScriptedModel;
  /** Of the service's database. */
  readonly url: string;
  /** A connection for preparing data, to the service's database if no other is given; statements may take long. */
  open(url?: string): Database;
  /** From now on no account in the service's database reaches a rate limit. */
  keepLimitsLifted(): void;
  close(): Promise<void>;
}

const deadlineMs = 20 * 60_000;
/** Shorter than a window. */
const renewLimitsMs = 15_000;

export async function startWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'jarvis-bench-'));
  // The server's own user must be able to enter.
  chmodSync(folder, 0o755);
  const embedded = await startEmbedded({ dataDir: folder, log: silentLog });
  watchPostgres(join(folder, 'postgres'));
  const { url } = embedded;
  const open = (of = url) =>
    connect({ url: of, poolSize: 1, applicationName: 'bench', log: silentLog, deadlineMs });
  const limits = open();
  let lifting: NodeJS.Timeout | undefined;
  const model = await ScriptedModel.start();
  model.otherwise = () => {
    model.requests.length = 0;
    return { say: 'That is a fine question, and this is all that there is to say about it.' };
  };
  return {
    folder,
    model,
    version: embedded.version,
    url,
    open,
    keepLimitsLifted() {
      lifting ??= setInterval(() => void liftLimits(limits), renewLimitsMs);
    },
    async close() {
      clearInterval(lifting);
      await limits.close();
      await stopAll();
      await model.close();
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A new one for each kind of work: it slows down over time, because of answers that postgres.js retains. */
export function launchFloor(world: World): Promise<Server> {
  return launchBaseline(world, 'jarvis', 'floor', 'floor.ts');
}

export function launchStandard(world: World): Promise<Server> {
  return launchBaseline(world, 'jarvis', 'standard', 'standard.ts');
}

/** On its own database. */
export async function launchAssembled(world: World): Promise<Server> {
  const db = world.open();
  await db.run('create database assembled', [], { prepared: false, deadlineMs: 9_000 });
  await db.close();
  const own = world.open(world.url.replace('/jarvis?', '/assembled?'));
  const ddl = readFileSync(new URL('../tools/assembled.sql', import.meta.url), 'utf8').replace(
    /^--.*$/gm,
    '',
  );
  for (const text of ddl.split(';')) {
    if (text.trim() !== '') await own.run(text, [], { prepared: false, deadlineMs: 9_000 });
  }
  await own.close();
  return launchBaseline(world, 'assembled', 'assembled', '../../tools/assembled.ts');
}

function launchBaseline(world: World, database: string, name: string, file: string): Promise<Server> {
  const url = new URL(world.url.replace('@/', '@x/'));
  const env = {
    // postgres.js reads no socket folder from an address.
    DATABASE_HOST: url.searchParams.get('host') ?? '',
    DATABASE_USER: url.username,
    DATABASE_NAME: database,
    MODEL_BASE_URL: world.model.url,
  };
  return launch({ name, file, folder: world.folder, env });
}
