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

/** Where such a server is mostly found. */
export const usualAddresses: Partial<Record<ModelProvider, string>> = {
  ollama: 'http://127.0.0.1:11434/v1',
  lmstudio: 'http://127.0.0.1:1234/v1',
  llamacpp: 'http://127.0.0.1:8080/v1',
  'openai-compatible': 'https://models.example.org/v1',
};
