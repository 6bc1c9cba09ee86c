import type { IncomingMessage } from 'node:http';

/** With https the prefix keeps other hosts of the domain, and plain http, from setting the cookie. */
function cookieName(secure: boolean): string {
  return secure ? '__Host-jarvis_session' : 'jarvis_session';
}

const tokenForm = /^[A-Za-z0-9_-]{43}$/;

/** The session's token; undefined if it is missing or malformed, which saves a query. */
export function readSessionCookie(req: IncomingMessage, secure: boolean): string | undefined {
  const token = readCookie(req, cookieName(secure));
  return token !== undefined && tokenForm.test(token) ? token : undefined;
}

/** The value of `Set-Cookie` that sets a session's cookie; null removes it. */
export function sessionCookie(
  session: { readonly token: string; readonly expiresAt: string } | null,
  secure: boolean,
): string {
  const expires = new Date(session === null ? 0 : session.expiresAt).toUTCString();
  const attributes = `Path=/; Expires=${expires}; HttpOnly; ${secure ? 'Secure; ' : ''}SameSite=Lax`;
  return `${cookieName(secure)}=${session?.token ?? ''}; ${attributes}`;
}

/** The first cookie of that name. */
export function readCookie(req: IncomingMessage, name: string): string | undefined {
  const { cookie } = req.headers;
  if (cookie === undefined) return undefined;
  for (const pair of cookie.split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return undefined;
}
