import { isIP } from 'node:net';

/** A database's address: where to connect, and what postgres.js reads of it. */
export interface DatabaseAddress {
  /** For postgres.js: user, password, sslmode and whatever else it knows. */
  readonly url: string;
  /** A name or an address. */
  readonly host: string;
  readonly port: number;
  /** Of a Unix socket, in place of the host. */
  readonly path: string | undefined;
  /** Empty: named as the user. */
  readonly database: string;
  /** False when the address says that a transaction pooler is in between. */
  readonly prepare: boolean;
}

const form =
  'postgres://user:password@host:port/database (in a user or a password / is %2F, ? is %3F, # is %23, % is %25)';

/**
 * Reads what libpq allows in a `postgres://` address of one host and postgres.js does not: the folder of a Unix socket
 * (`postgres:///db?host=/run/x`, or percent-encoded in the host's place) and an IPv6 address. A server elsewhere is asked
 * for TLS where `sslmode` says nothing. `prepare=false` (or `pgbouncer=true`) says that a transaction pooler is in
 * between. Throws a TypeError whose message has no password in it.
 */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const match = /^postgres(?:ql)?:\/\/([^/?#]*@)?([^/?#@]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(text);
  const [, login = '', place = '', name = '', search = ''] = match ?? [];
  // A password with a / or ? in it ends where that stands, and the rest of it would be shown as a name.
  if (!match || name.includes('@') || search.split('&', 1)[0]?.split('=', 1)[0]?.includes('@'))
    throw new TypeError(`is not of the form ${form}`);
  const params = new URLSearchParams(search);
  const take = (key: string) => {
    const value = params.get(key);
    params.delete(key);
    return value;
  };
  const [, bracketed, plain = '', placePort] = /^(?:\[([^\]]*)\]|(.*?))(?::(\d*))?$/.exec(place) ?? [];
  const host = take('host') || bracketed || decoded(plain) || 'localhost';
  const folder = host.startsWith('/');
  if (!folder && `${place}${host}`.includes(','))
    throw new TypeError('names several hosts: name one, such as an HAProxy or a DNS name that leads to them');
  const port = Number(placePort || take('port') || 5432);
  const prepare = take('prepare') !== 'false';
  const pooled = take('pgbouncer') === 'true';
  if (!['system', null].includes(params.get('sslrootcert')))
    throw new TypeError(
      'has an sslrootcert: name the file in NODE_EXTRA_CA_CERTS, and use sslmode=verify-full',
    );
  const near = folder || host === 'localhost' || host === '::1' || /^127\./.test(host);
  if (!params.has('sslmode')) params.set('sslmode', near ? 'disable' : 'prefer');
  const url = `postgres://${login}${folder ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host}:${port}/?${params}`;
  decoded(login);
  if (port < 1 || !URL.canParse(url)) throw new TypeError(`has an invalid host or port: write ${form}`);
  const path = folder ? `${host}/.s.PGSQL.${port}` : undefined;
  return { url: new URL(url).href, host, port, path, database: decoded(name), prepare: prepare && !pooled };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new TypeError('has a percent sign that is not an escape (write it as %25)');
  }
}
