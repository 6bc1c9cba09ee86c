import { type AddressInfo, createServer } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { connectionTo, silentLog } from '@jarvis/testkit';
import { expect, test } from 'vitest';
import { parseDatabaseUrl } from './address.ts';

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

test('a transaction pooler can be declared in the address', () => {
  for (const query of ['pgbouncer=true', 'prepare=false'])
    expect(parseDatabaseUrl(`postgres://u@db/app?${query}&sslmode=require`)).toMatchObject({
      prepare: false,
      url: 'postgres://u@db:5432/?sslmode=require',
    });
});

test('an ambiguous or malformed address is refused, without the password in the message', () => {
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

test('several hosts, and a file of root certificates, are refused with advice', () => {
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

/** Sends a statement to a server that agrees to TLS and closes politely at the first byte inside it. */
async function askClosingInTls(sslmode: string) {
  const names: unknown[] = [];
  const reasons: unknown[] = [];
  let connections = 0;
  const tls = createTlsServer({ key, cert }, (socket) => {
    names.push((socket as TLSSocket & { servername: unknown }).servername);
    socket.once('data', () => socket.end());
    socket.on('error', () => {});
  });
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write('S');
      tls.emit('connection', socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  const db = connectionTo(`postgres://u@localhost:${port}/db?sslmode=${sslmode}`, {
    log: { ...silentLog, warn: ({ code }) => reasons.push(code) },
    // Time for a handshake on a busy machine.
    deadlineMs: 3_000,
  });
  await expect(db.run('select 1', [])).rejects.toMatchObject({ name: 'DatabaseUnavailable' });
  await db.close(0);
  server.close();
  return { names, reasons, connections };
}

test('a TLS server is told the host name, and is not retried in a loop when it closes the connection', async () => {
  const { names, connections } = await askClosingInTls('require');
  expect(names[0]).toBe('localhost');
  expect(connections).toBeLessThan(5);
});

test('a certificate that cannot be verified is refused when verification is requested', async () => {
  const { names, reasons } = await askClosingInTls('verify-full');
  expect(reasons).toEqual(['DEPTH_ZERO_SELF_SIGNED_CERT']);
  expect(names).toEqual([]);
});

/** From an unknown issuer, for localhost. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg8LA3ruclWT131EKc
603BanKKXP467AZNW9qQzph1ndmhRANCAATHl0uvU9CXPTm4J9dFuKWO2y6Ebter
Lh5dvJaVnaqzLk+U08WHipe7j5jtEq7tuvNtMASDxWtftuJC3q0ZW2a2
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBgDCCASWgAwIBAgIUPXQfct+SCg3SnI8LV/XfXYv2vAAwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzA2MzYyM1oYDzIxMjYxMDMw
MDYzNjIzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATHl0uvU9CXPTm4J9dFuKWO2y6EbterLh5dvJaVnaqzLk+U08WHipe7
j5jtEq7tuvNtMASDxWtftuJC3q0ZW2a2o1MwUTAdBgNVHQ4EFgQUGHFySxYlYG/l
m3hV0x4MR9G/tKUwHwYDVR0jBBgwFoAUGHFySxYlYG/lm3hV0x4MR9G/tKUwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEA8iEFaLUCNg0Q/nV8zfoT
wv75la2rhRSiK69IbLVH5iUCIQC/S9VvQs7kCm8DNEEB7NM1CNYnQy66UpfJpXOa
xyyUrw==
-----END CERTIFICATE-----`;
