import { modelProviderIds, modelProviders } from '@jarvis/contract';
import { builtinModel, type Model, type ModelServer } from '@jarvis/core';
import { type ModelSettings, type NamedModel, serverOf } from '../../config/model-settings.ts';
import { contextTokens, seesPictures } from './abilities.ts';
import { listModels } from './list-models.ts';

export const builtin: Model = { name: 'builtin', builtin: true, languageModel: builtinModel() };

/** The setting `MODEL`. `auto`: the first configured model, then an Ollama that answers, then the built-in rules. */
export async function createModel({ model, ...settings }: ModelSettings): Promise<Model> {
  const choice = model === 'auto' ? await automatic(settings) : model;
  return choice === 'builtin' ? builtin : serverModel(serverOf(choice.provider, settings), choice.modelId);
}

/** A model of a server. An SDK is loaded on its first use. */
export async function serverModel(server: ModelServer, modelId: string): Promise<Model> {
  const { languageModelOf } = await import('./language-model.ts');
  let lastContext: number | undefined;
  return {
    name: `${server.provider}:${modelId}`,
    builtin: false,
    languageModel: languageModelOf(server, modelId),
    seesPictures: () => seesPictures(server, modelId),
    contextTokens: async () => {
      lastContext = (await contextTokens(server, modelId)) ?? lastContext;
      return lastContext;
    },
  };
}

/** Whether the settings name a model or have a model's key: then operators cannot choose one in the browser. */
export const isDecided = ({ model, baseUrl, apiKey, keys }: ModelSettings): boolean =>
  model !== 'auto' || [baseUrl, apiKey, ...Object.values(keys)].some((setting) => setting !== undefined);

async function automatic(settings: Omit<ModelSettings, 'model'>): Promise<NamedModel | 'builtin'> {
  for (const provider of modelProviderIds) {
    const { automaticModel } = modelProviders[provider];
    if (automaticModel !== undefined && settings.keys[provider] !== undefined)
      return { provider, modelId: automaticModel };
  }
  const signal = AbortSignal.timeout(localTimeoutMs);
  const [modelId] = await listModels(serverOf('ollama', settings), signal).catch(() => []);
  return modelId === undefined ? 'builtin' : { provider: 'ollama', modelId };
}

/** Long: the choice holds until the next start, both may start with a busy machine, and a missing server refuses at once. */
const localTimeoutMs = 5_000;
