import { isIP } from 'node:net';

/** A database address: where to connect, and the part that postgres.js reads. */
export interface DatabaseAddress {
  /** For postgres.js: user, password, sslmode and its other parameters. */
  readonly url: string;
  /** A name or an address. */
  readonly host: string;
  readonly port: number;
  /** A Unix socket, instead of the host. */
  readonly path: string | undefined;
  /** Empty: the same name as the user. */
  readonly database: string;
  /** False behind a transaction pooler. */
  readonly prepare: boolean;
}

const form =
  'postgres://user:password@host:port/database (in a user or a password / is %2F, ? is %3F, # is %23, % is %25)';

/**
 * Parses a `postgres://` address of one host. Also accepts what libpq allows and postgres.js does not: the folder of
 * a Unix socket (`postgres:///db?host=/run/x`, or percent-encoded in place of the host) and an IPv6 address. Without
 * `sslmode`, a remote server is asked for TLS. `prepare=false` (or `pgbouncer=true`) declares a transaction pooler.
 * Throws a TypeError whose message never contains the password.
 */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const match = /^postgres(?:ql)?:\/\/([^/?#]*@)?([^/?#@]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(text);
  const [, login = '', place = '', name = '', search = ''] = match ?? [];
  // An unescaped / or ? in a password ends it early, and the rest would be shown as a name.
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
