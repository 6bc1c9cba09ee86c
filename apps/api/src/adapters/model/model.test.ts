import { text } from 'node:stream/consumers';
import type { ModelProvider } from '@jarvis/contract';
import { serve } from '@jarvis/testkit';
import { modelForFile } from '@jarvis/testkit/for-file';
import { generateText, streamText } from 'ai';
import { expect, it } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { createModel } from './model.ts';

const scripted = await modelForFile();

/** No server listens there. */
const nowhere = 'http://127.0.0.1:9/v1';

it('auto takes the first configured provider, and empty settings count as unset', async () => {
  const name = async (
    OPENAI_API_KEY: string,
    ANTHROPIC_API_KEY: string,
    google: string,
    baseUrl = nowhere,
  ) => {
    const environment = { OPENAI_API_KEY, ANTHROPIC_API_KEY, GOOGLE_GENERATIVE_AI_API_KEY: google };
    return (await createModel({ ...readConfig(environment).model, baseUrl })).name;
  };
  expect(await name('a', 'b', '')).toMatch(/^openai:/);
  expect(await name(' ', 'b', 'c')).toMatch(/^anthropic:/);
  expect(await name('', '', 'c')).toMatch(/^google:/);
  expect(await name('', '', '', scripted.url)).toBe('ollama:scripted');
  expect(await name('', '', '')).toBe('builtin');
  const { model } = readConfig({ MODEL: 'builtin', OPENAI_API_KEY: 'a' });
  expect(await createModel(model)).toMatchObject({ name: 'builtin', builtin: true });
});

it('auto takes an Ollama that answers late, as beside other programs that start with the machine', async () => {
  const { url, close } = await serve((_, res) => setTimeout(() => res.end('{"data":[{"id":"late"}]}'), 700));
  expect((await createModel({ ...readConfig({}).model, baseUrl: url })).name).toBe('ollama:late');
  await close();
});

/** A model of a provider, configured with these settings only. */
const modelOf = (provider: ModelProvider, settings: object) =>
  createModel({
    ...{ model: { provider, modelId: 'm' }, baseUrl: undefined, apiKey: undefined, keys: {} },
    ...settings,
  });

/** A provider's one request: path, headers and body. */
async function sentBy(provider: ModelProvider, settings: object, asked: { maxOutputTokens?: number } = {}) {
  const requests: { path: string; headers: Record<string, unknown>; body: string }[] = [];
  const { url, close } = await serve(async (req, res) => {
    requests.push({ path: req.url ?? '', headers: req.headers, body: await text(req) });
    res.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}');
  });
  const { languageModel } = await modelOf(provider, { baseUrl: `${url}/v1`, ...settings });
  const prompt = { model: languageModel, prompt: 'Hello', ...asked, maxRetries: 0, onError: () => {} };
  await streamText(prompt).consumeStream();
  await close();
  return requests[0];
}

it('each provider gets its key at the configured address', async () => {
  const openai = await sentBy('openai', { keys: { openai: 'key-o' } });
  expect(openai).toMatchObject({ path: '/v1/responses', headers: { authorization: 'Bearer key-o' } });
  expect(JSON.parse(openai?.body ?? '')).toMatchObject({ store: false });
  const anthropic = await sentBy('anthropic', { keys: { anthropic: 'key-a' } });
  expect(anthropic).toMatchObject({ path: '/v1/messages', headers: { 'x-api-key': 'key-a' } });
  const google = await sentBy('google', { keys: { google: 'key-g' } });
  expect(google?.path).toContain('/models/m:streamGenerateContent');
  expect(google?.headers).toMatchObject({ 'x-goog-api-key': 'key-g' });
  const compatible = await sentBy('openai-compatible', { apiKey: 'key-c' });
  expect(compatible).toMatchObject({
    path: '/v1/chat/completions',
    headers: { authorization: 'Bearer key-c' },
  });
  const keyless = await sentBy('ollama', {});
  expect(keyless?.headers).not.toHaveProperty('authorization');
});

