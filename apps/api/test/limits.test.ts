import { limits } from '@jarvis/contract';
import { modelForFile } from '@jarvis/testkit/for-file';
import { beforeEach, describe, expect, it } from 'vitest';
import { remember } from './support/belongings.ts';
import type { ClientAnswer } from './support/client.ts';
import { serviceForFile } from './support/service.ts';

let registered = 0;

const model = await modelForFile();
const service = await serviceForFile({ overrides: { model: model.model } });
const ada = await service.signedUp();
const conversation = (await ada.post('/api/conversations', {})).body.conversation.id;
const task = (await ada.post('/api/tasks', { title: 'Task' })).body.task.id;
const memory = await remember(service, ada);

beforeEach(() => service.deps.clock.advance(901));

interface Field {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly success: number;
  send(text: string): Promise<ClientAnswer>;
  read(answer: ClientAnswer): string;
  /** Stored in NFC. */
  readonly tidy: boolean;
  readonly singleLine?: true;
}

const password = 'correct horse battery';

/** Specification: Limits. */
const fields: readonly Field[] = [
  {
    name: 'message to the assistant',
    min: 1,
    max: limits.chatMessageCharsMax,
    success: 200,
    send: (message) => ada.post('/api/jarvis/chat', { message }),
    read: ({ body }) => (body.reply === 'OK.' ? '' : body.reply),
    tidy: false,
  },
  {
    name: 'prior message of a stateless chat',
    min: 1,
    max: limits.chatMessageCharsMax,
    success: 200,
    send: (content) =>
      ada.post('/api/jarvis/chat', { message: 'Hello', messages: [{ role: 'user', content }] }),
    read: () => '',
    tidy: false,
  },
  {
    name: 'stored message content',
    min: 1,
    max: limits.messageCharsMax,
    success: 201,
    send: (content) => ada.post(`/api/conversations/${conversation}/messages`, { content }),
    read: ({ body }) => body.message.content,
    tidy: false,
  },
  {
    name: 'title of a new conversation',
    min: 0,
    max: 80,
    success: 201,
    send: (title) => ada.post('/api/conversations', { title }),
    read: ({ body }) => body.conversation.title,
    tidy: true,
  },
  {
    name: 'new title of a conversation',
    min: 1,
    max: 80,
    success: 200,
    send: (title) => ada.patch(`/api/conversations/${conversation}`, { title }),
    read: ({ body }) => body.conversation.title,
    tidy: true,
    singleLine: true,
  },
  {
    name: 'title of a new task',
    min: 1,
    max: 200,
    success: 201,
    send: (title) => ada.post('/api/tasks', { title }),
    read: ({ body }) => body.task.title,
    tidy: true,
  },
  {
    name: 'title of a task',
    min: 1,
    max: 200,
    success: 200,
    send: (title) => ada.patch(`/api/tasks/${task}`, { title }),
    read: ({ body }) => body.task.title,
    tidy: true,
  },
  {
    name: 'content of a memory',
    min: 4,
    max: 500,
    success: 200,
    send: (content) => ada.patch(`/api/memories/${memory}`, { content }),
    read: ({ body }) => body.memory.content,
    tidy: true,
    singleLine: true,
  },
  {
    name: 'name of a key',
    min: 0,
    max: 40,
    success: 200,
    send: (name) => ada.post('/api/keys', { name }),
    read: ({ body }) => body.name,
    tidy: true,
  },
  {
    name: 'display name',
    min: 0,
    max: 64,
    success: 200,
    send: (displayName) => ada.patch('/api/auth/profile', { displayName }),
    read: ({ body }) => body.user.displayName,
    tidy: true,
  },
  {
    name: 'display name at registration',
    min: 0,
    max: 64,
    success: 201,
    send: (displayName) =>
      service.stranger().post('/api/auth/register', {
        email: `limits-${++registered}@example.org`,
        password,
        confirmPassword: password,
        displayName,
      }),
    read: () => '',
    tidy: true,
  },
];

/** One code point each, with one, two, three and four bytes; the last is two code units. */
const letters = ['a', 'ü', '日', '😀'];

