import type { ModelServer } from '@jarvis/core';
import { ollamaDefaultUrl } from '../../config/model-settings.ts';

/** Where each provider is unless an operator says otherwise; local servers on their usual ports. */
const usual: Partial<Record<ModelServer['provider'], string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  ollama: ollamaDefaultUrl,
  lmstudio: 'http://127.0.0.1:1234/v1',
  llamacpp: 'http://127.0.0.1:8080/v1',
};

/** The address of the server's interface, `/v1` included. Ollama's own address is completed, as people paste it. */
export function addressOf({ provider, baseUrl }: Pick<ModelServer, 'provider' | 'baseUrl'>): string {
  const address = baseUrl ?? usual[provider] ?? '';
  const local = provider === 'ollama' || provider === 'lmstudio' || provider === 'llamacpp';
  return local && !address.endsWith('/v1') ? `${address}/v1` : address;
}
