import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { initTRPC, TRPCError } from '@trpc/server';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/postgres-js';
import express from 'express';
import helmet from 'helmet';
import pino from 'pino';
import postgres from 'postgres';
import { createOpenApiExpressMiddleware, type OpenApiMeta } from 'trpc-to-openapi';
import { z } from 'zod';

/**
 * The service's libraries, assembled as their guides say and nothing else: Express with helmet and a request log,
 * trpc-to-openapi over tRPC, drizzle's prepared statements over postgres.js. One operation, the list of tasks with a
 * key, on the service's own tables.
 */
const time = (name: string) => timestamp(name, { mode: 'string', withTimezone: true });
const users = pgTable('users', { id: uuid('id').notNull(), restrictedAt: time('restricted_at') });
const keys = pgTable('api_keys', {
  userId: uuid('user_id').notNull(),
  hash: text('hash').notNull(),
  revokedAt: time('revoked_at'),
});
const tasks = pgTable('tasks', {
  id: uuid('id').notNull(),
  userId: uuid('user_id').notNull(),
  title: text('title').notNull(),
  status: text('status', { enum: ['open', 'done'] }).notNull(),
  createdBy: text('created_by').notNull(),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
  completedAt: time('completed_at'),
});

const db = drizzle(
  postgres({
    database: process.env.DATABASE_NAME ?? '',
    host: process.env.DATABASE_HOST ?? '',
    username: process.env.DATABASE_USER ?? '',
    max: 10,
    onnotice: () => {},
  }),
);
const caller = db
  .select({ userId: keys.userId, restrictedAt: users.restrictedAt })
  .from(keys)
  .innerJoin(users, eq(users.id, keys.userId))
  .where(and(eq(keys.hash, sql.placeholder('hash')), isNull(keys.revokedAt)))
  .prepare('caller');
const list = db
  .select({
    id: tasks.id,
    title: tasks.title,
    status: tasks.status,
    createdBy: tasks.createdBy,
    createdAt: tasks.createdAt,
    updatedAt: tasks.updatedAt,
    completedAt: tasks.completedAt,
  })
  .from(tasks)
  .where(eq(tasks.userId, sql.placeholder('userId')))
  .orderBy(desc(tasks.id))
  .limit(1_000)
  .prepare('list');

const t = initTRPC.meta<OpenApiMeta>().context<{ bearer: string | undefined }>().create();
const withKey = t.procedure.use(async ({ ctx, next }) => {
  if (ctx.bearer === undefined) throw new TRPCError({ code: 'UNAUTHORIZED' });
  const [found] = await caller.execute({ hash: createHash('sha256').update(ctx.bearer).digest('hex') });
  if (!found) throw new TRPCError({ code: 'UNAUTHORIZED' });
  return next({ ctx: { userId: found.userId } });
});
const task = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum(['open', 'done']),
  createdBy: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  completedAt: z.string().nullable(),
});
const router = t.router({
  list: withKey
    .meta({ openapi: { method: 'GET', path: '/tasks' } })
    .input(z.object({ status: z.string().optional() }))
    .output(z.object({ tasks: z.array(task) }))
    .query(async ({ ctx }) => ({ tasks: await list.execute({ userId: ctx.userId }) })),
});

const log = pino(pino.destination({ dest: '/dev/null', sync: false }));
const app = express();
app.use(helmet());
app.use((req, res, next) => {
  const startedAt = performance.now();
  res.on('finish', () =>
    log.info({
      method: req.method,
      url: req.path,
      status: res.statusCode,
      ms: performance.now() - startedAt,
    }),
  );
  next();
});
app.use(
  '/api',
  createOpenApiExpressMiddleware({
    router,
    createContext: ({ req }) => ({ bearer: req.headers.authorization?.slice('Bearer '.length) }),
  }),
);
const server = app.listen(0, '127.0.0.1', () =>
  process.send?.({ port: String((server.address() as AddressInfo).port) }),
);
process.on('SIGTERM', () => process.exit(0));
