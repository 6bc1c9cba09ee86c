import { modelProviders } from '@jarvis/contract';
import type { ModelServer } from '@jarvis/core';
import { addressOf, modelFetch } from './addresses.ts';
import { headersOf } from './list-models.ts';

const askMs = 2_000;

/**
 * Whether a model accepts pictures, according to its server: Ollama in `/api/show`, llama.cpp and others in their list
 * of models. Undefined if the server does not say; never rejects.
 */
export async function seesPictures(server: ModelServer, modelId: string): Promise<boolean | undefined> {
  if (modelProviders[server.provider].speaks !== 'openai-compatible') return undefined;
  if (server.provider !== 'ollama') return listed(await answerOf(server, '/models'), modelId);
  const show = await answerOf(server, '/api/show', JSON.stringify({ model: modelId }));
  return has(show.capabilities, 'vision');
}

/**
 * The context of a loaded model of Ollama, in tokens: Ollama drops what exceeds it, the instructions first, and reports
 * no error. Undefined for other servers and until the model is loaded; never rejects.
 */
export async function contextTokens(server: ModelServer, modelId: string): Promise<number | undefined> {
  if (server.provider !== 'ollama') return undefined;
  const { models } = await answerOf(server, '/api/ps');
  const loaded = entryOf(models, modelId) ?? entryOf(models, `${modelId}:latest`);
  return typeof loaded?.context_length === 'number' ? loaded.context_length : undefined;
}

/** The server's answer at a path of its API, or of its root; an empty object if there is none. */
async function answerOf(server: ModelServer, path: string, body?: string): Promise<ModelsAnswer> {
  try {
    const address = addressOf(server);
    const base = path.startsWith('/api/') ? address.replace(/\/v1$/, '') : address;
    const response = await modelFetch(base + path, {
      signal: AbortSignal.timeout(askMs),
      headers: { ...headersOf(server), 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body }),
    });
    return (response.ok && (await response.json())) || {};
  } catch {
    return {};
  }
}

/** Unchecked JSON. */
interface ModelsAnswer {
  readonly capabilities?: unknown;
  readonly models?: unknown;
  readonly data?: unknown;
}

interface ListedModel {
  readonly id?: unknown;
  readonly name?: unknown;
  readonly capabilities?: unknown;
  readonly context_length?: unknown;
  readonly architecture?: { readonly input_modalities?: unknown } | null;
}

function listed({ models, data }: ModelsAnswer, modelId: string): boolean | undefined {
  for (const list of [models, data]) {
    const entry = entryOf(list, modelId);
    const told =
      has(entry?.capabilities, 'multimodal') ?? has(entry?.architecture?.input_modalities, 'image');
    if (told !== undefined) return told;
  }
  return undefined;
}

function entryOf(list: unknown, modelId: string): ListedModel | null | undefined {
  const entries: readonly (ListedModel | null)[] = Array.isArray(list) ? list : [];
  return entries.find((each) => each?.id === modelId || each?.name === modelId);
}

const has = (list: unknown, word: string): boolean | undefined =>
  Array.isArray(list) ? list.includes(word) : undefined;
