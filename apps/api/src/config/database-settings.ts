import { parseDatabaseUrl } from '@jarvis/database';
import { z } from 'zod';
import { type Report, text, wholeNumber } from './setting-kinds.ts';

export const databaseVariables = {
  DATABASE_URL: z
    .string()
    .superRefine((value, context) => {
      try {
        parseDatabaseUrl(value);
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as TypeError).message });
      }
    })
    .optional(),
  DATABASE_PASSWORD: text,
  DATABASE_POOL: wholeNumber(1, 1_000).default(10),
  DATABASE_POOLER: z.enum(['none', 'transaction']).default('none'),
};

type Variables = z.infer<z.ZodObject<typeof databaseVariables>>;

export type DatabaseSettings = ReturnType<typeof databaseSettings>;

export function databaseSettings(env: Variables, report: Report) {
  const { DATABASE_URL: url, DATABASE_PASSWORD: password } = env;
  if (password !== undefined && !(url && userWithoutPassword.test(url)))
    report(
      'DATABASE_PASSWORD needs a DATABASE_URL with a user and no password: postgres://user@host/database',
    );
  return {
    /** Undefined: the embedded Postgres in `dataDir`. */
    databaseUrl: withPassword(url, password),
    /** Connections of one process. */
    databasePool: env.DATABASE_POOL,
    /** `transaction`: behind a transaction pooler, which allows no prepared statements. */
    databasePooler: env.DATABASE_POOLER,
  };
}

const userWithoutPassword = /^(postgres(?:ql)?:\/\/[^:@/?#]+)@/;

/** Inserts the unescaped password into the address. */
function withPassword(url: string | undefined, password: string | undefined): string | undefined {
  if (password === undefined) return url;
  const escaped = encodeURIComponent(password);
  return url?.replace(userWithoutPassword, (_match, user: string) => `${user}:${escaped}@`);
}
