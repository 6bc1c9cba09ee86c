import type { Model } from '@jarvis/core';
import { builtinModel } from '@jarvis/core';
import {
  type ModelProvider,
  type ModelSettings,
  modelProviders,
  ollamaUrl,
  set,
} from '../../config/model-settings.ts';

/**
 * The model that the setting `MODEL` names. `auto` takes the first that is configured, then an Ollama server
 * that answers, then the built-in rules. Throws a TypeError that names what is missing or wrong.
 */
export async function createModel(settings: ModelSettings): Promise<Model> {
  const choice = parseModel(settings.model);
  if (choice) return named(choice.provider, choice.modelId, settings);
  return (settings.model.trim() === 'builtin' ? undefined : await automatic(settings)) ?? builtin;
}

/** Whether the settings name a model, or a key of one: then nobody else chooses. */
export const isDecided = ({ model, baseUrl, apiKey, ...keys }: ModelSettings): boolean =>
  (set(model) ?? 'auto') !== 'auto' ||
  [baseUrl, apiKey, keys.openaiApiKey, keys.anthropicApiKey, keys.googleApiKey].some(
    (value) => set(value) !== undefined,
  );

export const builtin: Model = { name: 'builtin', builtin: true, languageModel: builtinModel() };

/** Reads `MODEL`: undefined for `auto` and `builtin`. Throws a TypeError that says what is accepted. */
export function parseModel(setting: string): { provider: ModelProvider; modelId: string } | undefined {
  const text = set(setting) ?? 'auto';
  if (text === 'auto' || text === 'builtin') return undefined;
  // Split at the first colon: model ids have colons of their own (`ollama:llama3.2:3b`).
  const at = text.indexOf(':');
  const provider = modelProviders.find((name) => name === text.slice(0, at));
  const modelId = text.slice(at + 1).trim();
  if (at < 0 || !provider || modelId === '') {
    throw new TypeError(
      `MODEL is auto, builtin or <provider>:<model id> with provider ${modelProviders.join(', ')}.`,
    );
  }
  return { provider, modelId };
}

/** What `auto` takes of a provider that is configured without naming a model. */
const defaultModels = {
  openai: 'gpt-5.4-mini',
  anthropic: 'claude-sonnet-5',
  google: 'gemini-flash-latest',
} as const;

async function automatic(settings: ModelSettings): Promise<Model | undefined> {
  if (set(settings.openaiApiKey)) return named('openai', defaultModels.openai, settings);
  if (set(settings.anthropicApiKey)) return named('anthropic', defaultModels.anthropic, settings);
  if (set(settings.googleApiKey)) return named('google', defaultModels.google, settings);
  const local = await firstOllamaModel(settings);
  return local === undefined ? undefined : named('ollama', local, settings);
}

/** The first model that an Ollama server on its standard address offers; undefined when none answers. */
async function firstOllamaModel(settings: ModelSettings): Promise<string | undefined> {
  try {
    const response = await fetch(`${ollamaUrl(settings)}/models`, { signal: AbortSignal.timeout(500) });
    const body = (await response.json()) as { data?: { id?: unknown }[] | null };
    const ids = (body.data ?? []).map(({ id }) => id).filter((id) => typeof id === 'string');
    return ids.find((id) => !/embed/i.test(id));
  } catch {
    return undefined;
  }
}

/** The SDKs are loaded when one of them is used. */
async function named(provider: ModelProvider, modelId: string, settings: ModelSettings): Promise<Model> {
  const { providerModel } = await import('./providers.ts');
  const languageModel = providerModel(provider, modelId, settings);
  return { name: `${provider}:${modelId}`, builtin: false, languageModel };
}
