import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { modelProviders } from '@jarvis/contract';
import type { ModelServer } from '@jarvis/core';
import {
  defaultSettingsMiddleware,
  extractReasoningMiddleware,
  type LanguageModelMiddleware,
  wrapLanguageModel,
} from 'ai';
import { addressOf, modelFetch } from './addresses.ts';
import { chatFetch } from './chat-fetch.ts';

/**
 * The model of a server. Keys and addresses are passed explicitly, so that an SDK cannot read a variable that is not
 * a setting. Tells OpenAI not to store messages. Throws a TypeError without an address.
 */
export function languageModelOf(server: ModelServer, modelId: string): LanguageModelV4 {
  const { provider, apiKey = '' } = server;
  const baseURL = addressOf(server);
  if (baseURL === '') throw new TypeError(`${provider} needs an address.`);
  const { speaks, needsSchema } = modelProviders[provider];
  switch (speaks) {
    case 'openai':
      return wrapLanguageModel({
        model: createOpenAI({ apiKey, baseURL, fetch: modelFetch })(modelId),
        middleware: [
          defaultSettingsMiddleware({ settings: { providerOptions: { openai: { store: false } } } }),
          withLeastTokens,
        ],
      });
    case 'anthropic':
      return createAnthropic({ apiKey, baseURL, fetch: modelFetch })(modelId);
    case 'google':
      return createGoogle({ apiKey, baseURL, fetch: modelFetch })(modelId);
    case 'openai-compatible':
      return wrapLanguageModel({
        model: createOpenAICompatible({
          name: provider,
          baseURL,
          includeUsage: true,
          fetch: chatFetch,
          ...(needsSchema && { supportsStructuredOutputs: true }),
          ...(apiKey !== '' && { apiKey }),
        })(modelId),
        // Many open models write their reasoning into the text, between these tags.
        middleware: [extractReasoningMiddleware({ tagName: 'think' }), ...(needsSchema ? [withSchema] : [])],
      });
  }
}

/** OpenAI refuses a lower limit of output tokens; programs that only test a connection send one. */
const outputTokensMin = 16;

const withLeastTokens: LanguageModelMiddleware = {
  transformParams: async ({ params }) =>
    params.maxOutputTokens === undefined
      ? params
      : { ...params, maxOutputTokens: Math.max(outputTokensMin, params.maxOutputTokens) },
};

/** Adds the schema of any object to a request for JSON without a schema. */
const withSchema: LanguageModelMiddleware = {
  transformParams: async ({ params }) =>
    params.responseFormat?.type === 'json' && !params.responseFormat.schema
      ? { ...params, responseFormat: { type: 'json', schema: { type: 'object' } } }
      : params,
};
