import { text } from 'node:stream/consumers';
import { serve } from '@jarvis/testkit';
import { expect, it } from 'vitest';
import { contextTokens, seesPictures } from './abilities.ts';

/** The requests to a server with these answers, by path, and the result. */
async function told(provider: 'ollama' | 'llamacpp' | 'openai-compatible', answers: Record<string, unknown>) {
  const asked: string[] = [];
  const { url, close } = await serve(async (req, res) => {
    asked.push(`${req.method} ${req.url} ${await text(req)}`.trim());
    const answer = answers[req.url ?? ''];
    res.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer ?? {}));
  });
  const sees = await seesPictures({ provider, baseUrl: `${url}/v1`, apiKey: undefined }, 'm');
  await close();
  return { sees, asked };
}

it('Ollama reports it for each model', async () => {
  const show = (capabilities: unknown) => told('ollama', { '/api/show': { capabilities } });
  expect(await show(['completion', 'vision'])).toEqual({
    sees: true,
    asked: ['POST /api/show {"model":"m"}'],
  });
  expect((await show(['completion', 'tools'])).sees).toBe(false);
  expect((await show(undefined)).sees).toBeUndefined();
  expect((await told('ollama', {})).sees).toBeUndefined();
});

it('llama.cpp and others report it in their list', async () => {
  const list = (body: unknown) => told('llamacpp', { '/v1/models': body });
  const models = (capabilities: unknown, name = 'm') => ({
    models: [{ name, capabilities }],
    data: [{ id: 'm' }],
  });
  expect(await list(models(['completion', 'multimodal']))).toEqual({ sees: true, asked: ['GET /v1/models'] });
  expect((await list(models(['completion']))).sees).toBe(false);
  expect((await list(models(['multimodal'], 'other'))).sees).toBeUndefined();
  const data = (input_modalities: unknown) =>
    told('openai-compatible', {
      '/v1/models': { data: [null, { id: 'm', architecture: { input_modalities } }] },
    });
  expect((await data(['text', 'image'])).sees).toBe(true);
  expect((await data(['text'])).sees).toBe(false);
  expect((await data(undefined)).sees).toBeUndefined();
  expect((await list([])).sees).toBeUndefined();
});

it('Ollama reports the context of a loaded model', async () => {
  const answer = {
    models: [
      null,
      { name: 'other:latest', context_length: 2_048 },
      { name: 'm:latest', context_length: 4_096 },
    ],
  };
  const { url, close } = await serve((req, res) =>
    res.writeHead(req.url === '/api/ps' ? 200 : 404).end(JSON.stringify(answer)),
  );
  const contextOf = (provider: 'ollama' | 'llamacpp', modelId: string) =>
    contextTokens({ provider, baseUrl: url, apiKey: undefined }, modelId);
  expect(await contextOf('ollama', 'm')).toBe(4_096);
  expect(await contextOf('ollama', 'm:latest')).toBe(4_096);
  expect(await contextOf('ollama', 'other:7b')).toBeUndefined();
  expect(await contextOf('llamacpp', 'm')).toBeUndefined();
  await close();
  expect(await contextOf('ollama', 'm')).toBeUndefined();
});

it('an unreachable server leaves it unknown', async () => {
  const nowhere = { provider: 'llamacpp', baseUrl: 'http://127.0.0.1:9/v1', apiKey: undefined } as const;
  expect(await seesPictures(nowhere, 'm')).toBeUndefined();
});
