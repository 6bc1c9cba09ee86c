import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { readWaitingFiles } from '@jarvis/core';
import { serve } from '@jarvis/testkit';
import { databaseForFile, modelForFile } from '@jarvis/testkit/for-file';
import { generateText } from 'ai';
import { afterEach, describe, expect, it } from 'vitest';
import { pdf } from './support/documents.ts';
import { readHere } from './support/read-here.ts';
import { serviceForFile } from './support/service.ts';

const model = await modelForFile();
const db = await databaseForFile();
const service = await serviceForFile({ db, overrides: { model: model.model, reader: readHere } });
const ada = await service.signedUp();
const key = await service.withKey(ada);
afterEach(async () => {
  service.deps.clock.advance(3_601);
  model.reset();
  for (const { id } of await files()) await ada.delete(`/api/files/${id}`);
});

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const urlOf = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`;
const seen = (bytes: Buffer, type = 'image/png') => ({
  type: 'image_url',
  image_url: { url: urlOf(bytes, type) },
});
const text = (words: string) => ({ type: 'text', text: words });
const user = (...content: object[]) => ({ role: 'user', content });

const complete = (fields: object) => key.post('/v1/chat/completions', { model: 'jarvis', ...fields });
const respond = (fields: object) => key.post('/v1/responses', { model: 'jarvis', ...fields });
const files = async (): Promise<{ id: string; name: string; conversationId: string | null }[]> =>
  (await ada.get('/api/files')).body.files;
const asked = (n = -1) => model.requests.at(n)?.messages.filter(({ role }) => role !== 'system') ?? [];
const instructions = () =>
  String(model.requests.at(-1)?.messages.find(({ role }) => role === 'system')?.content ?? '');

describe('a picture in a completion', () => {
  it('reaches the model byte for byte, each in its message, and nothing of it is stored', async () => {
    const { status } = await complete({
      messages: [
        user(text('This is Tom.'), seen(gif, 'image/gif')),
        { role: 'assistant', content: 'I see.' },
        user({ type: 'image_url', image_url: urlOf(png) }, text('And this?')),
      ],
    });
    expect(status).toBe(200);
    expect(asked()).toEqual([
      user(seen(gif, 'image/gif'), text('This is Tom.')),
      { role: 'assistant', content: 'I see.' },
      user(seen(png), text('And this?')),
    ]);
    expect(await files()).toEqual([]);
  });

  it('without words is sent with its name', async () => {
    await complete({ messages: [user(seen(png))] });
    expect(asked()).toEqual([user(seen(png), text('picture-1.png'))]);
  });

  it('is shown to the bare model, too, without instructions', async () => {
    await key.post('/v1/chat/completions', {
      model: 'jarvis-plain',
      messages: [user(text('What is it?'), seen(png))],
    });
    expect(model.requests.at(-1)?.messages).toEqual([user(seen(png), text('What is it?'))]);
  });

  it('that the model refuses ends neither this reply nor a later one', async () => {
    model.otherwise = ({ messages }) =>
      messages.some(({ content }) => Array.isArray(content)) ? { refuse: 400 } : { say: 'Sorry.' };
    const messages = [
      user(text('Tom.'), seen(gif)),
      { role: 'assistant', content: 'Yes.' },
      user(text('And?')),
    ];
    const { body } = await complete({ messages });
    expect(body.choices[0].message.content).toMatch(
      /^The connected model does not take pictures .*\n\nSorry\.$/,
    );
    expect(asked()).toMatchObject([{ content: 'Tom.' }, { content: 'Yes.' }, { content: 'And?' }]);
    service.deps.clock.advance(3_601);
    const json = { type: 'json_object' };
    model.otherwise = ({ messages }) =>
      messages.some(({ content }) => Array.isArray(content)) ? { refuse: 400 } : { say: '{}' };
    const whole = await complete({ messages, response_format: json });
    expect(whole.body.choices[0].message.content).toBe('{}');
  });

  it('of a stored exchange is a file of its conversation; one of a failed exchange is not', async () => {
    const fields = { store: true, messages: [user(text('Look'), seen(png))] };
    const { body } = await complete(fields);
    expect(asked()).toEqual([user(seen(png), text('Look'))]);
    expect(await files()).toMatchObject([
      { name: 'picture-1.png', mediaType: 'image/png', conversationId: body.conversation.id },
    ]);
    await ada.delete(`/api/conversations/${body.conversation.id}`);
    expect(await files()).toEqual([]);
    model.otherwise = () => ({ refuse: 500 });
    expect((await complete(fields)).status).toBeGreaterThanOrEqual(500);
    expect(await files()).toEqual([]);
  });
});

describe('a document', () => {
  const doc = pdf(['The train leaves at nine from platform four, and it is never late.']);

  it('is read in memory when nothing is stored, by its name, and its text is data', async () => {
    const file = { filename: 'plan.pdf', file_data: urlOf(doc, 'application/pdf') };
    await complete({ messages: [user({ type: 'file', file }, text('When?'))] });
    expect(asked()).toEqual([{ role: 'user', content: 'When?' }]);
    expect(instructions()).toContain(
      '- “plan.pdf” (application/pdf, 1 pages)\n[plan.pdf, p. 1]\n> The train leaves',
    );
    await key.post('/v1/responses', {
      model: 'jarvis-plain',
      store: false,
      input: [user({ type: 'input_file', file_data: doc.toString('base64') }, text('When?'))],
    });
    expect(instructions()).toMatch(
      /^What stands between the marks .*\n.*\n<files>\n- “file\.pdf”[\s\S]*train leaves/,
    );
    expect(await files()).toEqual([]);
  });

  it('that does not fit is shown by its beginning and the matching passages', async () => {
    const pages = Array.from({ length: 120 }, (_, n) => `Chapter ${n} tells of the weather.\n`.repeat(40));
    pages[77] += 'The turbopump is lubricated with krytox every spring.';
    const file = { filename: 'manual.pdf', file_data: urlOf(pdf(pages), 'application/pdf') };
    Object.assign(service.deps.settings, { modelContextTokens: 4_000 });
    await complete({ messages: [user({ type: 'file', file }, text('What lubricates the turbopump?'))] });
    Object.assign(service.deps.settings, { modelContextTokens: 32_000 });
    expect(instructions()).toContain('- “manual.pdf” (application/pdf, 120 pages) (parts of it)');
    expect(instructions()).toMatch(/\[manual\.pdf, p\. 78\]\n(?:> .*\n)*> .*krytox/);
    expect(instructions().length).toBeLessThan(4_000 * 4);
  });

  it('of a stored response is a file of its conversation, and shown with the next one', async () => {
    const input = [
      user({ type: 'input_file', filename: 'plan.txt', file_data: btoa('The cat is Mia.') }, text('Who?')),
    ];
    const reading = respond({ input });
    await expect.poll(async () => (await files()).length).toBe(1);
    await readWaitingFiles(service.deps);
    const { body } = await reading;
    expect(instructions()).toContain('> The cat is Mia.');
    expect(await files()).toMatchObject([{ name: 'plan.txt', conversationId: body.conversation.id }]);
    await respond({ input: 'And?', previous_response_id: body.id });
    expect(instructions()).toContain('> The cat is Mia.');
    await ada.delete(`/api/conversations/${body.conversation.id}`);
  });
});

it('stored files are named by their ids, and only the account’s own', async () => {
  const mine = await ada.request('POST', '/api/files?name=plan.png', png);
  const other = await (await service.signedUp()).request('POST', '/api/files?name=plan.png', png);
  const picture = (id: string) =>
    respond({ input: [user({ type: 'input_image', file_id: id }, text('Look'))] });
  expect((await picture(other.body.file.id)).body.error.message).toBe('File not found.');
  expect((await picture('file-1')).status).toBe(404);
  const { body } = await picture(mine.body.file.id);
  expect(asked()).toEqual([user(seen(png), text('Look'))]);
  expect(await files()).toMatchObject([{ id: mine.body.file.id, conversationId: body.conversation.id }]);
  await ada.delete(`/api/conversations/${body.conversation.id}`);
  // A file that an earlier message named may be deleted, or from elsewhere.
  const before = ['file-1', other.body.file.id].map((id) => user({ type: 'file', file: { file_id: id } }));
  const said = { role: 'assistant', content: 'I see.' };
  expect((await complete({ messages: [...before, said, user(text('And?'))] })).status).toBe(200);
});

it('a response that waits for a program’s tool keeps its pictures, and those of the tool’s result', async () => {
  const parameters = { type: 'object', properties: {} };
  const tools = [{ type: 'function', name: 'look', parameters }];
  const input = [user({ type: 'input_image', image_url: urlOf(png) }, text('Compare'))];
  model.script({ call: [{ tool: 'look', input: {} }] });
  const { body } = await respond({ input, tools });
  const { call_id } = body.output.find(({ type }: { type: string }) => type === 'function_call');
  const output = [{ type: 'input_image', image_url: urlOf(gif, 'image/gif') }];
  const next = await respond({
    input: [{ type: 'function_call_output', call_id, output }],
    tools,
    previous_response_id: body.id,
  });
  expect(next.status).toBe(200);
  expect(asked()[0]).toEqual(user(seen(png), seen(gif, 'image/gif'), text('Compare')));
  const { id } = next.body.conversation;
  expect((await files()).map(({ conversationId }) => conversationId)).toEqual([id, id]);
  await ada.delete(`/api/conversations/${id}`);
});

it('a stored completion that ends in calls keeps no file, because the program sends it again', async () => {
  const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }];
  model.script({ call: [{ tool: 'look', input: {} }] });
  const { body } = await complete({ store: true, tools, messages: [user(seen(png), text('Look'))] });
  expect(body.choices[0].finish_reason).toBe('tool_calls');
  expect(await files()).toEqual([]);
});

it('an address is never fetched, and an invalid picture or invalid data is refused in words', async () => {
  let calls = 0;
  const trap = await serve((_req, res) => {
    calls += 1;
    res.end(png);
  });
  const url = `${trap.url}/a.png`;
  const cases = [
    [{ type: 'image_url', image_url: { url } }, /address, which is not fetched: send the data itself/],
    [{ type: 'file', file: { file_url: url } }, /address, which is not fetched/],
    [{ type: 'input_file', file_data: url }, /address, which is not fetched/],
    [{ type: 'image_url', image_url: { url: 'data:image/png,abc' } }, /must have data in base64/],
    [{ type: 'image_url', image_url: { url: 'data:image/png;base64,%%' } }, /must have data in base64/],
    [seen(Buffer.from('<svg onload=alert(1)>'), 'image/png'), /must have a JPEG, PNG, GIF or WebP picture/],
    [{ type: 'input_image' }, /must have a picture/],
    [{ type: 'input_file' }, /must have a file/],
    [{ type: 'input_audio', input_audio: { data: 'AA==' } }, /must be text, or parts with text, pictures/],
  ] as const;
  for (const [part, message] of cases) {
    const { status, body } = await complete({ messages: [user(part, text('Look'))] });
    expect([status, body.error.message, body.error.param]).toEqual([
      400,
      expect.stringMatching(message),
      'messages.0.content',
    ]);
    expect((await respond({ input: [user(part, text('Look'))] })).body.error.param).toBe('input.0.content');
  }
  for (const role of ['system', 'assistant'])
    expect((await complete({ messages: [{ role, content: [seen(png)] }, user(text('?'))] })).status).toBe(
      400,
    );
  const many = Array.from({ length: 11 }, () => seen(png));
  expect((await complete({ messages: [user(...many, text('Look'))] })).status).toBe(400);
  const huge = seen(Buffer.concat([png, Buffer.alloc(4 * 1024 * 1024)]));
  expect((await complete({ messages: [user(huge, text('Look'))] })).body.error.message).toBe(
    '“picture-1.png” is too large for a model: a picture may have at most 3.75 MiB.',
  );
  expect([calls, model.requests.length, (await files()).length]).toEqual([0, 0, 0]);
  await trap.close();
});

it('the AI SDK’s client sends a picture and a scan, and the model gets them byte for byte', async () => {
  const apiKey = (key.headers.authorization ?? '').replace('Bearer ', '');
  const provider = createOpenAICompatible({ name: 'jarvis', baseURL: `${service.url}/v1`, apiKey });
  const scan = pdf(['', '']);
  await generateText({
    model: provider('jarvis'),
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'file', mediaType: 'image/png', data: png },
          { type: 'file', mediaType: 'application/pdf', data: scan, filename: 'scan.pdf' },
        ],
      },
    ],
  });
  const file = { filename: 'scan.pdf', file_data: urlOf(scan, 'application/pdf') };
  expect(asked()).toEqual([user(seen(png), { type: 'file', file }, text('What is this?'))]);
});

it('a body may have 12 MiB', async () => {
  const file = (mib: number) => ({
    messages: [
      user(text('Look'), { type: 'file', file: { file_data: 'QUFB'.repeat((mib * 1024 * 1024) / 4) } }),
    ],
  });
  expect((await complete(file(11))).status).toBe(200);
  expect((await complete(file(12))).status).toBe(413);
});
