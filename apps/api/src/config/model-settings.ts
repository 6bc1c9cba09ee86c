import {
  type ModelKeyVariable,
  type ModelProvider,
  modelProviderIds,
  modelProviders,
} from '@jarvis/contract';
import { defaultSettings, type ModelServer, modelInputs } from '@jarvis/core';
import { z } from 'zod';
import { httpUrl, type Report, wholeNumber } from './setting-kinds.ts';

/** A model of a provider, by its own name there. */
export interface NamedModel {
  readonly provider: ModelProvider;
  readonly modelId: string;
}

export interface ModelSettings {
  /** `auto`: the first that is configured, otherwise a local server's, otherwise the built-in rules. */
  readonly model: 'auto' | 'builtin' | NamedModel;
  readonly baseUrl: string | undefined;
  /** Of any provider; takes precedence over the provider's own key. */
  readonly apiKey: string | undefined;
  readonly keys: Readonly<Partial<Record<ModelProvider, string | undefined>>>;
}

const apiKey = z.string().trim().optional();

export const modelVariables = {
  MODEL: z.string().default('auto').transform(parseModel),
  MODEL_BASE_URL: httpUrl,
  MODEL_API_KEY: apiKey,
  ...(Object.fromEntries(
    modelProviderIds.flatMap((id) => {
      const { keyVariable } = modelProviders[id];
      return keyVariable === undefined ? [] : [[keyVariable, apiKey]];
    }),
  ) as Record<ModelKeyVariable, typeof apiKey>),
  MODEL_CONTEXT_TOKENS: wholeNumber(1_000, 10_000_000).default(defaultSettings.modelContextTokens),
  MODEL_INPUT: z.enum(modelInputs).default(defaultSettings.modelInput),
};

type Variables = z.infer<z.ZodObject<typeof modelVariables>>;

export function modelSettings(env: Variables, report: Report): ModelSettings {
  const settings = {
    model: env.MODEL,
    baseUrl: env.MODEL_BASE_URL,
    apiKey: env.MODEL_API_KEY,
    keys: Object.fromEntries(
      modelProviderIds.map((id) => [id, env[modelProviders[id].keyVariable as ModelKeyVariable]]),
    ),
  };
  if (typeof env.MODEL === 'string') return settings;
  const { provider } = env.MODEL;
  const { address, keyVariable } = modelProviders[provider];
  const { baseUrl, apiKey } = serverOf(provider, settings);
  if (address === undefined && baseUrl === null)
    report(`MODEL_BASE_URL is required with MODEL=${provider}:…, including its /v1`);
  if (keyVariable !== undefined && apiKey === undefined)
    report(`${keyVariable} (or MODEL_API_KEY) is required with MODEL=${provider}:…`);
  return settings;
}

export const serverOf = (
  provider: ModelProvider,
  { baseUrl, apiKey, keys }: Omit<ModelSettings, 'model'>,
): ModelServer => ({ provider, baseUrl: baseUrl ?? null, apiKey: apiKey ?? keys[provider] });

function parseModel(setting: string, { addIssue }: z.core.$RefinementCtx): ModelSettings['model'] {
  const text = setting.trim();
  if (text === 'auto' || text === 'builtin') return text;
  // Split at the first colon: model ids may contain colons (`ollama:llama3.2:3b`).
  const [, name, modelId] = /^([^:]*):\s*(.+)$/s.exec(text) ?? [];
  const provider = modelProviderIds.find((id) => id === name);
  if (provider && modelId !== undefined) return { provider, modelId };
  addIssue({
    code: 'custom',
    message: `must be auto, builtin or <provider>:<model id> with provider ${modelProviderIds.join(', ')}`,
  });
  return z.NEVER;
}
