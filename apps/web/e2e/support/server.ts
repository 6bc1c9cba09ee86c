import { createServer } from 'node:http';
import { type AddressInfo, createConnection, createServer as createTcpServer, type Socket } from 'node:net';
import {
  freePort,
  freshDatabase,
  lengthenConversation,
  ScriptedModel,
  ScriptedSearch,
  startServiceProcess,
  type TestDatabase,
} from '@jarvis/testkit';
import { clientId, clientSecret, Issuer } from '@jarvis/testkit/issuer';
import { readable, startSmtpServer } from '@jarvis/testkit/smtp-server';
import { Stage } from './stage.ts';

/** The service with the built web app, for browsers, and a control port for the tests. */
export interface E2eServer {
  /** Its model follows the cues of `stage.ts`. */
  readonly url: string;
  /** A second process on the same database, with the built-in rules as its model, and without schedules. */
  readonly builtinUrl: string;
  /** The connection to the first process, which tests can cut. */
  readonly cutUrl: string;
  /** See `behindTheStage` in `journey.ts`. */
  readonly controlUrl: string;
  close(): Promise<void>;
}

export async function startServer(): Promise<E2eServer> {
  const [port, builtinPort] = [await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const builtinUrl = `http://localhost:${builtinPort}`;
  const [db, model, search, smtp, issuer] = await Promise.all([
    freshDatabase(),
    ScriptedModel.start(),
    ScriptedSearch.start(),
    startSmtpServer(),
    Issuer.start(`${url}/api/auth/oauth/google/callback`),
  ]);
  const stage = new Stage(model);
  search.results = stage.searchResults;
  const settings = {
    DATABASE_URL: db.url,
    // Each traveller has a separate network, so that no network limit applies.
    TRUST_PROXY: '1',
    // A reply waits at its gate for as long as a busy machine needs.
    CHAT_TIMEOUT_MS: '600000',
    SMTP_URL: smtp.url(),
    SEARCH_PROVIDER: 'searxng',
    SEARCH_URL: search.url,
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    GOOGLE_ISSUER: issuer.url,
  };
  const services = await Promise.all([
    startServiceProcess({
      ...settings,
      PORT: String(port),
      PUBLIC_URL: url,
      MODEL: 'openai-compatible:scripted',
      MODEL_BASE_URL: model.url,
    }),
    startServiceProcess({
      ...settings,
      PORT: String(builtinPort),
      PUBLIC_URL: builtinUrl,
      // Only the scripted model answers schedules.
      SCHEDULES: 'off',
    }),
  ]);

  await openFirstAccount(url);
  const way = await wayTo(port);
  const control = createServer(async (req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://control');
    const name = searchParams.get('name') ?? '';
    if (pathname === '/open') stage.open(name);
    if (pathname === '/shut') stage.shut(name);
    if (pathname === '/person') issuer.person = name === '' ? null : personOf(name);
    if (pathname === '/cut') await way.cut();
    if (pathname === '/mend') await way.mend();
    if (pathname === '/fill') await lengthenConversation(db, name);
    if (pathname === '/crowd') await crowd(db, name);
    if (pathname === '/spend') await spend(db, name);
    if (pathname === '/forget') await forget(db, name);
    const mails = smtp.received.filter(({ to }) => to.includes(name)).map(({ message }) => readable(message));
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ mails }));
  });
  await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve));

  return {
    url,
    builtinUrl,
    cutUrl: `http://localhost:${way.port}`,
    controlUrl: `http://127.0.0.1:${(control.address() as AddressInfo).port}`,
    async close() {
      stage.openAll();
      control.closeAllConnections();
      await way.cut();
      await Promise.all(services.map((service) => service.stop()));
      await Promise.all([
        new Promise((resolve) => control.close(resolve)),
        model.close(),
        search.close(),
        smtp.close(),
        issuer.close(),
      ]);
      await db.close();
    },
  };
}

/** The operator's account: nobody on a journey is the first here. */
async function openFirstAccount(url: string) {
  const password = 'the password of the operator';
  const body = JSON.stringify({ email: 'operator@example.org', password, confirmPassword: password });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/auth/register`, { method: 'POST', headers, body });
  if (answer.status !== 201) throw new Error(`No first account: ${answer.status} ${await answer.text()}`);
}

const personOf = (email: string) => ({ id: email, email, emailVerified: true, name: 'Grace' });

/**
 * Adds 250 conversations, older than this one and like it, each with a lookup, and 1,001 completed tasks, without as
 * many requests.
 */
async function crowd(db: TestDatabase, conversationId: string) {
  const copies = `from conversations, generate_series(1, 250) as n where id = $1`;
  const copy = `('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  const then = `updated_at - n * interval '1 day'`;
  await db.run(
    `insert into conversations (user_id, id, title, titled_by, created_at, updated_at, last_message_at, message_count)
     select user_id, ${copy}, 'Older ' || n, 'person', ${then}, ${then}, ${then}, 1 ${copies}`,
    [conversationId],
  );
  await db.run(
    `insert into messages (user_id, id, conversation_id, place, role, content, policy_denied, created_at)
     select user_id, ${copy}, ${copy}, 1, 'user', 'Tides ' || n, false, ${then} ${copies}`,
    [conversationId],
  );
  await db.run(
    `insert into lookups (user_id, id, query, status, result_count, conversation_id, created_at)
     select user_id, ${copy}, 'Tides ' || n, 'ok', 3, ${copy}, ${then} ${copies}`,
    [conversationId],
  );
  await db.run(
    `insert into tasks (user_id, id, title, status, created_by, created_at, updated_at, completed_at)
     select user_id, ${copy}, 'Low water ' || n, 'done', 'user', ${then}, ${then}, ${then}
     from conversations, generate_series(1, 1001) as n where id = $1`,
    [conversationId],
  );
}

/** As if this person had just used up a minute's rate limit. */
async function spend(db: TestDatabase, email: string) {
  await db.run(
    `insert into rate_windows (subject, name, started_at, count)
     select id, 'chat', now(), 1000 from users where email = $1
     on conflict (subject, name) do update set started_at = excluded.started_at, count = excluded.count`,
    [email],
  );
}

/** As if this person's latest replies had ended long ago. */
async function forget(db: TestDatabase, email: string) {
  await db.run('delete from running_turns where user_id = (select id from users where email = $1)', [email]);
}

/** A port that forwards to another one until it is cut: then nothing answers there. */
async function wayTo(target: number) {
  const open = new Set<Socket>();
  const server = createTcpServer((client) => {
    const upstream = createConnection(target, '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    mend: () => (server.listening ? Promise.resolve() : listen(port)),
    async cut() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
