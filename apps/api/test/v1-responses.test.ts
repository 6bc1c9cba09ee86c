import { createOpenAI } from '@ai-sdk/openai';
import { sweep } from '@jarvis/core';
import { fakeSearch } from '@jarvis/testkit';
import { modelForFile } from '@jarvis/testkit/for-file';
import { generateText, Output, streamText, tool } from 'ai';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import type { Client } from './support/client.ts';
import { serviceForFile } from './support/service.ts';

const tulips = { title: 'Tulips', url: 'https://leiden.example/tulips', snippet: 'From Leiden' };
let ada: Client;
let key: Client;

const model = await modelForFile();
const service = await serviceForFile({ overrides: { model: model.model, search: fakeSearch([tulips]) } });

beforeEach(async () => {
  ada = await service.signedUp();
  key = await service.withKey(ada);
});
afterEach(async () => {
  model.reset();
  await expect.poll(() => model.waiting).toBe(0);
});

const ask = (fields: object, who = key) =>
  who.post('/v1/responses', { model: 'jarvis', input: 'Hello', ...fields });
const conversations = async (): Promise<{ id: string }[]> =>
  (await ada.get('/api/conversations')).body.conversations;
const said = async (id: string): Promise<string[]> =>
  (await ada.get(`/api/conversations/${id}`)).body.messages.map(
    ({ content }: { content: string }) => content,
  );
/** The model's last prompt, from the first user message on. */
const shown = () => JSON.stringify(model.requests.at(-1)?.messages.filter(({ role }) => role !== 'system'));

/** The events of a streamed answer, each with its name. */
const eventsOf = (text: string) =>
  text
    .split('\n\n')
    .filter((lines) => lines.startsWith('event: '))
    .map((lines) => {
      const [, name, data] = /^event: (.+)\ndata: (.+)$/.exec(lines) ?? [];
      return { name, ...JSON.parse(data ?? '') };
    });

it('answers with every field that OpenAI’s clients read, and is a conversation of the app', async () => {
  model.script({ say: 'Hello there.' });
  const { status, body } = await ask({ instructions: 'Be short.', temperature: 0.5 });
  expect(status).toBe(200);
  const [{ id } = { id: '' }] = await conversations();
  expect(body).toEqual({
    id: expect.stringMatching(/^resp_/),
    object: 'response',
    created_at: expect.any(Number),
    status: 'completed',
    background: false,
    error: null,
    incomplete_details: null,
    instructions: 'Be short.',
    max_output_tokens: null,
    metadata: {},
    model: 'jarvis',
    output: [
      {
        id: body.id.replace('resp_', 'msg_'),
        type: 'message',
        status: 'completed',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'Hello there.', annotations: [], logprobs: [] }],
      },
    ],
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    store: true,
    temperature: 0.5,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: [],
    top_p: null,
    truncation: 'disabled',
    user: null,
    conversation: { id },
    usage: {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 10,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 20,
    },
  });
  expect(await said(id)).toEqual(['Hello', 'Hello there.']);
  const { messages } = (await ada.get(`/api/conversations/${id}`)).body;
  expect(body.id).toBe(`resp_${messages[1].id}`);
});

it('with store: false nothing is stored', async () => {
  const { body } = await ask({ store: false });
  expect(body).toMatchObject({ store: false, conversation: null });
  expect(await conversations()).toEqual([]);
  expect(await ask({ previous_response_id: body.id })).toMatchObject({
    status: 404,
    body: { error: { param: 'previous_response_id', code: 'previous_response_not_found' } },
  });
});

it('streams its events in order and numbered', async () => {
  model.script({ call: [{ tool: 'web_search', input: { query: 'tulips' } }] }, { say: 'Leiden [1].' });
  const { text, headers } = await ask({ stream: true });
  expect(headers.get('content-type')).toMatch(/^text\/event-stream/);
  const events = eventsOf(text);
  expect(events.every(({ name, type }) => name === type)).toBe(true);
  expect(events.map(({ sequence_number: n }) => n)).toEqual(events.map((_, n) => n));
  expect(events.map(({ type }) => type)).toEqual([
    'response.created',
    'response.in_progress',
    'response.output_item.added',
    'response.content_part.added',
    ...events.filter(({ type }) => type === 'response.output_text.delta').map(({ type }) => type),
    'response.output_text.annotation.added',
    'response.output_text.done',
    'response.content_part.done',
    'response.output_item.done',
    'response.completed',
  ]);
  const { response } = events.at(-1);
  expect(response.output[0].content[0]).toMatchObject({
    text: 'Leiden [1].',
    annotations: [
      { type: 'url_citation', start_index: 7, end_index: 10, url: tulips.url, title: tulips.title },
    ],
  });
  expect(response.usage.total_tokens).toBe(40);
  expect(new Set(events.flatMap(({ response }) => response?.id ?? [])).size).toBe(1);
  expect(response.conversation).toEqual({ id: (await conversations())[0]?.id });
});

