import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import type { EmbeddingSettings } from '../../config/embedding-settings.ts';
import { ollamaUrl } from '../../config/model-settings.ts';
import { boundedFetch } from '../model/bounded-fetch.ts';

/** Keys and addresses are passed explicitly: an SDK must not pick up a variable that the settings do not name. */
export function providerEmbeddingModel({
  provider,
  modelId,
  baseUrl,
  apiKey = '',
}: EmbeddingSettings): EmbeddingModelV4 {
  const at = { fetch: boundedFetch, ...(baseUrl === undefined ? {} : { baseURL: baseUrl }) };
  switch (provider) {
    case 'openai':
      return createOpenAI({ ...at, apiKey }).embeddingModel(modelId);
    case 'google':
      return createGoogle({ ...at, apiKey }).embeddingModel(modelId);
    case 'ollama':
      return compatible(provider, ollamaUrl({ model: modelId, baseUrl }), apiKey, modelId);
    case 'openai-compatible':
      return compatible(provider, baseUrl ?? '', apiKey, modelId);
  }
}

const compatible = (name: string, baseURL: string, apiKey: string, modelId: string): EmbeddingModelV4 =>
  createOpenAICompatible({
    name,
    baseURL,
    fetch: boundedFetch,
    ...(apiKey === '' ? {} : { apiKey }),
  }).embeddingModel(modelId);
