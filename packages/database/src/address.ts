import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { userInfo } from 'node:os';
import type { ConnectionOptions } from 'node:tls';

export interface Host {
  /** A name, an address, or the directory of a Unix socket. */
  readonly host: string;
  readonly port: number;
}

export type TargetSession = 'any' | 'read-write' | 'read-only' | 'primary' | 'standby';

export interface DatabaseAddress {
  readonly hosts: readonly Host[];
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly target: TargetSession;
  /** `off`; `prefer`: encrypted when the server can, not verified; `on`: with these options. */
  readonly tls: 'off' | 'prefer' | ConnectionOptions;
  /** False when the address says that a transaction pooler is in between. */
  readonly prepare: boolean;
}

const form =
  'postgres://user:password@host:port/database (in a user or a password / is %2F, ? is %3F, # is %23, % is %25)';

/**
 * Reads a `postgres://` address as libpq does: several hosts, a Unix socket directory (`postgres:///db?host=/run/x`
 * or percent-encoded in the host's place), `sslmode`, `sslrootcert`, `target_session_attrs`. With several
 * hosts, `read-write` is what is looked for unless something else is said, so that a promoted standby is found.
 * `prepare=false` (or `pgbouncer=true`) says that a transaction pooler is in between. Throws a TypeError whose
 * message has no password in it.
 */
export function parseDatabaseUrl(url: string): DatabaseAddress {
  const match = /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?([^/?#@]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(url);
  const [, login = '', hostList = '', path = '', search = ''] = match ?? [];
  // A password with a / or ? in it ends where that stands, and the rest of it would be shown as a name.
  if (!match || path.includes('@') || search.split('&', 1)[0]?.split('=', 1)[0]?.includes('@'))
    throw new TypeError(`is not of the form ${form}`);
  const params = new URLSearchParams(search);
  const [user = '', password = ''] = splitOnce(login, ':').map(decode);
  const hosts = readHosts(params.get('host') ?? decodeKeepingLists(hostList), params.get('port'));
  const name = user || params.get('user') || userInfo().username;
  return {
    hosts,
    user: name,
    password: password || params.get('password') || '',
    database: decode(path) || params.get('dbname') || name,
    target: readTarget(params.get('target_session_attrs'), hosts),
    tls: readTls(params, hosts),
    prepare: params.get('prepare') !== 'false' && params.get('pgbouncer') !== 'true',
  };
}

/** Where to connect for a host: Node's form of a TCP or Unix socket address. */
export function socketAddress({ host, port }: Host): { path: string } | { host: string; port: number } {
  return isDirectory(host) ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

function readHosts(list: string, ports: string | null): Host[] {
  const shared = ports?.split(',') ?? [];
  return list.split(',').map((entry, i) => {
    const [host, own] = splitPort(entry.trim());
    const text = own ?? shared[i] ?? shared[0] ?? '5432';
    const port = Number(text);
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      throw new TypeError('has a port that is not a number from 1 to 65535');
    if (host.includes(':') && isIP(host) !== 6)
      throw new TypeError(`has an invalid host or port: write ${form}`);
    return { host: host || 'localhost', port };
  });
}

function splitPort(entry: string): [host: string, port: string | undefined] {
  const match = /^(?:\[([^\]]*)\]|(.*?))(?::(\d*))?$/.exec(entry);
  return [match?.[1] ?? match?.[2] ?? '', match?.[3] || undefined];
}

const targets: readonly string[] = ['any', 'read-write', 'read-only', 'primary', 'standby'];

function readTarget(value: string | null, hosts: readonly Host[]): TargetSession {
  if (value === null) return hosts.length > 1 ? 'read-write' : 'any';
  if (!targets.includes(value)) throw new TypeError(`has an unknown target_session_attrs "${value}"`);
  return value as TargetSession;
}

function readTls(params: URLSearchParams, hosts: readonly Host[]): DatabaseAddress['tls'] {
  const near = hosts.every(({ host }) => isDirectory(host) || isLoopback(host));
  const mode = params.get('sslmode') ?? (near ? 'disable' : 'prefer');
  const root = params.get('sslrootcert');
  const ca = root && root !== 'system' ? { ca: readFileSync(root) } : {};
  switch (root === 'system' ? 'verify-full' : mode) {
    case 'disable':
      return 'off';
    case 'allow':
    case 'prefer':
      return 'prefer';
    case 'require':
      // As libpq does: a given root certificate is checked, otherwise none is.
      return root ? { ...ca, checkServerIdentity: () => undefined } : { rejectUnauthorized: false };
    case 'verify-ca':
      return { ...ca, checkServerIdentity: () => undefined };
    case 'verify-full':
      return { ...ca };
    default:
      throw new TypeError(`has an unknown sslmode "${mode}"`);
  }
}

const isDirectory = (host: string): boolean => host.startsWith('/') || host.startsWith('@');

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

const splitOnce = (text: string, mark: string): [string, string] => {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
};

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new TypeError('has a percent sign that is not an escape (write it as %25)');
  }
}

const decodeKeepingLists = (text: string): string => text.split(',').map(decode).join(',');
