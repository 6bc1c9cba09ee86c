import { type AddressInfo, connect, createServer } from 'node:net';
import { readWaitingFiles } from '@jarvis/core';
import { fakeSearch, ScriptedModel } from '@jarvis/testkit';
import { type AIMessage, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages';
import { DynamicStructuredTool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import OpenAI, { toFile } from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { documentReader } from '../src/adapters/extraction/reader.ts';
import type { Client } from '../test/support/client.ts';
import { pdf } from '../test/support/documents.ts';
import { startService, type TestService } from '../test/support/service.ts';

const tulips = { title: 'Tulips', url: 'https://leiden.example/tulips', snippet: 'From Leiden' };
let model: ScriptedModel;
let service: TestService;
let ada: Client;
let apiKey: string;
let baseURL: string;
let openai: OpenAI;

beforeAll(async () => {
  model = await ScriptedModel.start();
  service = await startService({
    overrides: { model: model.model, search: fakeSearch([tulips]), reader: documentReader },
  });
  ada = await service.signedUp();
  const { headers } = await service.withKey(ada);
  apiKey = (headers.authorization ?? '').replace('Bearer ', '');
  baseURL = `${service.url}/v1`;
  openai = new OpenAI({ apiKey, baseURL });
});
afterEach(() => {
  service.deps.clock.advance(60);
  model.reset();
});
afterAll(async () => {
  await service.close();
  await model.close();
});

const parameters = {
  type: 'object' as const,
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};
const call = { call: [{ tool: 'get_weather', input: { city: 'Turin' } }] };
const answerFromTool = {
  say: 'Sunny in Turin.',
};
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const scan = `data:application/pdf;base64,${pdf(['', '']).toString('base64')}`;
const note = `data:text/plain;base64,${Buffer.from('The cat is called Mia.').toString('base64')}`;
const hello = [{ role: 'user' as const, content: 'Hello' }];
/** The model got the files of the latest message, byte for byte or as text. */
function expectFilesSeen(): void {
  const { messages = [] } = model.requests.at(-1) ?? {};
  expect(messages.at(-1)?.content).toEqual([
    { type: 'image_url', image_url: { url: picture } },
    { type: 'file', file: { filename: 'scan.pdf', file_data: scan } },
    { type: 'text', text: 'What is this?' },
  ]);
  expect(messages[0]?.content).toContain('> The cat is called Mia.');
}
const textOf = (chunks: OpenAI.ChatCompletionChunk[]) =>
  chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');

describe('openai: files', () => {
  it('are uploaded, awaited, listed, read, asked about and deleted', async () => {
    const content = Buffer.from('The cat is called Mia.');
    const file = await toFile(content, 'cat.txt');
    const { id } = await openai.files.create({ file, purpose: 'user_data' });
    await readWaitingFiles(service.deps);
    const known = await openai.files.waitForProcessing(id, { pollInterval: 50, maxWait: 5_000 });
    expect(known).toMatchObject({ filename: 'cat.txt', bytes: content.length, purpose: 'user_data' });
    await openai.files.create({ file: await toFile(content, 'b.txt'), purpose: 'user_data' });
    const names: string[] = [];
    for await (const { filename } of openai.files.list({ limit: 1 })) names.push(filename);
    expect(names).toEqual(['b.txt', 'cat.txt']);
    expect(await (await openai.files.content(id)).text()).toBe(content.toString());
    await openai.responses.create({
      model: 'jarvis',
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_file', file_id: id },
            { type: 'input_text', text: 'Who?' },
          ],
        },
      ],
    });
    expect(model.requests.at(-1)?.messages[0]?.content).toContain('> The cat is called Mia.');
    expect(await openai.files.delete(id)).toEqual({ id, object: 'file', deleted: true });
    await expect(openai.files.retrieve(id)).rejects.toThrow(OpenAI.NotFoundError);
    const wrong = openai.files.create({ file: await toFile(content, 'c.txt'), purpose: 'batch' });
    await expect(wrong).rejects.toThrow(/`purpose` must be `user_data`/);
  });
});

