import { afterAll, afterEach } from 'vitest';
import { ScriptedModel } from '../fakes/scripted-model.ts';
import { freshDatabase, type TestDatabase } from './database.ts';

/*
 * What the tests of a file share, to be made at its top: `const db = await databaseForFile();`. Closed after them.
 */

/** A private database. */
export async function databaseForFile(...options: Parameters<typeof freshDatabase>): Promise<TestDatabase> {
  const db = await freshDatabase(...options);
  afterAll(() => db.close());
  return db;
}

/** A language model, whose script and history are cleared after each test. */
export async function modelForFile(): Promise<ScriptedModel> {
  const model = await ScriptedModel.start();
  afterEach(() => model.reset());
  afterAll(() => model.close());
  return model;
}
