import type { Database } from '@jarvis/database';
import { freshDatabase, type TestDeps, type TestOptions, testDeps } from '@jarvis/testkit';
import { afterAll } from 'vitest';
import {
  createIdentityProvider,
  type ProviderOptions,
} from '../../src/adapters/identity-providers/identity-providers.ts';
import { createApp } from '../../src/app.ts';
import type { FetchDocument } from '../../src/authorization-server/client-document.ts';
import { logRequest } from '../../src/log/log.ts';
import { listen } from '../../src/process/listen.ts';
import { Client } from './client.ts';

/** The service over real HTTP, on a private database, with a manual clock. */
export interface TestService {
  readonly url: string;
  readonly deps: TestDeps;
  /** A client without a credential. */
  stranger(): Client;
  /** A person who has just registered, with the session in their cookie jar. */
  signedUp(email?: string): Promise<Client>;
  /** A program with a new key of that person. */
  withKey(person: Client): Promise<Client>;
  close(): Promise<void>;
}

export interface ServiceOptions {
  readonly overrides?: TestOptions;
  /** For a second service on the same database. */
  readonly db?: Database;
  readonly trustProxy?: number;
  readonly providers?: ProviderOptions;
  /** The public origin; `http://localhost:3000` by default. */
  readonly publicUrl?: string;
  /** The port that it listens on; any free one by default. */
  readonly port?: number;
  /** The folder of the built web app; none by default. */
  readonly webFolder?: string;
  /** The documents that programs name; none by default. */
  readonly fetchDocument?: FetchDocument;
}

export const password = 'correct horse battery';
let people = 0;

export async function startService({
  overrides,
  db,
  trustProxy,
  providers,
  publicUrl,
  port = 0,
  webFolder = '/nonexistent',
  fetchDocument = async () => undefined,
}: ServiceOptions = {}): Promise<TestService> {
  const database = db ?? (await freshDatabase());
  const made = testDeps(database, overrides);
  const settings = { ...made.settings, ...(publicUrl !== undefined && { publicUrl }) };
  const identityProvider = createIdentityProvider(providers ?? {}, settings.publicUrl, made.clock);
  const deps = { ...made, settings, identityProvider };
  const app = createApp(deps, { trustProxy: trustProxy ?? false, webFolder, fetchDocument });
  const listening = await listen(app, '127.0.0.1', port, { onRequest: logRequest(deps.log) });
  const url = `http://127.0.0.1:${listening.port}`;
  const stranger = () => new Client(url);
  return {
    url,
    deps,
    stranger,
    async signedUp(email = `person-${++people}@example.org`) {
      const client = stranger();
      const body = { email, password, confirmPassword: password };
      // Many people of a test share one address; the clock moves so that its rate limit does not apply.
      deps.clock.advance(61);
      const answer = await client.post('/api/auth/register', body);
      if (answer.status !== 201) throw new Error(`register answered ${answer.status}: ${answer.text}`);
      return client;
    },
    async withKey(person) {
      const answer = await person.post('/api/keys', {});
      if (answer.status !== 200) throw new Error(`key creation answered ${answer.status}: ${answer.text}`);
      return new Client(url, { authorization: `Bearer ${answer.body.key}` });
    },
    async close() {
      await listening.close();
      if (!db) await database.close();
    },
  };
}

/** The same for the tests of a file, to be made at its top; closed after them. */
export async function serviceForFile(options?: ServiceOptions): Promise<TestService> {
  const service = await startService(options);
  afterAll(() => service.close());
  return service;
}