it('previous_response_id and conversation continue a conversation; instructions are not inherited', async () => {
  const first = await ask({ instructions: 'Be short.', input: 'My locker is 4711' });
  const second = await ask({ previous_response_id: first.body.id, input: 'Which is mine?' });
  expect(second.body).toMatchObject({
    conversation: first.body.conversation,
    previous_response_id: first.body.id,
  });
  expect(shown()).toContain('My locker is 4711');
  expect(JSON.stringify(model.requests.at(-1))).not.toContain('Be short.');
  const third = await ask({
    conversation: first.body.conversation,
    input: [{ role: 'user', content: 'Sure?' }],
  });
  expect(third.status).toBe(200);
  expect(await said(first.body.conversation.id)).toHaveLength(6);
  const both = await ask({ conversation: first.body.conversation, previous_response_id: second.body.id });
  expect(both.status).toBe(400);
});

it('an earlier response is continued in another version of the messages after it', async () => {
  const first = await ask({ input: 'One' });
  await ask({ input: 'Two', previous_response_id: first.body.id });
  const branch = await ask({ input: 'Other two', previous_response_id: first.body.id });
  expect(shown()).not.toContain('"Two"');
  const { id } = first.body.conversation;
  expect(await said(id)).toEqual(['One', 'OK.', 'Other two', 'OK.']);
  await ask({ input: 'Three', previous_response_id: branch.body.id });
  expect(await said(id)).toHaveLength(6);
  await ask({ input: 'Again two', previous_response_id: first.body.id });
  await ask({ input: 'Four', previous_response_id: branch.body.id });
  expect((await said(id)).slice(2)).toEqual(['Other two', 'OK.', 'Four', 'OK.']);
});

it('nine concurrent answers to one response are each stored whole', async () => {
  const { body: first } = await ask({ input: 'One' });
  const answers = await Promise.all(
    Array.from({ length: 9 }, (_, n) => ask({ input: `Two ${n}`, previous_response_id: first.id })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200));
  for (const { body } of answers) {
    await ask({ input: 'Three', previous_response_id: body.id });
    const line = await said(first.conversation.id);
    expect(line.at(-1)).toBe('OK.');
    expect(shown()).toContain('Two');
    expect(line.length % 2).toBe(0);
  }
});

it('resources of another account are not found', async () => {
  const { body } = await ask({});
  const bob = await service.withKey(await service.signedUp());
  for (const fields of [
    { previous_response_id: body.id },
    { previous_response_id: 'resp_nonsense' },
    { conversation: body.conversation.id },
    {
      input: [
        { type: 'item_reference', id: body.output[0].id },
        { role: 'user', content: 'Hi' },
      ],
    },
    {
      input: [
        { type: 'item_reference', id: 'msg_1' },
        { role: 'user', content: 'Hi' },
      ],
    },
  ]) {
    const answer = await ask(fields, bob);
    expect([answer.status, answer.body.error.type]).toEqual([404, 'invalid_request_error']);
  }
  expect(await said(body.conversation.id)).toHaveLength(2);
});

it('a turn continues from an element of an earlier response in the input', async () => {
  const first = await ask({ input: 'My locker is 4711' });
  const [message] = first.body.output;
  for (const element of [message, { type: 'item_reference', id: message.id }]) {
    const input = [
      { role: 'user', content: 'My locker is 4711' },
      element,
      { role: 'user', content: 'Mine?' },
    ];
    const { body } = await ask({ input });
    expect(body.conversation).toEqual(first.body.conversation);
    expect(shown().match(/4711/g)).toHaveLength(1);
  }
  const unknown = { ...message, id: 'msg_of_another_service' };
  const { body } = await ask({
    input: [{ role: 'user', content: 'Hi' }, unknown, { role: 'user', content: 'Ho' }],
  });
  expect(body.conversation).not.toEqual(first.body.conversation);
  expect(shown()).toContain('Hi');
});

const weather = {
  type: 'function',
  name: 'get_weather',
  parameters: { type: 'object', properties: {} },
  strict: false,
};
const call = { call: [{ tool: 'get_weather', input: { city: 'Turin' } }] };

