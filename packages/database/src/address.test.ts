import { expect, test } from 'vitest';
import { parseDatabaseUrl, socketAddress } from './address.ts';

const hostsOf = (url: string) => parseDatabaseUrl(url).hosts.map(({ host, port }) => `${host}:${port}`);

test('a plain address', () => {
  expect(parseDatabaseUrl('postgres://ann:p%40ss%3A@db.example:6000/app')).toMatchObject({
    hosts: [{ host: 'db.example', port: 6000 }],
    user: 'ann',
    password: 'p@ss:',
    database: 'app',
    target: 'any',
    tls: 'prefer',
    prepare: true,
  });
  expect(parseDatabaseUrl('postgresql://ann@localhost')).toMatchObject({ database: 'ann', tls: 'off' });
});

test('several hosts, of which one that can be written to is wanted', () => {
  const url = 'postgres://u@h1:5433,h2,[::1]:5434/app';
  expect(hostsOf(url)).toEqual(['h1:5433', 'h2:5432', '::1:5434']);
  expect(parseDatabaseUrl(url).target).toBe('read-write');
  expect(parseDatabaseUrl(`${url}?target_session_attrs=any`).target).toBe('any');
  expect(hostsOf('postgres:///app?host=h1,h2&port=1,2')).toEqual(['h1:1', 'h2:2']);
});

test('a folder with a Unix socket', () => {
  for (const url of [
    'postgres://u@/app?host=/run/pg%20sql&port=5433',
    'postgres://u@%2Frun%2Fpg%20sql:5433/app',
  ]) {
    const { hosts, tls } = parseDatabaseUrl(url);
    expect(hosts.map(socketAddress)).toEqual([{ path: '/run/pg sql/.s.PGSQL.5433' }]);
    expect(tls).toBe('off');
  }
});

test('how encryption is asked for', () => {
  const tlsOf = (query: string) => parseDatabaseUrl(`postgres://u@db/app?${query}`).tls;
  expect(tlsOf('sslmode=disable')).toBe('off');
  expect(tlsOf('sslmode=require')).toEqual({ rejectUnauthorized: false });
  expect(tlsOf('sslmode=verify-full')).toEqual({});
  expect(tlsOf('sslrootcert=system')).toEqual({});
});

test('a pooler can be told of', () => {
  expect(parseDatabaseUrl('postgres://u@db/app?pgbouncer=true').prepare).toBe(false);
  expect(parseDatabaseUrl('postgres://u@db/app?prepare=false').prepare).toBe(false);
});

test('what cannot be meant is refused, without the password in the message', () => {
  const bad = [
    'mysql://u:secret@h/db',
    'postgres://u:secret@h:99999/db',
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
  expect(() => parseDatabaseUrl('postgres://h/db?target_session_attrs=nearest')).toThrow('nearest');
  expect(() => parseDatabaseUrl('postgres://h/db?sslmode=maybe')).toThrow('maybe');
});
