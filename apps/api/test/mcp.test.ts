import { readWaitingFiles } from '@jarvis/core';
import { modelForFile } from '@jarvis/testkit/for-file';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { Client } from './support/client.ts';
import { pdf, xlsx } from './support/documents.ts';
import { McpProgram, revisions } from './support/mcp-program.ts';
import { rawRequest } from './support/raw.ts';
import { readHere } from './support/read-here.ts';
import { serviceForFile, startService } from './support/service.ts';

let ada: Client;
let key: Client;
let program: McpProgram;

const model = await modelForFile();
const service = await serviceForFile({ overrides: { model: model.model, reader: readHere } });

beforeEach(async () => {
  ada = await service.signedUp();
  key = await service.withKey(ada);
  program = new McpProgram(key);
});

const names = [
  'list_tasks',
  'add_task',
  'update_task',
  'search_conversations',
  'read_conversation',
  'read_file',
  'ask',
];

describe('the protocol', () => {
  it.for(revisions)('of %s lists the tools in one order and calls them', async (revision) => {
    const older = new McpProgram(key, revision);
    const { status, message } = await older.send('tools/list');
    expect([status, message.result.tools.map(({ name }: { name: string }) => name)]).toEqual([200, names]);
    const added = await older.call('add_task', { title: ' Buy milk ' });
    expect(added.result).toMatchObject({ title: 'Buy milk', status: 'open' });
    expect(JSON.parse(added.text ?? '')).toEqual(added.result);
    expect((await older.call('list_tasks')).result.tasks).toEqual([added.result]);
  });

  it('answers each request of a batch, also one that the batch cancels', async () => {
    const list = (id: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'list_tasks' },
    });
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    const { text } = await key.post('/mcp', [list(1), cancel, list(2)], {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
    });
    const answers = [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data));
    expect(answers.map(({ id, result }) => [id, result.structuredContent]).sort()).toEqual([
      [1, { tasks: [] }],
      [2, { tasks: [] }],
    ]);
  });

  it('begins with the handshake for programs that use it, and with server/discover for others', async () => {
    const older = new McpProgram(key, '2025-06-18');
    const greeting = await older.send('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
    expect(greeting.message.result).toMatchObject({
      protocolVersion: '2025-06-18',
      capabilities: { tools: { listChanged: false } },
      serverInfo: { name: 'jarvis', version: manifest.version },
    });
    expect(greeting.headers.has('mcp-session-id')).toBe(false);
    const { message } = await program.send('server/discover');
    expect(message.result.supportedVersions).toContain('2026-07-28');
  });

  it('reports an unknown method, also by its status, and keeps no stream open', async () => {
    expect(await program.send('tools/burn')).toMatchObject({
      status: 404,
      message: { error: { code: -32601 } },
    });
    for (const notifications of [{ toolsListChanged: true }, {}, 'all'])
      expect(await program.send('subscriptions/listen', { notifications })).toMatchObject({
        status: 404,
        message: { id: 1, error: { code: -32601, message: 'Method not found' } },
      });
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const answer = await key.request(method, '/mcp');
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    }
  });

  it('closes the connection of a program that asks for it', async () => {
    const { headers } = await rawRequest(service.url, '/mcp', {
      method: 'POST',
      headers: [
        ...['Authorization', key.headers.authorization ?? '', 'Content-Type', 'application/json'],
        ...['Accept', 'application/json, text/event-stream', 'Connection', 'close'],
      ],
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    });
    expect(headers).toMatchObject({ 'content-type': 'text/event-stream', connection: 'close' });
  });

  it('answers an invalid message with an error that a program can read', async () => {
    const headers = { accept: 'application/json, text/event-stream' };
    expect((await key.post('/mcp', '{', headers)).body).toMatchObject({ error: { code: -32700 } });
    expect((await key.post('/mcp', '', headers)).status).toBe(400);
    expect((await key.post('/mcp', '[]', headers)).body).toMatchObject({ error: { code: -32600 } });
    expect((await key.post('/mcp', '['.repeat(2_000), headers)).body.error).toContain('nested too deeply');
    expect((await key.post('/mcp', 'x', { ...headers, 'content-type': 'text/plain' })).status).toBe(400);
    expect((await key.post('/mcp', 'x'.repeat(1_100_000), headers)).body.error).toContain('too large');
  });

  it.for(revisions)('of %s has no tool with the name of an inherited property', async (revision) => {
    for (const name of ['__proto__', 'constructor', 'toString', 'no_such_tool']) {
      const { status, message } = await new McpProgram(key, revision).send('tools/call', {
        name,
        arguments: {},
      });
      expect([name, status, message.error?.code]).toEqual([name, expect.any(Number), -32602]);
      expect(status).toBeLessThan(500);
    }
  });

  it('of a large message makes Node warn of no leak', async () => {
    const warnings: string[] = [];
    const note = ({ message }: Error) => void warnings.push(message);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    const large = { title: 'Buy milk', note: 'x'.repeat(20_000) };
    expect((await new McpProgram(key, '2025-06-18').call('add_task', large)).result).toBeDefined();
    expect(warnings).toEqual([]);
  });

  it('describes every tool with flat and true schemas', async () => {
    const { message } = await program.send('tools/list');
    expect(message.result).toMatchObject({ cacheScope: 'private', ttlMs: expect.any(Number) });
    for (const tool of message.result.tools) {
      expect(tool.name).toMatch(/^[A-Za-z0-9_.-]{1,64}$/);
      expect(tool.inputSchema.type).toBe('object');
      expect(tool.outputSchema.type).toBe('object');
      expect(JSON.stringify(tool)).not.toMatch(/anyOf|oneOf|allOf|\$ref|\$defs/);
      for (const field of Object.values<{ type?: string }>(tool.inputSchema.properties)) {
        expect(['string', 'integer', 'array']).toContain(field.type);
      }
      const reads = /^(list|search|read)_/.test(tool.name);
      expect(tool.annotations.readOnlyHint).toBe(reads);
      expect(tool.annotations.openWorldHint).toBe(tool.name === 'ask');
    }
  });
});

