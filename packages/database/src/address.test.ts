import { createServer, type Socket } from 'node:net';
import { silentLog } from '@jarvis/testkit';
import { expect, test } from 'vitest';
import { parseDatabaseUrl } from './address.ts';
import { connect } from './database.ts';

test('a plain address', () => {
  expect(parseDatabaseUrl('postgres://ann:p%40ss%3A@db.example:6000/my%20app')).toEqual({
    url: 'postgres://ann:p%40ss%3A@db.example:6000/?sslmode=prefer',
    host: 'db.example',
    port: 6000,
    path: undefined,
    database: 'my app',
    prepare: true,
  });
  expect(parseDatabaseUrl('postgresql://ann@localhost')).toMatchObject({
    url: 'postgres://ann@localhost:5432/?sslmode=disable',
    database: '',
  });
  expect(parseDatabaseUrl('postgres://u@[::1]:5434/app')).toMatchObject({ host: '::1', port: 5434 });
});

test('a folder with a Unix socket', () => {
  for (const url of [
    'postgres://u@/app?host=/run/pg%20sql&port=5433',
    'postgres://u@%2Frun%2Fpg%20sql:5433/app',
  ]) {
    expect(parseDatabaseUrl(url)).toMatchObject({
      url: 'postgres://u@localhost:5433/?sslmode=disable',
      path: '/run/pg sql/.s.PGSQL.5433',
    });
  }
  expect(parseDatabaseUrl('postgres:///app?host=/a,b').path).toBe('/a,b/.s.PGSQL.5432');
});

test('a pooler can be told of', () => {
  for (const query of ['pgbouncer=true', 'prepare=false'])
    expect(parseDatabaseUrl(`postgres://u@db/app?${query}&sslmode=require`)).toMatchObject({
      prepare: false,
      url: 'postgres://u@db:5432/?sslmode=require',
    });
});

test('what cannot be meant is refused, without the password in the message', () => {
  const bad = [
    'mysql://u:secret@h/db',
    'postgres://u:secret@h:99999/db',
    'postgres://u:secret@h:0/db',
    'postgres://u:secret@h h/db',
    'postgres://u:secret@[::1/db',
    'postgres://u:secret%@h/db',
    'postgres://u:secret/word@h/db',
    'postgres://u:123/secret@h/db',
    'postgres://u:123?secret@h/db',
    'postgres://u:my?secret@h/db',
    'postgres://u:my#secret@h/db',
    'not an address secret',
  ];
  for (const url of bad) {
    expect(() => parseDatabaseUrl(url), url).toThrow(TypeError);
    expect(() => parseDatabaseUrl(url), url).not.toThrow(/secret/);
  }
});

test('several hosts, and a file of root certificates, are refused with what to do', () => {
  for (const url of [
    'postgres://u:secret@h1:5433,h2/db',
    'postgres:///db?host=h1,h2',
    'postgres://u@[::1],h2/db',
  ])
    expect(() => parseDatabaseUrl(url), url).toThrow(/^names several hosts: name one, .*HAProxy/);
  expect(() => parseDatabaseUrl('postgres://u@db/app?sslrootcert=/ca.pem')).toThrow('NODE_EXTRA_CA_CERTS');
});

test('a password with any character reaches the server as it is', async () => {
  const password = 'p@ss,w:o/r?d#%41$&';
  const url = `postgres://u:${encodeURIComponent(password)}@127.0.0.1`;
  expect(decodeURIComponent(new URL(parseDatabaseUrl(url).url).password)).toBe(password);
  expect(new URL(parseDatabaseUrl('postgres://u:p@s,s@127.0.0.1/db').url).password).toBe('p%40s,s');
});

test('a server that is asked for TLS is told which name is meant', async () => {
  const hellos: string[] = [];
  const server = createServer((socket: Socket) => {
    socket.once('data', () => {
      socket.write('S');
      socket.once('data', (hello) => {
        hellos.push(hello.toString('latin1'));
        socket.destroy();
      });
    });
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as { port: number };
  const db = connect({
    url: `postgres://u@localhost:${port}/db?sslmode=verify-full`,
    poolSize: 1,
    applicationName: 'test',
    log: silentLog,
    deadlineMs: 300,
  });
  await expect(db.run('select 1', [])).rejects.toMatchObject({ name: 'DatabaseUnavailable' });
  expect(hellos[0]).toContain('localhost');
  // A handshake that is cut off is not begun anew without a pause.
  expect(hellos.length).toBeLessThan(10);
  await db.close(0);
  server.close();
});
