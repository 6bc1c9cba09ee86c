import { type ModelProvider, modelProviderIds, modelProviders } from '@jarvis/contract';
import type { Model, ModelServer } from '@jarvis/core';
import { builtinModel } from '@jarvis/core';
import { listModels } from './list-models.ts';
import { seesPictures } from './sees-pictures.ts';

/** Settings of the model, as config/integrations.ts reads them. An empty one counts as unset. */
export interface ModelSettings {
  /** `auto`, `builtin` or `<provider>:<model id>`. */
  readonly model: string;
  readonly baseUrl?: string | undefined;
  /** For any provider; takes precedence over the provider's own. */
  readonly apiKey?: string | undefined;
  readonly keys?: Readonly<Partial<Record<ModelProvider, string | undefined>>>;
}

export const builtin: Model = { name: 'builtin', builtin: true, languageModel: builtinModel() };

/**
 * The model of the setting `MODEL`. `auto` takes the first configured one, then an Ollama server that answers, then
 * the built-in rules. Throws a TypeError that names the missing or wrong setting.
 */
export async function createModel(settings: ModelSettings): Promise<Model> {
  const problem = modelProblem(settings);
  if (problem !== undefined) throw new TypeError(problem);
  const choice =
    parseModel(settings.model) ??
    (settings.model.trim() === 'builtin' ? undefined : await automatic(settings));
  return choice ? serverModel(serverOf(choice.provider, settings), choice.modelId) : builtin;
}

/** A model of a server. An SDK is loaded on its first use. */
export async function serverModel(server: ModelServer, modelId: string): Promise<Model> {
  const { languageModelOf } = await import('./language-model.ts');
  return {
    name: `${server.provider}:${modelId}`,
    builtin: false,
    languageModel: languageModelOf(server, modelId),
    seesPictures: () => seesPictures(server, modelId),
  };
}

/** Whether the settings name a model, or a model's key: then operators cannot choose one in the browser. */
export const isDecided = ({ model, baseUrl, apiKey, keys = {} }: ModelSettings): boolean =>
  (set(model) ?? 'auto') !== 'auto' || [baseUrl, apiKey, ...Object.values(keys)].some(set);

/** The forms of `MODEL`, for error messages. */
export const modelForms = `auto, builtin or <provider>:<model id> with provider ${modelProviderIds.join(', ')}`;

/** Parses `MODEL`: undefined for `auto` and `builtin`. Throws a TypeError that says what is accepted. */
export function parseModel(setting: string): { provider: ModelProvider; modelId: string } | undefined {
  const text = set(setting) ?? 'auto';
  if (text === 'auto' || text === 'builtin') return undefined;
  // Split at the first colon: model ids may contain colons (`ollama:llama3.2:3b`).
  const at = text.indexOf(':');
  const provider = modelProviderIds.find((id) => id === text.slice(0, at));
  const modelId = text.slice(at + 1).trim();
  if (at < 0 || !provider || modelId === '') throw new TypeError(`MODEL is ${modelForms}.`);
  return { provider, modelId };
}

/** A sentence about the setting that the chosen model lacks; undefined if none is missing. */
export function modelProblem(settings: ModelSettings): string | undefined {
  const provider = parseModel(settings.model)?.provider;
  if (!provider) return undefined;
  const { address, keyVariable } = modelProviders[provider];
  const { baseUrl, apiKey } = serverOf(provider, settings);
  if (address === undefined && baseUrl === null) {
    return `MODEL_BASE_URL is required with MODEL=${provider}:…, including its /v1`;
  }
  if (keyVariable !== undefined && apiKey === undefined) {
    return `${keyVariable} (or MODEL_API_KEY) is required with MODEL=${provider}:…`;
  }
  return undefined;
}

const serverOf = (provider: ModelProvider, { baseUrl, apiKey, keys }: ModelSettings): ModelServer => ({
  provider,
  baseUrl: set(baseUrl) ?? null,
  apiKey: set(apiKey) ?? set(keys?.[provider]),
});

async function automatic(settings: ModelSettings): Promise<ReturnType<typeof parseModel>> {
  for (const provider of modelProviderIds) {
    const { automaticModel } = modelProviders[provider];
    if (automaticModel !== undefined && set(settings.keys?.[provider])) {
      return { provider, modelId: automaticModel };
    }
  }
  const signal = AbortSignal.timeout(localTimeoutMs);
  const [modelId] = await listModels(serverOf('ollama', settings), signal).catch(() => []);
  return modelId === undefined ? undefined : { provider: 'ollama', modelId };
}

const localTimeoutMs = 500;

/** An empty setting counts as unset: the SDKs would send an empty key. */
const set = (value: string | undefined): string | undefined => value?.trim() || undefined;