describe('the caller', () => {
  it('is known by a key alone, which every message must have', async () => {
    const nobody = await new McpProgram(service.stranger()).send('tools/list');
    expect([nobody.status, nobody.body.error]).toEqual([401, 'Sign in or send an API key.']);
    // A browser's cookie is not read.
    expect((await new McpProgram(ada).send('tools/list')).status).toBe(401);
    const wrong = new Client(service.url, { authorization: 'Bearer asst_wrong' });
    expect(await new McpProgram(wrong).send('initialize')).toMatchObject({
      status: 401,
      body: { error: 'Invalid API key.' },
    });
    const [{ id }] = (await ada.get('/api/keys')).body.keys;
    expect((await program.send('tools/list')).status).toBe(200);
    await ada.delete(`/api/keys/${id}`);
    expect(await program.send('tools/list')).toMatchObject({
      status: 401,
      body: { error: 'Invalid API key.' },
    });
  });

  it('reaches nothing of another account', async () => {
    const { task } = (await ada.post('/api/tasks', { title: 'Buy milk' })).body;
    model.script({ say: 'Hello.' });
    const { conversationId } = (await ada.post('/api/jarvis/chat', { message: 'Hello, I am Ada' })).body;
    const bob = new McpProgram(await service.withKey(await service.signedUp()));
    expect((await bob.call('list_tasks', { status: 'all' })).result).toEqual({ tasks: [] });
    expect((await bob.call('search_conversations', { query: 'Ada' })).result).toEqual({ conversations: [] });
    expect(await bob.call('update_task', { id: task.id, status: 'done' })).toEqual({
      failure: 'Task not found. list_tasks shows the ids.',
    });
    expect(await bob.call('read_conversation', { id: conversationId })).toEqual({
      failure: 'Conversation not found. search_conversations shows the ids.',
    });
    expect((await bob.call('ask', { message: 'Hello', conversationId })).failure).toContain(
      'Conversation not found.',
    );
    const { id } = (await ada.request('POST', '/api/files?name=plan.txt', 'The plan')).body.file;
    for (const failure of [
      (await bob.call('read_file', { id })).failure,
      (await bob.call('ask', { message: 'Hello', files: [id] })).failure,
    ])
      expect(failure).toMatch(/^File not found\./);
    expect((await ada.get('/api/tasks?status=open')).body.tasks).toEqual([task]);
  });

  it('is refused when another site makes a browser send the key', async () => {
    const headers = { accept: 'application/json, text/event-stream' };
    const message = { jsonrpc: '2.0', id: 1, method: 'ping' };
    for (const origin of ['https://evil.example', 'null']) {
      expect((await key.post('/mcp', message, { ...headers, origin })).status).toBe(403);
    }
    expect((await key.post('/mcp', message, { ...headers, origin: service.url })).status).toBe(200);
    expect((await key.post('/mcp', message, headers)).status).toBe(200);
  });

  it.for([
    '/.well-known/openid-configuration',
    '/.well-known/oauth-protected-resource/',
    '/.well-known/oauth-authorization-server/v1',
    '/mcp/.well-known/openid-configuration',
    '/mcp/',
    '/mcp/sse',
  ])('finds neither another discovery document nor a page at %s', async (path) => {
    for (const each of [service.stranger(), key]) {
      const answer = await each.get(path);
      expect([answer.status, answer.body]).toEqual([404, { error: 'This path does not exist.' }]);
    }
  });
});