describe.for(fields)('$name: $min-$max characters', (field) => {
  it.for(letters)('counts %s as one', async (letter) => {
    if (field.max > 0) {
      const full = letter.repeat(field.max);
      const answer = await field.send(full);
      expect(answer.status).toBe(field.success);
      if (field.read(answer) !== '') expect(field.read(answer)).toBe(full);
      expect((await field.send(letter.repeat(field.max + 1))).status).toBe(400);
    }
    if (field.min > 0) {
      expect((await field.send(letter.repeat(field.min))).status).toBe(field.success);
      expect((await field.send(letter.repeat(field.min - 1))).status).toBe(400);
    }
  });

  it('counts after trimming', async () => {
    const answer = await field.send(` \t\n\u00a0\u3000${'x'.repeat(field.max)}\u2028 `);
    expect(answer.status).toBe(field.success);
    if (field.read(answer) !== '') expect(field.read(answer)).toBe('x'.repeat(field.max));
    const blank = await field.send(' \t\r\n\u00a0\ufeff\u3000');
    expect(blank.status).toBe(field.min === 0 ? field.success : 400);
  });

  it(field.tidy ? 'counts and keeps NFC' : 'keeps what was written, composed or not', async () => {
    const decomposed = 'e\u0301'.repeat(field.max / 2);
    const answer = await field.send(decomposed);
    expect(answer.status).toBe(field.success);
    if (field.read(answer) !== '') {
      expect(field.read(answer)).toBe(field.tidy ? decomposed.normalize('NFC') : decomposed);
    }
    const twice = await field.send('e\u0301'.repeat(field.max));
    expect(twice.status).toBe(field.tidy ? field.success : 400);
  });

  it.for([
    ['U+0000', 'nul\u0000inside'],
    ['a lone high surrogate', 'high\ud83dinside'],
    ['a lone low surrogate', 'low\ude00inside'],
    ['a swapped pair', 'swapped\ude00\ud83d'],
  ])('refuses %s and says so', async ([, text]) => {
    const answer = await field.send(text ?? '');
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain('U+0000');
  });

  it(field.singleLine ? 'is a single line without control characters' : 'keeps line breaks', async () => {
    for (const breaker of [
      '\n',
      '\r',
      '\t',
      '\u0001',
      '\u001f',
      '\u007f',
      '\u0085',
      '\u009f',
      '\u2028',
      '\u2029',
    ]) {
      service.deps.clock.advance(61);
      const answer = await field.send(`first${breaker}second`);
      expect(answer.status, JSON.stringify(breaker)).toBe(field.singleLine ? 400 : field.success);
    }
  });
});

describe('prior messages of a stateless chat: at most 100', () => {
  const chat = (messages: unknown) => ada.post('/api/jarvis/chat', { message: 'Hello', messages });
  const prior = (count: number) =>
    Array.from({ length: count }, (_, number) => ({
      role: number % 2 === 0 ? 'user' : 'assistant',
      content: `Message ${number}`,
    }));

  it('may be none, and at most 100', async () => {
    for (const count of [0, 1, 100]) expect((await chat(prior(count))).status).toBe(200);
    expect((await chat(prior(101))).status).toBe(400);
  });

  it.for([
    'text',
    {},
    null,
    [null],
    ['text'],
    [{}],
    [{ role: 'user' }],
    [{ role: 'system', content: 'Hello' }],
    [{ role: 'tool', content: 'Hello' }],
    [{ role: 'user', content: ['Hello'] }],
    [{ role: 'user', content: '' }],
    [{ role: 'user', content: 'Hello' }, { content: 'Hello' }],
  ])('refuse %j', async (messages) => {
    const answer = await chat(messages);
    expect(answer.status).toBe(400);
    expect(answer.body.issues[0].path).toMatch(/^messages/);
  });

  it('are not read beside a conversation', async () => {
    const { conversationId } = (await ada.post('/api/jarvis/chat', { message: 'Hello' })).body;
    for (const messages of [prior(101), [{ role: 'tool' }], null]) {
      const body = { message: 'Hello', conversationId, messages };
      expect((await ada.post('/api/jarvis/chat', body)).status).toBe(200);
      const stream = await ada.post('/api/jarvis/chat', body, { accept: 'text/event-stream' });
      expect(stream.status).toBe(200);
    }
  });
});

