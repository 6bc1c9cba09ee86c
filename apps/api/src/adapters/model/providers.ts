import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelServer } from '@jarvis/core';
import { defaultSettingsMiddleware, extractReasoningMiddleware, wrapLanguageModel } from 'ai';
import { type ModelProvider, type ModelSettings, ollamaUrl, set } from '../../config/model-settings.ts';
import { addressOf } from './addresses.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { streamOrConvert } from './plain-answer.ts';

/**
 * The provider's model. Keys and addresses are passed explicitly: an SDK must not pick up a variable that the
 * settings do not name. OpenAI is told not to keep what people write.
 */
export function providerModel(
  provider: ModelProvider,
  modelId: string,
  settings: ModelSettings,
): LanguageModelV4 {
  const own = (value: string | undefined) => set(settings.apiKey) ?? set(value);
  const baseURL = set(settings.baseUrl);
  const at = baseURL === undefined ? {} : { baseURL };
  switch (provider) {
    case 'openai':
      return wrapLanguageModel({
        model: createOpenAI({
          apiKey: own(settings.openaiApiKey) ?? missing('OPENAI_API_KEY'),
          fetch: boundedFetch,
          ...at,
        })(modelId),
        middleware: defaultSettingsMiddleware({
          settings: { providerOptions: { openai: { store: false } } },
        }),
      });
    case 'anthropic':
      return createAnthropic({
        apiKey: own(settings.anthropicApiKey) ?? missing('ANTHROPIC_API_KEY'),
        fetch: boundedFetch,
        ...at,
      })(modelId);
    case 'google':
      return createGoogle({
        apiKey: own(settings.googleApiKey) ?? missing('GOOGLE_GENERATIVE_AI_API_KEY'),
        fetch: boundedFetch,
        ...at,
      })(modelId);
    case 'ollama':
      return compatible(provider, ollamaUrl(settings), settings, modelId);
    case 'openai-compatible':
      return compatible(provider, baseURL ?? missing('MODEL_BASE_URL'), settings, modelId);
  }
}

/** The model of a server that an operator has connected. */
export function serverModel(server: ModelServer, modelId: string): LanguageModelV4 {
  const { provider, apiKey } = server;
  const settings = { model: '', baseUrl: addressOf(server), apiKey };
  const hasOwnSdk = provider === 'openai' || provider === 'anthropic' || provider === 'google';
  if (hasOwnSdk) return providerModel(provider, modelId, settings);
  if (settings.baseUrl === '') missing('an address');
  return compatible(provider, settings.baseUrl, settings, modelId);
}

function compatible(
  name: string,
  baseURL: string,
  settings: ModelSettings,
  modelId: string,
): LanguageModelV4 {
  const apiKey = set(settings.apiKey);
  const provider = createOpenAICompatible({
    name,
    baseURL,
    includeUsage: true,
    fetch: streamOrConvert,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  return wrapLanguageModel({
    model: provider(modelId),
    // Many open models write their thoughts into the text, between these marks.
    middleware: extractReasoningMiddleware({ tagName: 'think' }),
  });
}

function missing(variable: string): never {
  throw new TypeError(`MODEL needs ${variable}, which is not set.`);
}