describe('tasks', () => {
  it('are completed, reopened and renamed', async () => {
    const { id } = (await program.call('add_task', { title: 'Buy milk' })).result;
    const done = await program.call('update_task', { id, status: 'done', title: 'Buy oat milk' });
    expect(done.result).toMatchObject({
      id,
      status: 'done',
      title: 'Buy oat milk',
      completedAt: expect.any(String),
    });
    expect((await program.call('list_tasks')).result).toEqual({ tasks: [] });
    expect((await program.call('list_tasks', { status: 'done' })).result.tasks).toEqual([done.result]);
    const open = await program.call('update_task', { id, status: 'open' });
    expect(open.result).not.toHaveProperty('completedAt');
    expect((await ada.get('/api/tasks')).body.tasks).toMatchObject([
      { id, createdBy: 'user', status: 'open' },
    ]);
  });

  it('have due times, and are found by them', async () => {
    await ada.patch('/api/time-settings', { timeZone: 'Europe/Rome' });
    const wanted = { title: 'Water', due: '2020-01-06T08:00', repeat: 'FREQ=WEEKLY' };
    const added = (await program.call('add_task', wanted)).result;
    expect(added).toMatchObject({ ...wanted, at: '2020-01-06T07:00:00.000Z', overdue: true });
    expect((await program.call('list_tasks', { due: 'overdue' })).result.tasks).toEqual([added]);
    expect((await program.call('list_tasks', { due: 'none' })).result.tasks).toEqual([]);
    const moved = { id: added.id, due: '2999-01-06', timeZone: 'Asia/Tokyo', repeat: 'none' };
    const { result } = await program.call('update_task', moved);
    expect(result).toMatchObject({ due: '2999-01-06', timeZone: 'Asia/Tokyo' });
    for (const gone of ['repeat', 'at', 'overdue']) expect(result).not.toHaveProperty(gone);
    expect((await program.call('update_task', { id: added.id, due: 'none' })).result).not.toHaveProperty(
      'due',
    );
    expect((await program.call('add_task', { title: 'x', due: 'tomorrow' })).failure).toMatch(/local date/);
  });

  it('are listed by pages, with a note on how to continue', async () => {
    for (const title of ['one', 'two', 'three']) await ada.post('/api/tasks', { title });
    const first = (await program.call('list_tasks', { limit: 2 })).result;
    const titles = ({ tasks }: { tasks: { title: string }[] }) => tasks.map(({ title }) => title);
    const last = first.tasks[1].id;
    expect([titles(first), first.more]).toEqual([
      ['three', 'two'],
      `There are more: call again with after "${last}".`,
    ]);
    const rest = (await program.call('list_tasks', { limit: 2, after: last })).result;
    expect([titles(rest), rest.more]).toEqual([['one'], undefined]);
    expect((await program.call('list_tasks', { after: 'x' })).failure).toBe(
      '`after` must be the cursor that the page before ended with.',
    );
  });

  it('are listed, added and changed by a program that fills what it leaves out', async () => {
    for (const blank of [null, '']) {
      const none = { due: blank, timeZone: blank, repeat: blank, repeatFrom: blank };
      const { id } = (await program.call('add_task', { title: 'Water', ...none })).result;
      const done = { id, title: blank, status: 'done', ...none };
      expect((await program.call('update_task', done)).result).toMatchObject({
        id,
        title: 'Water',
        status: 'done',
      });
      const all = { status: blank, due: blank, limit: blank, after: blank };
      expect((await program.call('list_tasks', all)).result).toEqual({ tasks: [] });
    }
  });

  it('that are refused name the field and the reason, in our words', async () => {
    const failures = [
      ['add_task', {}, '`title` is required.'],
      ['add_task', { title: ' ' }, '`title` must not be empty.'],
      ['add_task', { title: 'x'.repeat(201) }, '`title` must have at most 200 characters.'],
      ['add_task', { title: 'half \ud800' }, '`title` must not contain U+0000 or half of a surrogate pair.'],
      ['add_task', { title: 'Call', timeZone: 'Asia/Tokyo' }, 'Send `timeZone` with `due`.'],
      ['update_task', { id: 'x' }, 'Send at least one field to change.'],
      ['update_task', { id: 'x', status: 'done', timeZone: 'Asia/Tokyo' }, 'Send `timeZone` with `due`.'],
      ['update_task', { id: 'x', status: 'later' }, '`status` must be `open` or `done`.'],
      ['list_tasks', { limit: 0 }, '`limit` must be at least 1.'],
      ['list_tasks', { limit: '5' }, '`limit` must be a number.'],
      ['ask', { message: '' }, '`message` must not be empty.'],
    ] as const;
    for (const [name, args, failure] of failures) expect(await program.call(name, args)).toEqual({ failure });
    expect((await ada.get('/api/tasks')).body.tasks).toEqual([]);
  });

  it('count in the same window as over REST, and a refusal says when to retry', async () => {
    for (let count = 0; count < 60; count++) await key.post('/api/tasks', { title: 'Buy milk' });
    const { failure } = await program.call('add_task', { title: 'One too many' });
    expect(failure).toMatch(/^Too many requests\. Try again in .+\.$/);
    expect((await key.post('/api/tasks', { title: 'One too many' })).status).toBe(429);
  });
});

