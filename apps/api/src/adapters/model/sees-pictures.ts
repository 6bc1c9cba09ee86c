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
  const { speaks } = modelProviders[server.provider];
  if (speaks !== 'openai-compatible') return undefined;
  const signal = AbortSignal.timeout(askMs);
  const headers = { ...headersOf(server), 'content-type': 'application/json' };
  const address = addressOf(server);
  const answer = async (url: string, init: RequestInit): Promise<ModelsAnswer> => {
    const response = await modelFetch(url, { ...init, signal, headers });
    const body: unknown = response.ok ? await response.json() : undefined;
    return typeof body === 'object' && body !== null ? body : {};
  };
  try {
    if (server.provider !== 'ollama') return listed(await answer(`${address}/models`, {}), modelId);
    const show = { method: 'POST', body: JSON.stringify({ model: modelId }) };
    return has((await answer(`${address.replace(/\/v1$/, '')}/api/show`, show)).capabilities, 'vision');
  } catch {
    return undefined;
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
  readonly architecture?: { readonly input_modalities?: unknown } | null;
}

function listed({ models, data }: ModelsAnswer, modelId: string): boolean | undefined {
  for (const list of [models, data]) {
    const entries: readonly (ListedModel | null)[] = Array.isArray(list) ? list : [];
    const entry = entries.find((each) => each?.id === modelId || each?.name === modelId);
    const told =
      has(entry?.capabilities, 'multimodal') ?? has(entry?.architecture?.input_modalities, 'image');
    if (told !== undefined) return told;
  }
  return undefined;
}

const has = (list: unknown, word: string): boolean | undefined =>
  Array.isArray(list) ? list.includes(word) : undefined;
