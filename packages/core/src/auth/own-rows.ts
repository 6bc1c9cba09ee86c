import type { Queries } from '@jarvis/database';
import {
  type Built,
  type HeadedStatement,
  headedStatement,
  type Statement,
  sql,
  statement,
  type Values,
} from '@jarvis/database';
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import type { Context } from '../context.ts';
import { parseKey } from './api-key-format.ts';
import { noteUse, refuseRestricted, requireIdentity } from './identity.ts';
import { keyCaller, sessionCaller } from './queries.ts';
import { fingerprint } from './secret-tokens.ts';
import { isYoung } from './sessions.ts';

/** A read of one account's rows that can find out in the same round trip whose they are. */
export interface OwnRead<Row, T extends { userId: string }> extends Statement<Row, T> {
  readonly byKey: HeadedStatement<KeyCaller, Row, { hash: string } & Omit<T, 'userId'>>;
  readonly bySession: HeadedStatement<SessionCaller, Row, { sessionId: string } & Omit<T, 'userId'>>;
}

interface KeyCaller {
  userId: string;
  restrictedAt: string | null;
  keyId: string;
  lastUsedAt: string | null;
}

interface SessionCaller {
  userId: string;
  restrictedAt: string | null;
  expiresAt: string;
}

/** Builds a read like `statement`, and two more that begin with the credential. */
export function ownRead<Row, T extends { userId: string }>(
  build: (q: PostgresJsDatabase, values: Values<T>) => Built<Row>,
): OwnRead<Row, T> {
  return Object.assign(statement(build), {
    byKey: headedStatement(keyCaller, notRestricted, build),
    bySession: headedStatement(sessionCaller, notRestricted, build),
  });
}

const notRestricted = sql.raw('head."restrictedAt" is null');

/** Rows of one account, which is known already or found on the way. */
export interface OwnRows {
  read<Row, T extends { userId: string }>(read: OwnRead<Row, T>, values: Omit<T, 'userId'>): Promise<Row[]>;
  /** Whose, for a statement that cannot travel with the credential. */
  userId(): Promise<string>;
}

/** Rows of an account that is known. */
export class RowsOf implements OwnRows {
  readonly #db: Queries;
  readonly #userId: string;

  constructor(db: Queries, userId: string) {
    this.#db = db;
    this.#userId = userId;
  }

  read<Row, T extends { userId: string }>(read: OwnRead<Row, T>, values: Omit<T, 'userId'>): Promise<Row[]> {
    return read(this.#db, { ...values, userId: this.#userId } as unknown as T);
  }

  async userId(): Promise<string> {
    return this.#userId;
  }
}

/**
 * Rows of whoever calls: one round trip for credential and data. What is out of the ordinary (no credential, a
 * key that is not known, a session that has ended or is to be extended) goes the ordinary way by `identify`,
 * which throws as it does there.
 */
export class RowsOfCaller implements OwnRows {
  /** True once the credential was looked at. */
  asked = false;
  readonly #ctx: Context;

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  async read<Row, T extends { userId: string }>(
    read: OwnRead<Row, T>,
    values: Omit<T, 'userId'>,
  ): Promise<Row[]> {
    this.asked = true;
    const rows = this.#ctx.caller ? undefined : await this.#readByCredential(read, values);
    if (rows) return rows;
    return new RowsOf(this.#ctx.deps.db, await this.userId()).read(read, values);
  }

  async userId(): Promise<string> {
    this.asked = true;
    return (await requireIdentity(this.#ctx)).userId;
  }

  #readByCredential<Row, T extends { userId: string }>(
    read: OwnRead<Row, T>,
    values: Omit<T, 'userId'>,
  ): Promise<Row[] | undefined> | undefined {
    const { bearer, sessionToken } = this.#ctx.credentials;
    if (bearer !== undefined) {
      const key = parseKey(bearer);
      return key && this.#readByKey(read, values, key);
    }
    return sessionToken === undefined ? undefined : this.#readBySession(read, values, sessionToken);
  }

  async #readByKey<Row, T extends { userId: string }>(
    read: OwnRead<Row, T>,
    values: Omit<T, 'userId'>,
    { hash }: { hash: string },
  ): Promise<Row[] | undefined> {
    const { deps } = this.#ctx;
    const { head, rows } = await read.byKey(deps.db, { ...values, hash });
    if (!head) return undefined;
    this.#admit(head);
    await noteUse(deps, head);
    return rows;
  }

  async #readBySession<Row, T extends { userId: string }>(
    read: OwnRead<Row, T>,
    values: Omit<T, 'userId'>,
    sessionToken: string,
  ): Promise<Row[] | undefined> {
    const { deps } = this.#ctx;
    const sessionId = fingerprint(sessionToken);
    const { head, rows } = await read.bySession(deps.db, { ...values, sessionId });
    if (!head || !isYoung(head.expiresAt, deps.clock)) return undefined;
    this.#admit(head);
    return rows;
  }

  #admit({ userId, restrictedAt }: { userId: string; restrictedAt: string | null }): void {
    this.#ctx.answer.accountId = userId;
    refuseRestricted(restrictedAt);
  }
}
