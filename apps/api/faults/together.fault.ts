import { join } from 'node:path';
import { PlainCluster } from '@jarvis/testkit';
import { amount, whole } from '@jarvis/testkit/whole';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../test/support/client.ts';
import { McpProgram } from '../test/support/mcp-program.ts';
import { form, OauthProgram, publicUrl } from '../test/support/oauth-program.ts';
import { type Answer, call } from './support/http.ts';
import { belowRatesMs, Ledger } from './support/ledger.ts';
import { bearer, type Person, signUp, signUpMany } from './support/people.ts';
import { type ServerProcess, startServer, temporaryFolder, until } from './support/process.ts';

describe.each(whole ? [2, 4] : [2])('%i processes on one database', (count) => {
  const folder = temporaryFolder();
  let cluster: PlainCluster;
  let servers: ServerProcess[];
  let ledger: Ledger;
  let turn = 0;
  /** The next process, in turn. */
  const next = () => servers[turn++ % servers.length]?.url ?? '';

  beforeAll(async () => {
    cluster = await PlainCluster.create(join(folder.path, 'cluster'));
    // All at once, on an empty database.
    servers = await Promise.all(
      Array.from({ length: count }, () =>
        startServer({
          env: {
            DATABASE_URL: cluster.url,
            DATABASE_POOL: '5',
            DATA_DIR: folder.path,
            TRUST_PROXY: '1',
            PUBLIC_URL: publicUrl,
            LOG_LEVEL: 'error',
          },
        }),
      ),
    );
    ledger = new Ledger(next(), await signUpMany(next(), amount(2, 4)), { pauseMs: belowRatesMs });
    ledger.start();
  });
  afterAll(async () => {
    await ledger?.stop();
    await Promise.all((servers ?? []).map((server) => server.stop()));
    await cluster?.remove();
    await folder.remove();
  });

  const tasks = (person: Person, url = next()): Promise<Answer> =>
    call(`${url}/api/tasks`, { headers: bearer(person) });

  it('migrates once', async () => {
    const rows = await cluster.sql('select hash, count(*)::int from drizzle_migrations group by hash');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(([, times]) => times === 1)).toBe(true);
  });

  it('counts rates exactly: 60 of 200 concurrent writes are served', async () => {
    const person = await signUp(next());
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        call(`${next()}/api/tasks`, {
          method: 'POST',
          body: { title: `task ${n}` },
          headers: bearer(person),
        }),
      ),
    );
    const counts = Map.groupBy(answers, ({ status }) => status);
    expect([...counts].map(([status, { length }]) => [status, length]).sort()).toEqual([
      [201, 60],
      [429, 140],
    ]);
    expect((await tasks(person)).body.tasks).toHaveLength(60);
  });

  it('refuses a revoked key from the next request on, in every process', async () => {
    const person = await signUp(next());
    for (const { url } of servers) expect((await tasks(person, url)).status).toBe(200);
    const { body } = await call(`${next()}/api/keys`, { headers: { cookie: person.cookie } });
    const revoked = await call(`${next()}/api/keys/${body.keys[0].id}`, {
      method: 'DELETE',
      headers: { cookie: person.cookie },
    });
    expect(revoked.status).toBe(200);
    for (const { url } of servers) expect((await tasks(person, url)).status).toBe(401);
  });

  it('applies a restriction from the next request on, in every process', async () => {
    const person = await signUp(next());
    for (const { url } of servers) expect((await tasks(person, url)).status).toBe(200);
    await cluster.sql(`update users set restricted_at = now() where id = '${person.id}'`);
    for (const { url } of servers) expect((await tasks(person, url)).status).toBe(403);
    await cluster.sql(`update users set restricted_at = null where id = '${person.id}'`);
    for (const { url } of servers) expect((await tasks(person, url)).status).toBe(200);
  });

  it('ends a session from the next request on, in every process', async () => {
    const { cookie } = await signUp(next());
    const status = async (url: string) => (await call(`${url}/api/keys`, { headers: { cookie } })).status;
    for (const { url } of servers) expect(await status(url)).toBe(200);
    expect((await call(`${next()}/api/auth/logout`, { method: 'POST', headers: { cookie } })).status).toBe(
      200,
    );
    for (const { url } of servers) expect(await status(url)).toBe(401);
  });

  it('refuses no refresh of a connected program whose processes refresh the same token at once', async () => {
    const person = await signUp(next());
    const browser = new Client(next(), { cookie: person.cookie });
    const program = await OauthProgram.start(next());
    let { refreshToken } = await program.connect(browser);
    for (let round = 0; round < amount(40, 200); round += 1) {
      const fields = {
        grant_type: 'refresh_token',
        client_id: program.clientId,
        refresh_token: refreshToken,
      };
      const body = new URLSearchParams(fields).toString();
      const headers = { ...form, 'x-forwarded-for': `10.9.${round >> 8}.${round & 255}` };
      const refresh = async (url: string) => {
        const client = new Client(url, headers);
        const answer = await client.post('/token', body);
        // A process that waits too long for the others, on a busy machine, asks to be asked again.
        return answer.status === 503 ? client.post('/token', body) : answer;
      };
      const answers = await Promise.all(servers.map(({ url }) => refresh(url)));
      expect(answers.map(({ status }) => status)).toEqual(servers.map(() => 200));
      refreshToken = answers[round % answers.length]?.body.refresh_token;
    }
    const { client } = await program.connect(browser);
    expect((await new McpProgram(client).send('tools/list')).status).toBe(200);
  });

  it('continues in the others when one is killed', async () => {
    const victim = servers.pop();
    ledger.url = servers[0]?.url ?? '';
    victim?.child.kill('SIGKILL');
    await victim?.ended;
    const before = ledger.acknowledged;
    await until('writes are acknowledged', () => ledger.acknowledged > before + 20, 10_000);
    await ledger.stop();
    expect(await ledger.problems()).toEqual([]);
  });
});
