import type { IncomingMessage } from 'node:http';
import { cookieName, readToken } from './token-cookie.ts';

const name = 'jarvis_session';

/** The session's token; undefined if it is missing or malformed. */
export const readSessionCookie = (req: IncomingMessage, secure: boolean): string | undefined =>
  readToken(req, name, secure);

/** The value of `Set-Cookie` that sets a session's cookie; null removes it. */
export function sessionCookie(
  session: { readonly token: string; readonly expiresAt: string } | null,
  secure: boolean,
): string {
  const expires = new Date(session === null ? 0 : session.expiresAt).toUTCString();
  const attributes = `Path=/; Expires=${expires}; HttpOnly; ${secure ? 'Secure; ' : ''}SameSite=Lax`;
  return `${cookieName(name, secure)}=${session?.token ?? ''}; ${attributes}`;
}
