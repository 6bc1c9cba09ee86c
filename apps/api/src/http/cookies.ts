import type { IncomingMessage } from 'node:http';

/** With https the prefix keeps other hosts of the domain, and plain http, from setting the cookie. */
export const cookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);

const tokenForm = /^[A-Za-z0-9_-]{43}$/;

/** The token in the first cookie of that name; undefined if it is missing or malformed, which saves a query. */
export function readToken(req: IncomingMessage, name: string, secure: boolean): string | undefined {
  const begin = `${cookieName(name, secure)}=`;
  const pairs = req.headers.cookie?.split(';').map((pair) => pair.trim());
  const token = pairs?.find((pair) => pair.startsWith(begin))?.slice(begin.length);
  return token !== undefined && tokenForm.test(token) ? token : undefined;
}

const sessionName = 'jarvis_session';

/** The session's token; undefined if it is missing or malformed. */
export const readSessionCookie = (req: IncomingMessage, secure: boolean): string | undefined =>
  readToken(req, sessionName, secure);

/** The value of `Set-Cookie` that sets a session's cookie; null removes it. */
export function sessionCookie(
  session: { readonly token: string; readonly expiresAt: string } | null,
  secure: boolean,
): string {
  const expires = new Date(session === null ? 0 : session.expiresAt).toUTCString();
  const attributes = `Path=/; Expires=${expires}; HttpOnly; ${secure ? 'Secure; ' : ''}SameSite=Lax`;
  return `${cookieName(sessionName, secure)}=${session?.token ?? ''}; ${attributes}`;
}
