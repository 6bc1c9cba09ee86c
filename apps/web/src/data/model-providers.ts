import type { ModelProvider } from './types.ts';

/** As they call themselves. */
export const modelProviderNames: Record<ModelProvider, string> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  ollama: 'Ollama',
  lmstudio: 'LM Studio',
  llamacpp: 'llama.cpp',
  'openai-compatible': 'OpenAI-compatible',
};

export const modelProviders = Object.keys(modelProviderNames) as ModelProvider[];

/**
 * How a model calls itself: without the provider that its name begins with; that comes after it where another model of
 * `among` is called the same, and where nothing stands beside it.
 */
export function modelLabel(name: string, among?: readonly string[]): string {
  const { provider, model } = partsOf(name);
  if (!provider) return model;
  const isClear = among?.every((other) => other === name || partsOf(other).model !== model);
  return isClear ? model : `${model} (${modelProviderNames[provider]})`;
}

function partsOf(name: string) {
  const provider = modelProviders.find((known) => name.startsWith(`${known}:`));
  return { provider, model: provider ? name.slice(provider.length + 1) : name };
}

/** Where such a server is mostly found. */
export const usualAddresses: Partial<Record<ModelProvider, string>> = {
  ollama: 'http://127.0.0.1:11434/v1',
  lmstudio: 'http://127.0.0.1:1234/v1',
  llamacpp: 'http://127.0.0.1:8080/v1',
  'openai-compatible': 'https://models.example.org/v1',
};