describe('openai: chat completions', () => {
  it('lists and shows the models', async () => {
    const { data } = await openai.models.list();
    expect(data.map(({ id }) => id)).toEqual(['jarvis', 'jarvis-plain']);
    expect((await openai.models.retrieve('jarvis')).owned_by).toBe('jarvis');
  });

  it('answers, whole and in a stream', async () => {
    model.script({ say: 'Hello there.' });
    const whole = await openai.chat.completions.create({ model: 'jarvis', messages: hello });
    expect(whole.choices[0]?.message.content).toBe('Hello there.');
    expect(whole.usage?.total_tokens).toBe(20);
    expect(whole._request_id).toMatch(/^[\w-]+$/);

    model.script({ say: 'Hello there.' });
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    const stream = await openai.chat.completions.create({ model: 'jarvis', messages: hello, stream: true });
    for await (const chunk of stream) chunks.push(chunk);
    expect(textOf(chunks)).toBe('Hello there.');

    model.script({ call: [{ tool: 'web_search', input: { query: 'tulips' } }] }, { say: 'Leiden [1].' });
    const helper = openai.chat.completions.stream({
      model: 'jarvis',
      messages: hello,
      stream_options: { include_usage: true },
    });
    const final = await helper.finalChatCompletion();
    expect(final.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'Leiden [1].' } });
    expect(final.usage?.total_tokens).toBe(40);
  });

  it('sends a picture, a scan and a document', async () => {
    await openai.chat.completions.create({
      model: 'jarvis',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image_url', image_url: { url: picture, detail: 'low' } },
            { type: 'file', file: { filename: 'scan.pdf', file_data: scan } },
            { type: 'file', file: { filename: 'note.txt', file_data: note } },
          ],
        },
      ],
    });
    expectFilesSeen();
  });

  it('runs the tools of the program', async () => {
    model.script(call, answerFromTool);
    const asked: string[] = [];
    const runner = openai.chat.completions.runTools({
      model: 'jarvis',
      messages: hello,
      tools: [
        {
          type: 'function',
          function: {
            name: 'get_weather',
            description: 'The weather of a city.',
            parameters,
            parse: JSON.parse,
            function: ({ city }: { city: string }) => {
              asked.push(city);
              return 'sun';
            },
          },
        },
      ],
    });
    expect(await runner.finalContent()).toBe('Sunny in Turin.');
    expect(asked).toEqual(['Turin']);
  });

  it('shows the errors, and retries only when that helps', async () => {
    const wrong = new OpenAI({ apiKey: 'asst_wrong', baseURL });
    await expect(wrong.models.list()).rejects.toMatchObject({
      name: 'Error',
      status: 401,
      code: 'invalid_api_key',
      message: '401 Invalid API key.',
    });
    await expect(wrong.models.list()).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
    const ask = (fields: object) =>
      openai.chat.completions.create({ model: 'jarvis', messages: hello, ...fields });
    await expect(ask({ model: 'gpt-4o' })).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    await expect(ask({ n: 2 })).rejects.toMatchObject({
      status: 400,
      param: 'n',
      type: 'invalid_request_error',
    });
    model.otherwise = () => ({ refuse: 401 });
    await expect(ask({})).rejects.toMatchObject({ status: 500, requestID: expect.any(String) });
    expect(model.requests).toHaveLength(1);
    model.reset();
    model.script({ die: 'Once upon' });
    const stream = await openai.chat.completions.create({ model: 'jarvis', messages: hello, stream: true });
    const read = async () => {
      for await (const _ of stream);
    };
    await expect(read()).rejects.toThrow(/broke off/);
  });
});

describe('openai: responses', () => {
  it('sends a picture, a scan and a document', async () => {
    await openai.responses.create({
      model: 'jarvis',
      store: false,
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'What is this?' },
            { type: 'input_image', image_url: picture, detail: 'auto' },
            { type: 'input_file', filename: 'scan.pdf', file_data: scan },
            { type: 'input_file', filename: 'note.txt', file_data: note },
          ],
        },
      ],
    });
    expectFilesSeen();
  });

  it('answers, continues, and streams', async () => {
    model.script({ say: 'Hello there.' });
    const first = await openai.responses.create({ model: 'jarvis', input: 'My locker is 4711' });
    expect(first.output_text).toBe('Hello there.');
    model.script({ say: '4711.' });
    const second = await openai.responses.create({
      model: 'jarvis',
      input: 'Which is mine?',
      previous_response_id: first.id,
    });
    expect(second.conversation?.id).toBe(first.conversation?.id);
    model.script({ call: [{ tool: 'web_search', input: { query: 'tulips' } }] }, { say: 'Leiden [1].' });
    const stream = openai.responses.stream({
      model: 'jarvis',
      input: 'Tulips?',
      previous_response_id: second.id,
    });
    const final = await stream.finalResponse();
    expect(final.output_text).toBe('Leiden [1].');
    expect(final.output[0]).toMatchObject({
      content: [{ annotations: [{ type: 'url_citation', url: tulips.url }] }],
    });
    const { messages } = (await ada.get(`/api/conversations/${first.conversation?.id}`)).body;
    expect(messages).toHaveLength(6);
  });

  it('takes calls, and sends results alone or with the whole conversation', async () => {
    const tools = [{ type: 'function' as const, name: 'get_weather', parameters, strict: true }];
    const resultOf = (response: OpenAI.Responses.Response) =>
      response.output.flatMap((item) =>
        item.type === 'function_call'
          ? [{ type: 'function_call_output' as const, call_id: item.call_id, output: 'sun' }]
          : [],
      );
    model.script({ say: 'Let me see.', ...call }, answerFromTool);
    const asked = await openai.responses.create({ model: 'jarvis', input: 'Weather?', tools });
    const told = await openai.responses.create({
      model: 'jarvis',
      previous_response_id: asked.id,
      input: resultOf(asked),
      tools,
    });
    expect(told.output_text).toBe('Sunny in Turin.');

    model.script(call, answerFromTool);
    const streamed = openai.responses.stream({ model: 'jarvis', input: 'Weather?', tools });
    const again = await streamed.finalResponse();
    expect(again.output[0]).toMatchObject({ type: 'function_call', parsed_arguments: { city: 'Turin' } });
    const { output_text } = await openai.responses.create({
      model: 'jarvis',
      input: [
        { role: 'user', content: 'Weather?' },
        ...again.output,
        ...resultOf(again),
      ] as OpenAI.Responses.ResponseInput,
      tools,
    });
    expect(output_text).toBe('Sunny in Turin.');
  });

  it('reports a failure', async () => {
    model.script({ die: 'Once upon' });
    const stream = openai.responses.stream({ model: 'jarvis', input: 'Hello' });
    await expect(stream.finalResponse()).rejects.toThrow(/broke off/);
    await expect(openai.responses.create({ model: 'gpt-4o', input: 'Hello' })).rejects.toBeInstanceOf(
      OpenAI.NotFoundError,
    );
  });
});

