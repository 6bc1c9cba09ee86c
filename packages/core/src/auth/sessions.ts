import type { User } from '@jarvis/contract';
import { type Queries, withoutValues } from '@jarvis/database';
import { DrizzlePostgreSQLAdapter } from '@lucia-auth/adapter-drizzle';
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from 'lucia';
import type { SessionCaller } from '../callers.ts';
import { notFound } from '../errors.ts';
import type { Clock, Deps, StoreDeps } from '../ports/deps.ts';
import { deleteOtherSessions, deleteSessionOf, makeRoomForSession, selectSessionOwner } from './queries.ts';
import { fingerprint, newSecretToken } from './secret-tokens.ts';

export interface NewSession {
  /** For the cookie; only its hash is stored. */
  readonly token: string;
  readonly expiresAt: string;
}

const lifetime = new TimeSpan(30, 'd');
const userAgentCharsMax = 256;

/** The browser of a sign-in. */
export interface Browser {
  readonly userAgent?: string | undefined;
  /** The browser's session before the sign-in, which ends. */
  readonly sessionToken?: string | undefined;
}

/** Begins a session with a new id: 30 days, extended with use. Beyond the maximum number it ends the first to expire. */
export async function createSession(
  { db, clock }: StoreDeps,
  userId: string,
  { userAgent, sessionToken }: Browser,
): Promise<NewSession> {
  const token = newSecretToken();
  await endSessionOf({ db, clock }, sessionToken);
  await makeRoomForSession.count(db, { userId });
  const session = await luciaOver(db, clock).createSession(
    userId,
    {
      signedInAt: clock.nowIso(),
      userAgent: userAgent?.slice(0, userAgentCharsMax) ?? null,
    },
    { sessionId: fingerprint(token) },
  );
  return { token, expiresAt: shifted(session.expiresAt, clock).toISOString() };
}

/** The account of a credential, and whether it is restricted. */
export interface CredentialOwner {
  readonly user: User;
  readonly restrictedAt: string | null;
}

interface FoundSession extends CredentialOwner, Pick<SessionCaller, 'sessionId' | 'signedInAt'> {
  /** Set when the session was extended, after half of its time. */
  readonly extendedTo: string | undefined;
}

/** The session and account of a cookie's token, extended in good time; undefined when it is missing or expired. */
export async function validateSession(
  { db, clock }: StoreDeps,
  token: string,
): Promise<FoundSession | undefined> {
  const { session, user: owner } = await luciaOver(db, clock).validateSession(fingerprint(token));
  if (!session) return undefined;
  const { id: sessionId, signedInAt } = session;
  const extendedTo = session.fresh ? shifted(session.expiresAt, clock).toISOString() : undefined;
  return { ...owner, sessionId, signedInAt, extendedTo };
}

/** Ends the session of a cookie's token, if any. */
export async function endSessionOf({ db, clock }: StoreDeps, token: string | undefined): Promise<void> {
  if (token !== undefined) await luciaOver(db, clock).invalidateSession(fingerprint(token));
}

/** Ends one session of the account. Throws notFound. */
export async function endSession(
  { db, changes }: Pick<Deps, 'db' | 'changes'>,
  userId: string,
  id: string,
): Promise<void> {
  if ((await deleteSessionOf.count(db, { userId, id: id.toLowerCase() })) === 0) throw notFound('Session');
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

declare module 'lucia' {
  interface Register {
    Lucia: OurLucia;
    DatabaseSessionAttributes: SessionAttributes;
    DatabaseUserAttributes: CredentialOwner;
  }
}

type OurLucia = Lucia<SessionAttributes, CredentialOwner>;

function luciaOver(db: Queries, clock: Clock): OurLucia {
  return new Lucia(new SessionStore(db, clock), {
    sessionExpiresIn: lifetime,
    getSessionAttributes: (attributes) => attributes,
    getUserAttributes: (attributes) => attributes,
  });
}

/**
 * Lucia's Drizzle adapter with two differences. The query on the path of every request is prepared and reads only the
 * needed columns. And since Lucia reads the system clock, the adapter converts stored times between our clock and the
 * system's, so that a test can move the clock by thirty days. Expired sessions are removed by the sweep.
 */
class SessionStore extends DrizzlePostgreSQLAdapter {
  readonly #db: Queries;
  readonly #clock: Clock;

  constructor(db: Queries, clock: Clock) {
    super(db.drizzle, sessionTable, userTable);
    this.#db = db;
    this.#clock = clock;
  }

  override async getSessionAndUser(id: string): Promise<[DatabaseSession | null, DatabaseUser | null]> {
    const row = await selectSessionOwner.first(this.#db, { id });
    if (!row) return [null, null];
    const { user, restrictedAt, sessionId, expiresAt, signedInAt, userAgent } = row;
    return [
      {
        id: sessionId,
        userId: user.id,
        expiresAt: unshifted(expiresAt, this.#clock),
        attributes: { signedInAt, userAgent },
      },
      { id: user.id, attributes: { user, restrictedAt } },
    ];
  }

  override setSession(session: DatabaseSession): Promise<void> {
    return plainly(super.setSession({ ...session, expiresAt: shifted(session.expiresAt, this.#clock) }));
  }

  override updateSessionExpiration(id: string, expiresAt: Date): Promise<void> {
    return plainly(super.updateSessionExpiration(id, shifted(expiresAt, this.#clock)));
  }

  override deleteSession(id: string): Promise<void> {
    return plainly(super.deleteSession(id));
  }
}

/** Rejects with the database layer's error, which contains no values. */
function plainly<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw withoutValues(error);
  });
}

function shifted(systemTime: Date, clock: Clock): Date {
  return new Date(systemTime.getTime() + clock.now() - Date.now());
}

function unshifted(stored: string, clock: Clock): Date {
  return new Date(Date.parse(stored) - clock.now() + Date.now());
}

/** The two tables in the adapter's form; db/schema/accounts.ts has the real ones. */
const userTable = pgTable('users', { id: uuid('id').primaryKey() });
const sessionTable = pgTable('sessions', {
  id: text('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true, precision: 3, mode: 'date' }).notNull(),
  signedInAt: timestamp('signed_in_at', { withTimezone: true, precision: 3, mode: 'string' }).notNull(),
  userAgent: text('user_agent'),
});
