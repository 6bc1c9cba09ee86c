import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ScriptedModel } from '@jarvis/testkit';
import { generateText, streamText } from 'ai';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createModel, parseModel } from './model.ts';

let scripted: ScriptedModel;
beforeAll(async () => {
  scripted = await ScriptedModel.start();
});
beforeEach(() => scripted.reset());
afterAll(() => scripted.close());

/** Nothing listens there. */
const nowhere = 'http://127.0.0.1:9/v1';

it('reads the setting up to its first colon', () => {
  expect(parseModel('ollama:llama3.2:3b')).toEqual({ provider: 'ollama', modelId: 'llama3.2:3b' });
  expect(parseModel('openai-compatible:m')).toEqual({ provider: 'openai-compatible', modelId: 'm' });
  for (const text of ['auto', 'builtin', '', '  ']) expect(parseModel(text)).toBeUndefined();
  for (const text of ['gpt-5', 'openai:', 'openai', 'mistral:x', ':x']) {
    expect(() => parseModel(text)).toThrow('MODEL is auto, builtin or <provider>:<model id>');
  }
});

it('auto takes the first that is configured, and empty settings count as unset', async () => {
  const name = async (keys: object, baseUrl = nowhere) =>
    (await createModel({ model: 'auto', baseUrl, keys })).name;
  expect(await name({ openai: 'a', anthropic: 'b' })).toMatch(/^openai:/);
  expect(await name({ openai: ' ', anthropic: 'b', google: 'c' })).toMatch(/^anthropic:/);
  expect(await name({ openai: '', anthropic: '', google: 'c' })).toMatch(/^google:/);
  expect(await name({}, scripted.url)).toBe('ollama:scripted');
  expect(await name({})).toBe('builtin');
  expect(await createModel({ model: 'builtin', keys: { openai: 'a' } })).toMatchObject({
    name: 'builtin',
    builtin: true,
  });
});

it('says which setting a provider needs', async () => {
  await expect(createModel({ model: 'openai:m', keys: { openai: '' } })).rejects.toThrow('OPENAI_API_KEY');
  await expect(createModel({ model: 'anthropic:m' })).rejects.toThrow('ANTHROPIC_API_KEY');
  await expect(createModel({ model: 'google:m' })).rejects.toThrow('GOOGLE_GENERATIVE_AI_API_KEY');
  await expect(createModel({ model: 'openai-compatible:m' })).rejects.toThrow('MODEL_BASE_URL');
});

/** A provider's one request: path and headers. */
async function sentBy(model: string, settings: object) {
  const requests: { path: string; headers: Record<string, unknown>; body: string }[] = [];
  const server: Server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req.setEncoding('utf8')) body += chunk;
    requests.push({ path: req.url ?? '', headers: req.headers, body });
    res.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const { languageModel } = await createModel({ model, baseUrl, ...settings });
  await streamText({
    model: languageModel,
    prompt: 'Hello',
    maxRetries: 0,
    onError: () => {},
  }).consumeStream();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return requests[0];
}

it('each provider sends its key to the address that is set', async () => {
  const openai = await sentBy('openai:m', { keys: { openai: 'key-o' } });
  expect(openai).toMatchObject({ path: '/v1/responses', headers: { authorization: 'Bearer key-o' } });
  expect(JSON.parse(openai?.body ?? '')).toMatchObject({ store: false });
  const anthropic = await sentBy('anthropic:m', { keys: { anthropic: 'key-a' } });
  expect(anthropic).toMatchObject({ path: '/v1/messages', headers: { 'x-api-key': 'key-a' } });
  const google = await sentBy('google:m', { keys: { google: 'key-g' } });
  expect(google?.path).toContain('/models/m:streamGenerateContent');
  expect(google?.headers).toMatchObject({ 'x-goog-api-key': 'key-g' });
  const compatible = await sentBy('openai-compatible:m', { apiKey: 'key-c' });
  expect(compatible).toMatchObject({
    path: '/v1/chat/completions',
    headers: { authorization: 'Bearer key-c' },
  });
  const keyless = await sentBy('ollama:m', { apiKey: '' });
  expect(keyless?.headers).not.toHaveProperty('authorization');
});

async function textOf(model: string): Promise<string> {
  const { languageModel } = await createModel({ model, baseUrl: scripted.url });
  return streamText({ model: languageModel, prompt: 'Hello', maxRetries: 0 }).text;
}

it('a server that ignores stream: true is read all the same', async () => {
  const message = { role: 'assistant', content: 'All at once.' };
  scripted.script({
    raw: JSON.stringify({ id: '1', choices: [{ index: 0, message, finish_reason: 'stop' }] }),
    type: 'application/json',
  });
  expect(await textOf('openai-compatible:m')).toBe('All at once.');
});

it('thoughts that a model writes into its text are not part of the reply', async () => {
  scripted.script({ say: '<think>They greet me.</think>Hello!' });
  expect((await textOf('ollama:m')).trim()).toBe('Hello!');
});

it.each(['openai', 'anthropic', 'google', 'openai-compatible'])(
  'a redirect of %s is not followed: the key and the prompt go nowhere else',
  async (provider) => {
    let stolen = 0;
    const server = createServer((req, res) => {
      if (req.url?.startsWith('/stolen')) stolen += 1;
      res.writeHead(307, { location: '/stolen' }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const { languageModel } = await createModel({ model: `${provider}:m`, baseUrl, apiKey: 'key-1' });
    const reply = generateText({ model: languageModel, prompt: 'Hello', maxRetries: 0 });
    await expect(reply).rejects.toThrow();
    expect(stolen).toBe(0);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  },
);