/**
 * The service behind a network that drops the connection at the first answer that contains `said`. Returns its address.
 */
async function losingFirst(said: string): Promise<string> {
  let lost = false;
  const network = createServer((client) => {
    const server = connect(Number(new URL(service.url).port), '127.0.0.1');
    client.pipe(server, { end: false });
    client.on('error', () => {});
    if (lost) return void server.pipe(client);
    lost = true;
    let text = '';
    server.on('data', (bytes) => {
      text += bytes;
      if (text.includes(said)) client.destroy();
    });
  });
  await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void network.close());
  return `http://127.0.0.1:${(network.address() as AddressInfo).port}/v1`;
}

describe('openai: a lost answer is requested again', () => {
  const said = 'Milk is on it.';
  const messages = [{ role: 'user' as const, content: 'Put milk on my list' }];
  const ways: Record<string, (client: OpenAI) => Promise<string | null | undefined>> = {
    'chat completions': async ({ chat }) =>
      (await chat.completions.create({ model: 'jarvis', store: true, messages })).choices[0]?.message.content,
    'chat completions in a stream': ({ chat }) =>
      chat.completions.stream({ model: 'jarvis', store: true, messages }).finalContent(),
    responses: async ({ responses }) =>
      (await responses.create({ model: 'jarvis', input: messages })).output_text,
    'responses in a stream': async ({ responses }) =>
      (await responses.stream({ model: 'jarvis', input: messages }).finalResponse()).output_text,
  };

  it.each(Object.entries(ways))('%s: its change is made once', async (_, ask) => {
    const conversations = async () => (await ada.get('/api/conversations')).body.conversations.length;
    const before = await conversations();
    model.script({ call: [{ tool: 'add_task', input: { title: 'Milk' } }] }, { say: said });
    expect(await ask(new OpenAI({ apiKey, baseURL: await losingFirst(said) }))).toBe(said);
    expect(model.requests).toHaveLength(2);
    expect(await conversations()).toBe(before + 1);
  });
});

describe.each([
  ['chat completions', false],
  ['responses', true],
])('@langchain/openai: %s', (_, useResponsesApi) => {
  const chat = () => new ChatOpenAI({ model: 'jarvis', apiKey, configuration: { baseURL }, useResponsesApi });
  const weather = new DynamicStructuredTool({
    name: 'get_weather',
    description: 'The weather of a city.',
    schema: parameters,
    func: async (input) => `Sun in ${(input as { city: string }).city}`,
  });

  it('answers, whole and in a stream', async () => {
    model.script({ say: 'Hello there.' });
    const whole = await chat().invoke([new SystemMessage('Be short.'), new HumanMessage('Hello')]);
    expect(whole.text).toBe('Hello there.');
    expect(whole).toMatchObject({ usage_metadata: { total_tokens: 20 } });
    model.script({ say: 'Hello there.' });
    const pieces: string[] = [];
    for await (const piece of await chat().stream('Hello')) pieces.push(piece.text);
    expect(pieces.join('')).toBe('Hello there.');
  });

  it('runs the tools of the program', async () => {
    model.script(call, answerFromTool);
    const bound = chat().bindTools([weather]);
    const human = new HumanMessage('Weather?');
    const asked = await bound.invoke([human]);
    expect(asked.tool_calls).toMatchObject([{ name: 'get_weather', args: { city: 'Turin' } }]);
    const results = await Promise.all((asked.tool_calls ?? []).map((each) => weather.invoke(each)));
    expect(results[0]).toBeInstanceOf(ToolMessage);
    const told = await bound.invoke([human, asked as AIMessage, ...(results as ToolMessage[])]);
    expect(told.text).toBe('Sunny in Turin.');
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('Sun in Turin');
  });

  it('reports a failure', async () => {
    model.script({ die: 'Once upon' });
    const read = async () => {
      for await (const piece of await chat().stream('Hello')) if (piece.text === 'done') break;
    };
    await expect(read()).rejects.toThrow(/broke off/);
  });

  it('returns JSON by a schema', async () => {
    model.script({ say: '{"city":"Turin"}' });
    const structured = chat().withStructuredOutput(parameters, { method: 'jsonSchema', name: 'place' });
    expect(await structured.invoke('Where?')).toEqual({ city: 'Turin' });
  });
});