it('OpenAI gets no limit of output tokens that it refuses', async () => {
  const limitSent = async (maxOutputTokens?: number) => {
    const sent = await sentBy('openai', {}, maxOutputTokens === undefined ? {} : { maxOutputTokens });
    return JSON.parse(sent?.body ?? '').max_output_tokens;
  };
  expect([await limitSent(1), await limitSent(17), await limitSent()]).toEqual([16, 17, undefined]);
});

const chunkOf = (content: string) =>
  JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: 'stop' }] });

async function textOf(provider: ModelProvider): Promise<string> {
  const { languageModel } = await modelOf(provider, { baseUrl: scripted.url });
  return streamText({ model: languageModel, prompt: 'Hello', maxRetries: 0 }).text;
}

it('the answer of a server that ignores stream: true is read', async () => {
  const message = { role: 'assistant', content: 'All at once.' };
  scripted.script({
    raw: JSON.stringify({ id: '1', choices: [{ index: 0, message, finish_reason: 'stop' }] }),
    type: 'application/json',
  });
  expect(await textOf('openai-compatible')).toBe('All at once.');
});

it('a server that refuses to count tokens is asked again without', async () => {
  const message = 'Validation error at #/stream_options: Extra inputs are not permitted';
  scripted.script({ refuse: 422, message }, { say: 'Uncounted.' });
  expect(await textOf('openai-compatible')).toBe('Uncounted.');
});

it('a reply is complete at [DONE], though its server loses the connection, or keeps it, and it is then closed', async () => {
  const closed = Promise.withResolvers<void>();
  let isLost = true;
  const { url, close } = await serve((_, res) => {
    if (!isLost) res.once('close', () => closed.resolve());
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    const chunk = chunkOf('It ends with\ndata: [DONE]\n and more.');
    res.write(`data: ${chunk}\n\ndata: [DO`, () => res.write('NE]\n\n', () => isLost && res.destroy()));
  });
  const { languageModel } = await modelOf('ollama', { baseUrl: `${url}/v1` });
  const reply = () => streamText({ model: languageModel, prompt: 'Hello', maxRetries: 0 }).text;
  expect(await reply()).toBe('It ends with\ndata: [DONE]\n and more.');
  isLost = false;
  expect(await reply()).toBe('It ends with\ndata: [DONE]\n and more.');
  // By then also the first reply's time is over, whose connection was lost: an unhandled rejection fails the run.
  await closed.promise;
  await close();
});

it('the connection of a complete reply serves later ones, though the turn ends before the body does', async () => {
  const ports = new Set<unknown>();
  let end = () => {};
  const { url, close } = await serve((req, res) => {
    ports.add(req.socket.remotePort);
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    res.write(`data: ${chunkOf('Hi.')}\n\ndata: [DONE]\n\n`);
    end = () => res.end();
  });
  const { languageModel } = await modelOf('ollama', { baseUrl: `${url}/v1` });
  for (let i = 0; i < 8; i += 1) {
    const halt = new AbortController();
    const prompt = { model: languageModel, prompt: 'Hello', maxRetries: 0, abortSignal: halt.signal };
    expect(await streamText(prompt).text).toBe('Hi.');
    halt.abort();
    end();
  }
  // The end of a body may arrive after the next request began.
  expect(ports.size).toBeLessThan(4);
  await close();
});

it('reasoning that a model writes into its text is not part of the reply', async () => {
  scripted.script({ say: '<think>They greet me.</think>Hello!' });
  expect((await textOf('ollama')).trim()).toBe('Hello!');
});

it.each(['openai', 'anthropic', 'google', 'openai-compatible'] as const)(
  'a redirect of %s is not followed, so the key and the prompt go nowhere else',
  async (provider) => {
    let stolen = 0;
    const { url, close } = await serve((req, res) => {
      if (req.url?.startsWith('/stolen')) stolen += 1;
      res.writeHead(307, { location: '/stolen' }).end();
    });
    const { languageModel } = await modelOf(provider, { baseUrl: `${url}/v1`, apiKey: 'key-1' });
    const reply = generateText({ model: languageModel, prompt: 'Hello', maxRetries: 0 });
    await expect(reply).rejects.toThrow();
    expect(stolen).toBe(0);
    await close();
  },
);
