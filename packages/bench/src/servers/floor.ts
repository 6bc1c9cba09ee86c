import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import postgres from 'postgres';
import { uuidv7 } from 'uuidv7';

/**
 * The floor: handwritten code for these few requests and nothing else. node:http and postgres.js, two prepared
 * queries, key (or session) and then data, and for a write the rate window between them. The same rows, the same
 * indexes and the same answers as the service.
 */
const sql = postgres({
  database: process.env.DATABASE_NAME ?? '',
  host: process.env.DATABASE_HOST ?? '',
  username: process.env.DATABASE_USER ?? '',
  max: 10,
  fetch_types: false,
  onnotice: () => {},
  // Faster than a Date and its toISOString; the service does the same.
  types: { time: { to: 1184, from: [1184], serialize: String, parse: isoTime } },
  connection: { TimeZone: 'UTC' },
});

interface Caller {
  user_id: string;
  restricted_at: string | null;
}

const keyPattern = /^asst_[0-9A-Za-z]{49}$/;

async function callerOf(req: IncomingMessage): Promise<Caller | undefined> {
  const { authorization, cookie } = req.headers;
  if (authorization?.startsWith('Bearer ')) {
    const key = authorization.slice(7);
    if (!keyPattern.test(key)) return undefined;
    const [caller] = await sql<Caller[]>`
      select k.user_id, u.restricted_at from api_keys k join users u on u.id = k.user_id
      where k.hash = ${hash('sha256', key, 'hex')} and k.revoked_at is null`;
    return caller;
  }
  const token = /(?:^|;\s*)jarvis_session=([^;]+)/.exec(cookie ?? '')?.[1];
  if (token === undefined) return undefined;
  const [caller] = await sql<Caller[]>`
    select s.user_id, u.restricted_at from sessions s join users u on u.id = s.user_id
    where s.id = ${hash('sha256', token, 'hex')} and s.expires_at > ${new Date().toISOString()}`;
  return caller;
}

async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const caller = await callerOf(req);
  if (!caller) return send(res, 401, { error: 'Invalid API key.' });
  if (caller.restricted_at !== null) return send(res, 403, { error: 'This account is restricted.' });
  const { user_id } = caller;
  if (req.method === 'GET' && req.url === '/api/tasks') {
    const tasks = await sql`
      select id, title, status, created_by as "createdBy", created_at as "createdAt",
        updated_at as "updatedAt", completed_at as "completedAt"
      from tasks where user_id = ${user_id} order by id desc limit 1000`;
    return send(res, 200, { tasks });
  }
  if (req.method === 'GET' && req.url === '/api/conversations') {
    const conversations = await sql`
      select id, title, created_at as "createdAt", updated_at as "updatedAt" from conversations
      where user_id = ${user_id} and last_message_at is not null
      order by updated_at desc, id desc limit 100`;
    return send(res, 200, { conversations });
  }
  if (req.method === 'POST' && req.url === '/api/tasks') {
    if (!(await countInWindow(user_id))) return send(res, 429, { error: 'Too many requests.' });
    const body = JSON.parse(await read(req)) as { title?: unknown };
    const title = typeof body.title === 'string' ? body.title.trim().normalize('NFC') : '';
    if (title.length < 1 || title.length > 200) return send(res, 400, { error: 'Title is not valid.' });
    const now = new Date().toISOString();
    const [task] = await sql`
      insert into tasks (user_id, id, title, status, created_by, created_at, updated_at)
      values (${user_id}, ${uuidv7()}, ${title}, 'open', 'user', ${now}, ${now})
      returning id, title, status, created_by as "createdBy", created_at as "createdAt",
        updated_at as "updatedAt", completed_at as "completedAt"`;
    return send(res, 201, { task });
  }
  if (req.method === 'POST' && req.url === '/api/jarvis/chat') {
    if (!(await countInWindow(user_id))) return send(res, 429, { error: 'Too many requests.' });
    return chat(res, user_id, JSON.parse(await read(req)) as { message: string; conversationId: string });
  }
  send(res, 404, { error: 'This path does not exist.' });
}

/** A turn in an existing conversation: its newest messages, the model's streamed answer, both messages stored. */
async function chat(
  res: ServerResponse,
  userId: string,
  { message, conversationId }: { message: string; conversationId: string },
): Promise<void> {
  const history = await sql`
    select role, content from messages where user_id = ${userId} and conversation_id = ${conversationId}
    order by place desc limit 200`;
  if (history.length === 0) return send(res, 404, { error: 'This conversation does not exist.' });
  const asked = { role: 'user', content: message };
  const response = await fetch(`${process.env.MODEL_BASE_URL}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'stub', stream: true, messages: [...history.reverse(), asked] }),
  });
  const said = response.body?.pipeThrough(new TextDecoderStream()) ?? [];
  let reply = '';
  let rest = '';
  for await (const text of said) {
    const lines = (rest + text).split('\n\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === 'data: [DONE]') continue;
      const { choices } = JSON.parse(line.slice('data: '.length)) as Chunk;
      reply += choices[0]?.delta.content ?? '';
    }
  }
  const now = new Date().toISOString();
  await sql`
    with touched as (
      update conversations set updated_at = ${now}, last_message_at = ${now}, message_count = message_count + 2
      where user_id = ${userId} and id = ${conversationId} returning message_count
    )
    insert into messages (user_id, id, conversation_id, place, role, content, policy_denied, created_at)
    select ${userId}::uuid, id, ${conversationId}::uuid, message_count - 1 + n, role, content, false, ${now}::timestamptz
    from touched, (values
      (0, ${uuidv7()}::uuid, 'user', ${message}), (1, ${uuidv7()}::uuid, 'assistant', ${reply})
    ) as turn (n, id, role, content)`;
  send(res, 200, { reply, conversationId });
}

interface Chunk {
  readonly choices: readonly { readonly delta: { readonly content?: string } }[];
}

async function countInWindow(subject: string): Promise<boolean> {
  const now = new Date();
  const cutoff = new Date(now.getTime() - 60_000).toISOString();
  const [row] = await sql`
    insert into rate_windows as w (subject, name, started_at, count)
    select ${subject}, 'floor', ${now.toISOString()}, 1 from set_config('synchronous_commit', 'off', true)
    on conflict (subject, name) do update set
      count = case when w.started_at <= ${cutoff} then 1 else w.count + 1 end,
      started_at = case when w.started_at <= ${cutoff} then excluded.started_at else w.started_at end
    where w.started_at <= ${cutoff} or w.count < 1000000000
    returning count`;
  return row !== undefined;
}

async function read(req: IncomingMessage): Promise<string> {
  let text = '';
  req.setEncoding('utf8');
  for await (const chunk of req) text += chunk;
  return text;
}

function send(res: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  res.end(text);
}

/** `2026-01-31 09:30:00.12+00` → `2026-01-31T09:30:00.120Z` */
function isoTime(text: string): string {
  const fraction = text.slice(20, -3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0')}Z`;
}

const server = createServer((req, res) => {
  answer(req, res).catch((error: unknown) => {
    console.error(error);
    send(res, 500, { error: 'Something went wrong.' });
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: String((server.address() as AddressInfo).port) }));
process.on('SIGTERM', () => process.exit(0));
