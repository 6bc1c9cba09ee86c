import type { User } from '@jarvis/contract';
import { type Adapter, Lucia, TimeSpan } from 'lucia';
import { isoOf } from '../clock.ts';
import { notFound } from '../errors.ts';
import type { Clock, Deps, StoreDeps } from '../ports/deps.ts';
import {
  deleteOtherSessions,
  deleteSession,
  deleteSessionOf,
  insertSession,
  selectSessionOwner,
  updateSessionExpiry,
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

const lifetime = new TimeSpan(30, 'd');
const userAgentCharsMax = 256;

/** Begins a session with a new id: 30 days, extended with use. */
export async function createSession(
  { db, clock }: StoreDeps,
  userId: string,
  userAgent: string | undefined,
): Promise<NewSession> {
  const token = newSecretToken();
  const session = await luciaOver({ db, clock }).createSession(
    userId,
    {
      signedInAt: clock.nowIso(),
      userAgent: userAgent?.slice(0, userAgentCharsMax) ?? null,
    },
    { sessionId: fingerprint(token) },
  );
  return { token, expiresAt: shifted(session.expiresAt, clock) };
}

/** The session and account of a cookie's token, extended in good time; undefined when it is missing or expired. */
export async function validateSession(
  { db, clock }: StoreDeps,
  token: string,
): Promise<FoundSession | undefined> {
  const { session, user } = await luciaOver({ db, clock }).validateSession(fingerprint(token));
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
export async function endSessionOf({ db }: Pick<StoreDeps, 'db'>, token: string | undefined): Promise<void> {
  if (token !== undefined) await deleteSession(db, { id: fingerprint(token) });
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

/**
 * Lucia over our statements. It reads the system clock, so stored times are converted between our clock and the
 * system's: a test can move the clock by thirty days. Expired sessions are removed by the sweep.
 */
function luciaOver({ db, clock }: StoreDeps): OurLucia {
  const store: Partial<Adapter> = {
    async getSessionAndUser(id) {
      const row = await selectSessionOwner.first(db, { id });
      if (!row) return [null, null];
      const { userId, sessionId, expiresAt, signedInAt, userAgent, ...attributes } = row;
      const systemTime = new Date(Date.parse(expiresAt) - clock.now() + Date.now());
      return [
        { id: sessionId, userId, expiresAt: systemTime, attributes: { signedInAt, userAgent } },
        { id: userId, attributes },
      ];
    },
    async setSession({ userId, id, expiresAt, attributes }) {
      await insertSession(db, { userId, id, expiresAt: shifted(expiresAt, clock), ...attributes });
    },
    async updateSessionExpiration(id, expiresAt) {
      await updateSessionExpiry(db, { id, expiresAt: shifted(expiresAt, clock) });
    },
    async deleteSession(id) {
      await deleteSession(db, { id });
    },
  };
  // The other methods are for calls that we do not make.
  return new Lucia(store as Adapter, {
    sessionExpiresIn: lifetime,
    getSessionAttributes: (attributes) => attributes,
    getUserAttributes: (attributes) => attributes,
  });
}

const shifted = (systemTime: Date, clock: Clock): string =>
  isoOf(systemTime.getTime() + clock.now() - Date.now());