it('calls of the program’s tools are items, and their results alone continue the waiting turn', async () => {
  const start = await ask({ input: 'Hello' });
  const goOns = [
    (id: string) => ({ previous_response_id: id }),
    () => ({ conversation: start.body.conversation }),
    (_: string, output: object[]) => ({ with: output }),
  ];
  for (const goOn of goOns) {
    const before = await conversations();
    model.script({ say: 'Let me see.', ...call });
    const place = goOn === goOns[1] ? { conversation: start.body.conversation } : {};
    const { body } = await ask({ ...place, input: 'Weather?', tools: [weather] });
    expect(body.output).toMatchObject([
      { type: 'message', content: [{ text: 'Let me see.' }] },
      { type: 'function_call', name: 'get_weather', arguments: '{"city":"Turin"}', status: 'completed' },
    ]);
    expect(body.tools).toEqual([weather]);
    expect(await conversations()).toHaveLength(before.length);
    model.script(call);
    const result = (of: { output: { type: string; call_id: string }[] }) => ({
      type: 'function_call_output',
      call_id: of.output.find(({ type }) => type === 'function_call')?.call_id,
      output: 'sun',
    });
    const { with: items = [], ...named } = goOn(body.id, body.output) as { with?: object[] };
    const again = await ask({ ...named, input: [...items, result(body)], tools: [weather] });
    expect(again.status).toBe(200);
    model.script({ say: 'Sunny.' });
    const next = goOn(again.body.id, [...items, result(body), ...again.body.output]) as { with?: object[] };
    const { with: more = [], ...place3 } = next;
    const done = await ask({ ...place3, input: [...more, result(again.body)], tools: [weather] });
    expect(done.body.output[0].content[0].text).toBe('Sunny.');
    expect(shown()).toMatch(/Weather\?.*Let me see\..*call.*sun.*call.*sun/s);
    expect(shown().match(/Weather\?/g)).toHaveLength(1);
    expect((await said(done.body.conversation.id)).slice(-2)).toEqual(['Weather?', 'Sunny.']);
  }
});

it('functions of a namespace are called by both names: Codex sends its MCP servers like that', async () => {
  const tools = [weather, { type: 'namespace', name: 'mcp__city', description: 'A city.', tools: [weather] }];
  model.script({ call: [{ tool: 'mcp__city__get_weather', input: { city: 'Turin' } }] });
  const { body } = await ask({ input: 'Weather?', store: false, tools });
  expect(model.requests.at(-1)?.tools?.map((each) => each.function.name)).toEqual([
    'get_weather',
    'mcp__city__get_weather',
  ]);
  const called = { type: 'function_call', namespace: 'mcp__city', name: 'get_weather' };
  expect(body.output).toMatchObject([called]);
  const [item] = body.output;
  const result = { type: 'function_call_output', call_id: item.call_id, output: 'sun' };
  const input = [{ role: 'user', content: 'Weather?' }, item, result];
  model.script({ call: [{ tool: 'mcp__city__get_weather', input: { city: 'Ulm' } }] });
  const events = eventsOf((await ask({ input, store: false, tools, stream: true })).text);
  expect(model.requests.at(-1)?.messages.find((each) => each.tool_calls)).toMatchObject({
    tool_calls: [{ function: { name: 'mcp__city__get_weather' } }],
  });
  expect(events.find(({ type }) => type === 'response.output_item.done')?.item).toMatchObject(called);
  expect(events.at(-1)?.response.output).toMatchObject([called]);
});

it('web search beside functions is left out; alone it is that of the assistant', async () => {
  const search = { type: 'web_search', external_web_access: false };
  const offered = () => model.requests.at(-1)?.tools?.map((each) => each.function.name);
  expect((await ask({ tools: [weather, search] })).status).toBe(200);
  expect(offered()).toEqual(['get_weather']);
  model.script({ call: [{ tool: 'web_search', input: { query: 'tulips' } }] }, { say: 'Leiden [1].' });
  const { body } = await ask({ input: 'Search the web for tulips', tools: [search] });
  expect(body.output[0].content[0].annotations).toMatchObject([{ type: 'url_citation', url: tulips.url }]);
});

it('a waiting turn is deleted after a day, and with its conversation', async () => {
  const waiting = async (place: object) => {
    model.script(call);
    const { body } = await ask({ ...place, tools: [weather], input: 'Weather?' });
    return {
      previous_response_id: body.id,
      input: [{ type: 'function_call_output', call_id: body.output[0].call_id, output: '' }],
    };
  };
  const { conversation } = (await ask({})).body;
  const inConversation = await waiting({ conversation });
  await ada.delete(`/api/conversations/${conversation.id}`);
  expect((await ask(inConversation)).status).toBe(404);
  const alone = await waiting({});
  const later = async (hours: number) => {
    await service.deps.db.run(
      'update waiting_turns set created_at = created_at - make_interval(hours => $1)',
      [hours],
    );
    await sweep(service.deps);
  };
  await later(23);
  expect((await ask(alone)).status).toBe(200);
  await later(2);
  expect((await ask(alone)).status).toBe(404);
});

