import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocket } from 'node:net';
import { rates } from '@jarvis/contract';
import { ChangeFeed, type Deps, keepHouse, systemClock } from '@jarvis/core';
import {
  freshDatabase,
  Mailbox,
  ScriptedModel,
  ScriptedSearch,
  type TestDatabase,
  testDeps,
} from '@jarvis/testkit';
import { searxng } from '../../../api/src/adapters/search/searxng.ts';
import { createApp } from '../../../api/src/app.ts';
// The names that the API notes on Express's request.
import type {} from '../../../api/src/http/request.ts';
import { listen } from '../../../api/src/process/listen.ts';
import { clientId, clientSecret, Issuer } from '../../../api/test/support/identity-providers.ts';
import { Stage } from './stage.ts';

/** A whole service with the built web app, for browsers, and a door for the tests to what stands behind it. */
export interface E2eServer {
  readonly url: string;
  /** See `control.ts`. */
  readonly controlUrl: string;
  close(): Promise<void>;
}

const webFolder = new URL('../../dist', import.meta.url).pathname;

export async function startServer(): Promise<E2eServer> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const [db, scripted, search, issuer] = await Promise.all([
    freshDatabase(),
    ScriptedModel.start(),
    ScriptedSearch.start(),
    Issuer.start(`${url}/api/auth/oauth/google/callback`),
  ]);
  const mailbox = new Mailbox();
  const stage = new Stage(scripted);
  const base = testDeps(db);
  const changes = new ChangeFeed({ db, clock: systemClock, log: base.log });
  const deps: Deps = {
    ...base,
    clock: systemClock,
    changes,
    mailer: mailbox,
    model: stage.model,
    search: searxng(search.url),
    settings: {
      ...base.settings,
      publicUrl: url,
      identityProviders: ['google'],
      // All the people of a run come from one address.
      rates: { ...rates, registrationPerNetwork: { limit: 1_000, windowSeconds: 60 } },
    },
  };
  search.results = stage.searchResults;
  const house = keepHouse(deps);
  const app = createApp(deps, {
    publicUrl: url,
    trustProxy: false,
    webFolder,
    google: { clientId, clientSecret, issuer: issuer.url },
  });
  const listening = await listen(app, '127.0.0.1', port);

  const control = createServer(async (req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://control');
    const name = searchParams.get('name') ?? '';
    if (pathname === '/open') stage.open(name);
    if (pathname === '/person') issuer.person = name === '' ? null : personOf(name);
    if (pathname === '/fill') await fill(db, name);
    const mails = mailbox.mails.filter((mail) => mail.to === name);
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ mails }));
  });
  await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve));

  return {
    url,
    controlUrl: `http://127.0.0.1:${(control.address() as AddressInfo).port}`,
    async close() {
      stage.openAll();
      control.closeAllConnections();
      await base.turns.close();
      await listening.close();
      await house();
      await Promise.all([
        new Promise((resolve) => control.close(resolve)),
        changes.close(),
        scripted.close(),
        search.close(),
        issuer.close(),
      ]);
      await db.close();
    },
  };
}

const personOf = (email: string) => ({ id: email, email, emailVerified: true, name: 'Grace' });

/** Five thousand messages more in a conversation, without five thousand requests. */
async function fill(db: TestDatabase, conversationId: string) {
  await db.run(
    `insert into messages (user_id, id, conversation_id, role, content, policy_denied, created_at)
     select user_id, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, id,
       case when n % 2 = 1 then 'user' else 'assistant' end,
       case when n % 2 = 1 then 'Question ' || n else 'Answer ' || n || repeat(' with some more words', n % 40) end,
       false, created_at
     from conversations, generate_series(1, 5000) as n where id = $1`,
    [conversationId],
    { deadlineMs: 20_000 },
  );
}

/** The address has to be known before the app is made: it stands in links and in what the provider calls back. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = createSocket().once('error', reject);
    socket.listen(0, '127.0.0.1', () => {
      const { port } = socket.address() as AddressInfo;
      socket.close(() => resolve(port));
    });
  });
}