/** The answer of `ask`, in an earlier revision, from its beginning. */
const answering = ({ url, headers }: Client, signal: AbortSignal | null = null): Promise<Response> =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    signal,
    headers: {
      ...headers,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'ask', arguments: { message: 'Hello' } },
    }),
  });

describe('conversations', () => {
  it('are asked in, found by their words, and read', async () => {
    model.script({ say: 'The train leaves at **9:30**.' });
    const asked = await program.call('ask', { message: 'When does the train to Turin leave?' });
    expect(asked.result).toEqual({
      reply: 'The train leaves at **9:30**.',
      conversationId: expect.any(String),
    });
    const id = asked.result.conversationId;
    model.script({ say: 'Every hour.' });
    const again = await program.call('ask', { message: 'And later?', conversationId: id });
    expect(again.result.conversationId).toBe(id);

    const found = (await program.call('search_conversations', { query: 'TURIN' })).result;
    expect(found.conversations).toMatchObject([{ id, excerpt: expect.stringContaining('Turin') }]);
    expect((await program.call('search_conversations')).result.conversations).toMatchObject([{ id }]);
    expect((await program.call('search_conversations', { query: 'Milan' })).result).toEqual({
      conversations: [],
    });

    model.script({ say: 'Turin is in Italy.' });
    await program.call('ask', { message: 'Where is Turin?' });
    for (const query of ['turin', undefined]) {
      const first = (await program.call('search_conversations', { query, limit: 1 })).result;
      const [, after] = /with after "(.+)"\.$/.exec(first.more) ?? [];
      for (const limit of [1, 2])
        expect((await program.call('search_conversations', { query, limit, after })).result).toEqual({
          conversations: [expect.objectContaining({ id })],
        });
    }

    const read = (await program.call('read_conversation', { id })).result;
    expect(read.messages.map(({ content }: { content: string }) => content)).toEqual([
      'When does the train to Turin leave?',
      'The train leaves at **9:30**.',
      'And later?',
      'Every hour.',
    ]);
    const page = (await program.call('read_conversation', { id, limit: 1 })).result;
    expect(page.more).toBe(`Earlier ones: call again with before "${page.messages[0].id}".`);
    const [first, second] = read.messages;
    for (const before of [second.id, second.id.toUpperCase()])
      expect((await program.call('read_conversation', { id, before })).result).toEqual({
        title: read.title,
        messages: [first],
      });
    for (const before of [id, 'the first'])
      expect(await program.call('read_conversation', { id, before })).toEqual({
        failure: 'No message of this conversation has that id: leave it out for the latest ones.',
      });
  });

  it('are read in results that a model can hold, whatever their length', async () => {
    const { conversation } = (await ada.post('/api/conversations', { title: 'Long' })).body;
    for (let count = 0; count < 4; count++) {
      await ada.post(`/api/conversations/${conversation.id}/messages`, { content: `${count}`.repeat(8_000) });
    }
    const { result, text } = await program.call('read_conversation', { id: conversation.id });
    expect(text?.length).toBeLessThan(25_000);
    expect(result.messages.map(({ content }: { content: string }) => content[0])).toEqual(['2', '3']);
    expect(result.more).toMatch(/^Earlier ones/);
  });

  it('are read in parts when one alone is too long', async () => {
    const reply = `.${'𝒳'.repeat(22_000)}`;
    model.script({ say: reply });
    const { conversationId: id } = (await program.call('ask', { message: 'Say much.' })).result;
    let read = '';
    for (let input: Record<string, unknown> | undefined = { id }; input; ) {
      const { result } = await program.call('read_conversation', input);
      expect(result.messages).toHaveLength(1);
      read += result.messages[0].content;
      const [, message, offset] = /with message "(.+)" and offset (\d+)\./.exec(result.more ?? '') ?? [];
      input = message ? { id, message, offset: Number(offset) } : undefined;
    }
    expect(read).toBe(reply);
    for (const message of [id, 'the first'])
      expect(await program.call('read_conversation', { id, message })).toEqual({
        failure: 'No message of this conversation has that id: leave it out for the latest ones.',
      });
  });

  it('show their files, which are read by pages and can be sent with a question', async () => {
    const sentence = 'The weather is fine in this chapter, and so it goes on.\n';
    const pages = Array.from({ length: 30 }, (_, n) => `Chapter ${n + 1}.\n${sentence.repeat(30)}`);
    const { id } = (await ada.request('POST', '/api/files?name=plan.pdf', pdf(pages))).body.file;
    await readWaitingFiles(service.deps);
    model.script({ say: 'A plan.' });
    const asked = (await program.call('ask', { message: 'What is it?', files: [id] })).result;
    expect(model.requests.at(-1)?.messages[0]?.content).toContain('> Chapter 1.');
    const read = (await program.call('read_conversation', { id: asked.conversationId })).result;
    expect(read.messages[0].files).toEqual([{ id, name: 'plan.pdf' }]);
    expect(read.messages[1]).not.toHaveProperty('files');

    const begun = await program.call('read_file', { id });
    expect(begun.result).toMatchObject({ name: 'plan.pdf', pagesInAll: 30 });
    expect(begun.text?.length).toBeLessThan(25_000);
    const [, rest = ''] = /with pages "(.+)"\.$/.exec(begun.result.more) ?? [];
    const next = (await program.call('read_file', { id, pages: rest })).result;
    const shown = [...begun.result.pages, ...next.pages].map(({ page }: { page: number }) => page);
    expect(shown).toEqual(shown.map((_, i) => i + 1));
    expect((await program.call('read_file', { id, pages: '12' })).result.pages).toMatchObject([
      { page: 12, text: expect.stringMatching(/^Chapter 12\./) },
    ]);
    expect((await program.call('read_file', { id, pages: '12', offset: 8 })).result.pages).toMatchObject([
      { page: 12, text: expect.stringMatching(/^12\./) },
    ]);
    expect((await program.call('read_file', { id, pages: 'all' })).failure).toContain('`pages` must be');
    expect((await program.call('read_file', { id, pages: '31' })).failure).toMatch(
      /^Page not found\..*pagesInAll the number of pages/,
    );

    const long = pdf(Array(301).fill('A page with words. '.repeat(10)));
    const manual = (await ada.request('POST', '/api/files?name=long.pdf', long)).body.file.id;
    await readWaitingFiles(service.deps);
    expect((await program.call('read_file', { id: manual, pages: '299-' })).result).toMatchObject({
      pagesInAll: 300,
      more: 'The rest of the document could not be read.',
    });

    // A sheet is one page, however long.
    const rows = Array.from({ length: 6_000 }, (_, n) => `<row r="${n + 1}"><c><v>${n}</v></c></row>`);
    const sheet = xlsx(rows.join(''));
    const costs = (await ada.request('POST', '/api/files?name=costs.xlsx', sheet)).body.file.id;
    await readWaitingFiles(service.deps);
    let text = '';
    for (let input: Record<string, unknown> | undefined = { id: costs }; input; ) {
      const { result } = await program.call('read_file', input);
      expect(result.pages).toHaveLength(1);
      text += result.pages[0].text;
      const [, again, offset] = /with pages "(.+)" and offset (\d+)\.$/.exec(result.more ?? '') ?? [];
      input = again ? { id: costs, pages: again, offset: Number(offset) } : undefined;
    }
    expect(text).toBe((await ada.get(`/api/files/${costs}/text`)).body.text);
    expect(text.length).toBeGreaterThan(40_000);
  });

  it('stop being answered when the program disconnects, and nothing of it is stored', async () => {
    model.script({ hang: true });
    const leaving = new AbortController();
    const asking = answering(key, leaving.signal).then((answer) => answer.text());
    await expect.poll(() => model.waiting).toBe(1);
    leaving.abort();
    await expect(asking).rejects.toThrow();
    await expect.poll(() => model.waiting).toBe(0);
    expect((await ada.get('/api/conversations')).body.conversations).toEqual([]);
  });

  it('are answered to their end during the end of the process', async () => {
    const ending = await startService({ overrides: { model: model.model } });
    const asking = await ending.withKey(await ending.signedUp());
    const thought = Promise.withResolvers<string>();
    model.script({
      by: (async function* () {
        yield await thought.promise;
      })(),
    });
    // Its stream is open from the beginning in this revision.
    const answer = await answering(asking);
    await expect.poll(() => model.waiting).toBe(1);
    const closed = ending.close();
    thought.resolve('At last.');
    expect(await answer.text()).toContain('At last.');
    await closed;
  });

  it('that fail say what to do, and nothing of the cause', async () => {
    model.script({ refuse: 401, message: 'Incorrect API key provided: sk-secret' });
    const { failure } = await program.call('ask', { message: 'Hello' });
    const [, said] = failure?.match(/^(.+\.) \(request [0-9a-f-]{36}\)$/) ?? [];
    expect(said).toEqual(expect.any(String));
    expect(said).not.toMatch(/401|sk-secret|stack|AI_|http/i);
    expect((await ada.get('/api/conversations')).body.conversations).toEqual([]);
  });
});