describe('search of conversations: up to 80 characters', () => {
  it.for(letters)('counts %s as one', async (letter) => {
    const search = (q: string) => ada.get(`/api/conversations?q=${encodeURIComponent(q)}`);
    expect((await search(letter.repeat(80))).status).toBe(200);
    expect((await search(`  ${letter.repeat(80)} `)).status).toBe(200);
    expect((await search(letter.repeat(81))).status).toBe(400);
  });

  it('refuses U+0000', async () => {
    expect((await ada.get('/api/conversations?q=a%00b')).status).toBe(400);
  });
});

describe('passwords: 8-128 characters of any kind', () => {
  const register = (chosen: string, confirmPassword = chosen) =>
    service.stranger().post('/api/auth/register', {
      email: `password-${++registered}@example.org`,
      password: chosen,
      confirmPassword,
    });

  it.for(letters)('counts %s as one', async (letter) => {
    expect((await register(letter.repeat(8))).status).toBe(201);
    expect((await register(letter.repeat(128))).status).toBe(201);
    expect((await register(letter.repeat(7))).status).toBe(400);
    expect((await register(letter.repeat(129))).status).toBe(400);
  });

  it('are taken unchanged: spaces, control characters, composition, marks', async () => {
    const email = 'as-it-is@example.org';
    const chosen = `  \t\u0007e\u0301 \u{1F600}"'<\u00e9>\u200B ${'x'.repeat(100)} `;
    const fields = { email, password: chosen, confirmPassword: chosen };
    expect((await service.stranger().post('/api/auth/register', fields)).status).toBe(201);
    const login = (attempt: string) =>
      service.stranger().post('/api/auth/login', { email, password: attempt });
    expect((await login(chosen)).status).toBe(200);
    expect((await login(chosen.trim())).status).toBe(401);
    expect((await login(chosen.normalize('NFC'))).status).toBe(401);
    expect((await login(chosen.normalize('NFD'))).status).toBe(401);
    expect((await login(chosen.toUpperCase())).status).toBe(401);
  });

  it('must be confirmed exactly', async () => {
    const answer = await register('correct horse', 'correct horse ');
    expect(answer.status).toBe(400);
    expect(answer.body.issues).toEqual([
      { path: 'confirmPassword', message: '`confirmPassword` must equal `password`.' },
    ]);
  });
});

describe('e-mail addresses: up to 254 characters', () => {
  const register = (email: unknown) =>
    service.stranger().post('/api/auth/register', { email, password, confirmPassword: password });
  const long = (length: number) => {
    const local = 'a'.repeat(64);
    const domain = `${'b'.repeat(61)}.${'c'.repeat(61)}.${'d'.repeat(61)}`;
    return `${local}@${domain}.${'e'.repeat(length - local.length - domain.length - 2)}`;
  };

  it.for([
    long(254),
    'a@b.co',
    'first.last+tag@sub.example.org',
    "o'hara_{}|~!#$%&*/=?^`-@example.org",
    'jürgen@bücher.example',
    '用户@例子.公司',
    ' padded@example.org ',
  ])('take %s', async (email) => {
    const answer = await register(email);
    expect(answer.status).toBe(201);
    expect(answer.body.user.email).toBe(email.trim());
  });

  it.for([
    long(255),
    '',
    '   ',
    'plain',
    '@example.org',
    'nobody@',
    'nobody@localhost',
    'two@@example.org',
    'a b@example.org',
    'dots..twice@example.org',
    '.first@example.org',
    'last.@example.org',
    'x@-dash.org',
    'x@dash-.org',
    'x@example..org',
    'x@.example.org',
    'line\nbreak@example.org',
    'x@example.org\r\nBcc: y@example.org',
    '<x@example.org>',
    'x@example.org, y@example.org',
    `${'a'.repeat(65)}@example.org`,
    'nul\u0000@example.org',
    null,
    7,
    ['x@example.org'],
    { email: 'x@example.org' },
  ])('refuse %j', async (email) => {
    const answer = await register(email);
    expect(answer.status).toBe(400);
    expect(answer.body.issues[0].path).toBe('email');
    expect((await service.stranger().post('/api/auth/forgot', { email })).status).toBe(400);
  });
});
