import type { AddressInfo } from 'node:net';
import { apiKey } from '@better-auth/api-key';
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { fromNodeHeaders } from 'better-auth/node';
import { desc, eq } from 'drizzle-orm';
import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/postgres-js';
import fastify, { type FastifyRequest, type FastifySchema } from 'fastify';
import postgres from 'postgres';

/**
 * The same requests with well-known libraries, each used as its guide says: Fastify with a response schema, drizzle,
 * better-auth with its drizzle adapter, e-mail and password, and its API-key plugin (without its own rate limit of
 * ten requests a day). `assembled.sql` makes the tables, with their indexes and references.
 */
const user = pgTable('user', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').default(false).notNull(),
  image: text('image'),
  createdAt: timestamp('created_at').defaultNow().notNull(),
  updatedAt: timestamp('updated_at').defaultNow().notNull(),
});
const session = pgTable('session', {
  id: text('id').primaryKey(),
  expiresAt: timestamp('expires_at').notNull(),
  token: text('token').notNull().unique(),
  createdAt: timestamp('created_at').defaultNow().notNull(),
  updatedAt: timestamp('updated_at').notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  userId: text('user_id').notNull(),
});
const account = pgTable('account', {
  id: text('id').primaryKey(),
  accountId: text('account_id').notNull(),
  providerId: text('provider_id').notNull(),
  userId: text('user_id').notNull(),
  accessToken: text('access_token'),
  refreshToken: text('refresh_token'),
  idToken: text('id_token'),
  accessTokenExpiresAt: timestamp('access_token_expires_at'),
  refreshTokenExpiresAt: timestamp('refresh_token_expires_at'),
  scope: text('scope'),
  password: text('password'),
  createdAt: timestamp('created_at').defaultNow().notNull(),
  updatedAt: timestamp('updated_at').notNull(),
});
const verification = pgTable('verification', {
  id: text('id').primaryKey(),
  identifier: text('identifier').notNull(),
  value: text('value').notNull(),
  expiresAt: timestamp('expires_at').notNull(),
  createdAt: timestamp('created_at').defaultNow().notNull(),
  updatedAt: timestamp('updated_at').defaultNow().notNull(),
});
const apikey = pgTable('apikey', {
  id: text('id').primaryKey(),
  configId: text('config_id').notNull().default('default'),
  name: text('name'),
  start: text('start'),
  referenceId: text('reference_id').notNull(),
  prefix: text('prefix'),
  key: text('key').notNull(),
  refillInterval: integer('refill_interval'),
  refillAmount: integer('refill_amount'),
  lastRefillAt: timestamp('last_refill_at'),
  enabled: boolean('enabled').default(true),
  rateLimitEnabled: boolean('rate_limit_enabled').default(true),
  rateLimitTimeWindow: integer('rate_limit_time_window'),
  rateLimitMax: integer('rate_limit_max'),
  requestCount: integer('request_count').default(0),
  remaining: integer('remaining'),
  lastRequest: timestamp('last_request'),
  expiresAt: timestamp('expires_at'),
  createdAt: timestamp('created_at').notNull(),
  updatedAt: timestamp('updated_at').notNull(),
  permissions: text('permissions'),
  metadata: text('metadata'),
});
const tasks = pgTable('tasks', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  title: text('title').notNull(),
  status: text('status').notNull(),
  createdBy: text('created_by').notNull(),
  createdAt: timestamp('created_at', { precision: 3 }).notNull(),
  updatedAt: timestamp('updated_at', { precision: 3 }).notNull(),
  completedAt: timestamp('completed_at', { precision: 3 }),
});
const conversations = pgTable('conversations', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  title: text('title').notNull(),
  createdAt: timestamp('created_at', { precision: 3 }).notNull(),
  updatedAt: timestamp('updated_at', { precision: 3 }).notNull(),
});
const rateWindows = pgTable('rate_windows', {
  userId: text('user_id').primaryKey(),
  startedAt: timestamp('started_at', { precision: 3 }).notNull(),
  count: integer('count').notNull(),
});

const schema = { user, session, account, verification, apikey, tasks, conversations, rateWindows };
const client = postgres({
  database: process.env.DATABASE_NAME ?? '',
  host: process.env.DATABASE_HOST ?? '',
  username: process.env.DATABASE_USER ?? '',
  onnotice: () => {},
});
const db = drizzle(client, { schema });

const auth = betterAuth({
  baseURL: 'http://127.0.0.1',
  secret: 'a secret for a benchmark on loopback only',
  database: drizzleAdapter(db, { provider: 'pg', schema }),
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  plugins: [apiKey({ rateLimit: { enabled: false } })],
});

