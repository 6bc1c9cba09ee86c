import type { IncomingMessage } from 'node:http';

/** With https the prefix keeps other hosts of the domain, and plain http, from setting the cookie. */
export const cookieName = (name: string, publicUrl: string): string =>
  isHttps(publicUrl) ? `__Host-${name}` : name;

export const isHttps = (url: string): boolean => url.startsWith('https:');

const tokenForm = /^[A-Za-z0-9_-]{43}$/;

/** The token in the first cookie of that name; undefined if it is missing or malformed, which saves a query. */
export function readToken(req: IncomingMessage, name: string, publicUrl: string): string | undefined {
  const begin = `${cookieName(name, publicUrl)}=`;
  const pairs = req.headers.cookie?.split(';').map((pair) => pair.trim());
  const token = pairs?.find((pair) => pair.startsWith(begin))?.slice(begin.length);
  return token !== undefined && tokenForm.test(token) ? token : undefined;
}

/** Lax: a provider's redirect back to us must bring the cookie. Scripts of a page cannot read it. */
export const cookieAttributes = (publicUrl: string) =>
  ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps(publicUrl) }) as const;

/** Its token is the session's. */
export const sessionName = 'jarvis_session';