const refused = [
  [
    'a picture without data',
    { input: [{ role: 'user', content: [{ type: 'input_image' }] }] },
    'input.0.content',
  ],
  ['work in the background', { background: true }, 'background'],
  ['a prompt that is stored elsewhere', { prompt: { id: 'x' } }, 'prompt'],
  ['a tool that we would have to run', { tools: [{ type: 'file_search' }] }, 'tools.0.type'],
  [
    'a namespace with more functions than a request may have',
    { tools: [{ type: 'namespace', name: 'crm', tools: Array.from({ length: 129 }, () => weather) }] },
    'tools',
  ],
  [
    'a choice of another kind of tool',
    { tools: [weather], tool_choice: { type: 'custom', name: weather.name } },
    'tool_choice',
  ],
  ['an element of an unknown kind', { input: [{ type: 'computer_call' }] }, 'input.0.type'],
  ['no input', { input: undefined }, 'input'],
  [
    'a result without a call',
    {
      input: [
        { role: 'user', content: 'a' },
        { type: 'function_call_output', call_id: 'x', output: '' },
      ],
    },
    'input',
  ],
] as const;

it.each(refused)('%s is a 400 that names the field', async (_, fields, param) => {
  const { status, body } = await ask(fields);
  expect(status).toBe(400);
  expect(body.error).toEqual({
    message: expect.stringMatching(/^`?\w.+\w`?\.$/),
    type: 'invalid_request_error',
    param,
    code: null,
  });
});

it('a failure in a stream ends it as failed; a cut one is incomplete', async () => {
  model.script({ die: 'Once upon' });
  const events = eventsOf((await ask({ stream: true })).text);
  expect(events.at(-1)).toMatchObject({
    type: 'error',
    message: expect.stringContaining('broke off'),
    param: null,
  });
  expect(await conversations()).toEqual([]);
  model.script({ say: 'Once upon', finish: 'length' });
  expect((await ask({ max_output_tokens: 2 })).body).toMatchObject({
    status: 'incomplete',
    incomplete_details: { reason: 'max_output_tokens' },
  });
});

it('@ai-sdk/openai: text, a stream, tools over several steps, JSON, and a continued conversation', async () => {
  const provider = createOpenAI({
    baseURL: `${service.url}/v1`,
    apiKey: (key.headers.authorization ?? '').replace('Bearer ', ''),
  });
  const jarvis = provider.responses('jarvis');
  model.script({ say: 'Hello there.' });
  const first = await generateText({ model: jarvis, prompt: 'Hello', maxRetries: 0 });
  expect([first.text, first.usage.totalTokens, first.finishReason]).toEqual(['Hello there.', 20, 'stop']);

  model.script({ call: [{ tool: 'web_search', input: { query: 'tulips' } }] }, { say: 'Leiden [1].' });
  const stream = streamText({
    model: jarvis,
    messages: [
      { role: 'user', content: 'Hello' },
      ...first.response.messages,
      { role: 'user', content: 'Tulips?' },
    ],
    maxRetries: 0,
  });
  expect(await stream.text).toBe('Leiden [1].');
  expect(await stream.sources).toMatchObject([{ sourceType: 'url', url: tulips.url }]);
  const [{ id } = { id: '' }, ...others] = await conversations();
  expect(others).toEqual([]);
  expect(await said(id)).toEqual(['Hello', 'Hello there.', 'Tulips?', 'Leiden [1].']);

  const tools = {
    get_weather: tool({
      inputSchema: z.object({ city: z.string() }),
      execute: ({ city }) => `Sun in ${city}`,
    }),
  };
  for (const streamed of [false, true]) {
    model.script({ say: 'Let me see.', ...call }, ({ messages }) => ({
      say: `It says: ${messages.at(-1)?.content}`,
    }));
    const options = { model: jarvis, prompt: 'Weather?', tools, stopWhen: () => false, maxRetries: 0 };
    const text = streamed ? await streamText(options).text : (await generateText(options)).text;
    expect(text).toBe('It says: Sun in Turin');
    // The client repeats the stored call; a model's provider would refuse two with one result.
    const sent = model.requests.at(-1)?.messages.filter(({ role }) => role === 'assistant');
    expect(JSON.stringify(sent).match(/"get_weather"/g)).toHaveLength(1);
  }

  model.script({ say: '{"city":"Turin"}' });
  const { output } = await generateText({
    model: provider.responses('jarvis-plain'),
    prompt: 'Where?',
    output: Output.object({ schema: z.object({ city: z.string() }) }),
    maxRetries: 0,
  });
  expect(output).toEqual({ city: 'Turin' });

  model.script({ die: 'Once upon' });
  const failing = streamText({ model: jarvis, prompt: 'Hello', maxRetries: 0, onError: () => {} });
  const types: string[] = [];
  for await (const { type } of failing.stream) types.push(type);
  expect(types).toContain('error');
});