const app = fastify();
/** Untyped, so that a handler may answer another status, too. */
const answering = (status: number, properties: object): FastifySchema => ({
  response: { [status]: { type: 'object', properties } },
});
const timestampSchema = { type: 'string', format: 'date-time' };
const conversationSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    title: { type: 'string' },
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  },
};
const taskSchema = {
  type: 'object',
  properties: {
    ...conversationSchema.properties,
    status: { type: 'string' },
    createdBy: { type: 'string' },
    completedAt: { ...timestampSchema, nullable: true },
  },
};

async function userIdOf(headers: FastifyRequest['headers']): Promise<string | undefined> {
  const { authorization } = headers;
  if (authorization?.startsWith('Bearer ')) {
    const { valid, key } = await auth.api.verifyApiKey({ body: { key: authorization.slice(7) } });
    return valid ? key?.referenceId : undefined;
  }
  const found = await auth.api.getSession({ headers: fromNodeHeaders(headers) });
  return found?.user.id;
}

app.get(
  '/api/tasks',
  { schema: answering(200, { tasks: { type: 'array', items: taskSchema } }) },
  async (request, reply) => {
    const userId = await userIdOf(request.headers);
    if (!userId) return reply.code(401).send({ error: 'Invalid API key.' });
    return {
      tasks: await db
        .select()
        .from(tasks)
        .where(eq(tasks.userId, userId))
        .orderBy(desc(tasks.id))
        .limit(1_000),
    };
  },
);

app.get(
  '/api/conversations',
  { schema: answering(200, { conversations: { type: 'array', items: conversationSchema } }) },
  async (request, reply) => {
    const userId = await userIdOf(request.headers);
    if (!userId) return reply.code(401).send({ error: 'Invalid API key.' });
    return {
      conversations: await db
        .select()
        .from(conversations)
        .where(eq(conversations.userId, userId))
        .orderBy(desc(conversations.updatedAt), desc(conversations.id))
        .limit(100),
    };
  },
);

app.post<{ Body: { title: string } }>(
  '/api/tasks',
  {
    schema: {
      body: {
        type: 'object',
        required: ['title'],
        properties: { title: { type: 'string', minLength: 1, maxLength: 200 } },
      },
      response: { 201: { type: 'object', properties: { task: taskSchema } } },
    },
  },
  async (request, reply) => {
    const userId = await userIdOf(request.headers);
    if (!userId) return reply.code(401).send({ error: 'Invalid API key.' });
    const now = new Date();
    const allowed = await db.transaction(async (tx) => {
      const [window] = await tx
        .select()
        .from(rateWindows)
        .where(eq(rateWindows.userId, userId))
        .for('update');
      const count = window && window.startedAt.getTime() > now.getTime() - 60_000 ? window.count + 1 : 1;
      const startedAt = count === 1 || !window ? now : window.startedAt;
      await tx
        .insert(rateWindows)
        .values({ userId, startedAt, count })
        .onConflictDoUpdate({ target: rateWindows.userId, set: { startedAt, count } });
      return count <= 1_000_000_000;
    });
    if (!allowed) return reply.code(429).send({ error: 'Too many requests.' });
    const [task] = await db
      .insert(tasks)
      .values({
        id: crypto.randomUUID(),
        userId,
        title: request.body.title,
        status: 'open',
        createdBy: 'user',
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    return reply.code(201).send({ task });
  },
);

/** A person with a key, a session, and the given numbers of tasks and conversations. */
async function person(name: string, taskCount: number, conversationCount: number) {
  const { headers, response } = await auth.api.signUpEmail({
    body: { name, email: `${name}@example.org`, password: 'correct horse battery' },
    returnHeaders: true,
  });
  const userId = response.user.id;
  const created = await auth.api.createApiKey({ body: { userId, name: 'bench', prefix: 'asst_' } });
  await client`
    insert into tasks select lpad(n::text, 36, '0'), ${userId}, 'Task number ' || n || ' of this account',
      'open', 'user', now(), now(), null from generate_series(1, ${taskCount}::int) n`;
  await client`
    insert into conversations select lpad(n::text, 36, '0') || ${userId}, ${userId}, 'Conversation number ' || n,
      now() - n * interval '1 minute', now() - n * interval '1 minute'
    from generate_series(1, ${conversationCount}::int) n`;
  return { [`${name}Key`]: created.key, [`${name}Cookie`]: headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

const people = { ...(await person('few', 20, 0)), ...(await person('many', 0, 10_000)) };
await client`analyze`;
await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ port: String((app.server.address() as AddressInfo).port), ...people });
process.on('SIGTERM', () => process.exit(0));
