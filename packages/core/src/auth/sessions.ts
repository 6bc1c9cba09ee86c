import type { User } from '@jarvis/contract';
import type { Queries } from '@jarvis/database';
import { type Adapter, Lucia, TimeSpan } from 'lucia';
import { notFound } from '../errors.ts';
import type { Clock, Deps } from '../ports/deps.ts';
import {
  deleteAllSessions,
  deleteOtherSessions,
  deleteSession,
  deleteSessionOf,
  extendSession,
  insertSession,
  selectSessionOwner,
  sweepSessions,
} from './queries.ts';
import { fingerprint, newSecretToken } from './secret-tokens.ts';

export interface NewSession {
  /** For the cookie; only its hash is stored. */
  readonly token: string;
  readonly expiresAt: string;
}

export interface FoundSession {
  readonly sessionId: string;
  readonly signedInAt: string;
  readonly userId: string;
  readonly user: User;
  readonly restrictedAt: string | null;
  /** Set when the session was extended, after half of its time. */
  readonly extendedTo: string | undefined;
}

type Store = { readonly db: Queries; readonly clock: Clock };

const lifetime = new TimeSpan(30, 'd');
const userAgentCharsMax = 256;

/** Begins a session with a new id: 30 days, extended with use. */
export async function createSession(
  { db, clock }: Store,
  userId: string,
  userAgent: string | undefined,
): Promise<NewSession> {
  const token = newSecretToken();
  const session = await luciaOver(db, clock).createSession(
    userId,
    {
      signedInAt: clock.nowIso(),
      userAgent: userAgent?.slice(0, userAgentCharsMax) ?? null,
    },
    { sessionId: fingerprint(token) },
  );
  return { token, expiresAt: shifted(session.expiresAt, clock) };
}

/** The session and account of a cookie's token; undefined when it is missing or expired. */
export async function findSession({ db, clock }: Store, token: string): Promise<FoundSession | undefined> {
  const { session, user } = await luciaOver(db, clock).validateSession(fingerprint(token));
  if (!session) return undefined;
  const { restrictedAt, ...contractUser } = user;
  return {
    sessionId: session.id,
    signedInAt: session.signedInAt,
    userId: user.id,
    user: contractUser,
    restrictedAt,
    extendedTo: session.fresh ? shifted(session.expiresAt, clock) : undefined,
  };
}

/** Ends the session of a cookie's token, if any. */
export async function endSessionOf({ db, clock }: Store, token: string | undefined): Promise<void> {
  if (token !== undefined) await luciaOver(db, clock).invalidateSession(fingerprint(token));
}

/** Ends every session of the account. */
export async function endAllSessions({ db, clock }: Store, userId: string): Promise<void> {
  await luciaOver(db, clock).invalidateUserSessions(userId);
}

/** Ends one session of the account. Throws notFound. */
export async function endSession(
  { db, changes }: Pick<Deps, 'db' | 'changes'>,
  userId: string,
  id: string,
): Promise<void> {
  if ((await deleteSessionOf.count(db, { userId, id })) === 0) throw notFound('Session');
  changes.publish(userId, 'account');
}

/** Ends every session of the account but one; returns their number. */
export async function endOtherSessions(
  { db, changes }: Pick<Deps, 'db' | 'changes'>,
  userId: string,
  currentId: string,
): Promise<number> {
  const ended = await deleteOtherSessions.count(db, { userId, currentId });
  changes.publish(userId, 'account');
  return ended;
}

const sweptRows = 1_000;

/** Removes expired sessions, a page at a time, so that no statement grows with their number. */
export async function sweepExpiredSessions({ db, clock }: Store): Promise<void> {
  const page = { now: clock.nowIso(), limit: sweptRows };
  while ((await sweepSessions.count(db, page)) === sweptRows);
}

interface SessionAttributes {
  readonly signedInAt: string;
  readonly userAgent: string | null;
}

interface UserAttributes extends Omit<User, 'id'> {
  readonly restrictedAt: string | null;
}

declare module 'lucia' {
  interface Register {
    Lucia: OurLucia;
    DatabaseSessionAttributes: SessionAttributes;
    DatabaseUserAttributes: UserAttributes;
  }
}

type OurLucia = Lucia<SessionAttributes, UserAttributes>;

function luciaOver(db: Queries, clock: Clock): OurLucia {
  return new Lucia(storeOver(db, clock), {
    sessionExpiresIn: lifetime,
    getSessionAttributes: (attributes) => attributes,
    getUserAttributes: (attributes) => attributes,
  });
}

/**
 * Lucia's store, in prepared statements. Lucia reads the system clock, so the store converts times between that and our
 * clock: a test can move ours by thirty days.
 */
const storeOver = (db: Queries, clock: Clock): Adapter => ({
  async getSessionAndUser(id) {
    const row = await selectSessionOwner.first(db, { id });
    if (!row) return [null, null];
    const { userId, sessionId, expiresAt: stored, signedInAt, userAgent, ...attributes } = row;
    const expiresAt = new Date(Date.parse(stored) - clock.now() + Date.now());
    const session = { id: sessionId, userId, expiresAt, attributes: { signedInAt, userAgent } };
    return [session, { id: userId, attributes }];
  },
  async setSession({ id, userId, expiresAt, attributes }) {
    await insertSession(db, { id, userId, expiresAt: shifted(expiresAt, clock), ...attributes });
  },
  async updateSessionExpiration(id, expiresAt) {
    await extendSession(db, { id, expiresAt: shifted(expiresAt, clock) });
  },
  async deleteSession(id) {
    await deleteSession(db, { id });
  },
  async deleteUserSessions(userId) {
    await deleteAllSessions(db, { userId });
  },
  getUserSessions: () => Promise.reject(new Error('Sessions are listed by `selectSessions`.')),
  deleteExpiredSessions: () => sweepExpiredSessions({ db, clock }),
});

const shifted = (systemTime: Date, clock: Clock): string =>
  new Date(systemTime.getTime() + clock.now() - Date.now()).toISOString();
