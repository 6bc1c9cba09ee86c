import type { Request, Response } from 'express';

/** With https the prefix keeps other hosts of the domain, and anything sent over http, from setting it. */
function cookieName(secure: boolean): string {
  return secure ? '__Host-jarvis_session' : 'jarvis_session';
}

/** The session's token, or undefined where there is none or it cannot be one, which then costs no query. */
export function readSessionCookie(req: Request, secure: boolean): string | undefined {
  const token = readCookie(req, cookieName(secure));
  return token !== undefined && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : undefined;
}

/** Sets the cookie of a session, or removes it with null. */
export function writeSessionCookie(
  res: Response,
  session: { readonly token: string; readonly expiresAt: string } | null,
  secure: boolean,
): void {
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
  if (session === null) res.clearCookie(cookieName(secure), attributes);
  else {
    res.cookie(cookieName(secure), session.token, { ...attributes, expires: new Date(session.expiresAt) });
  }
}

/** The first cookie of that name. */
export function readCookie(req: Request, name: string): string | undefined {
  for (const pair of (req.headers.cookie ?? '').split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return undefined;
}
