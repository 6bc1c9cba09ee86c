export const modelProviders = ['openai', 'anthropic', 'google', 'ollama', 'openai-compatible'] as const;
export type ModelProvider = (typeof modelProviders)[number];

/** Settings of the model, as integrations.ts reads them. An empty one counts as unset. */
export interface ModelSettings {
  /** `auto`, `builtin` or `<provider>:<model id>`. */
  readonly model: string;
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly openaiApiKey?: string | undefined;
  readonly anthropicApiKey?: string | undefined;
  readonly googleApiKey?: string | undefined;
  readonly ollamaBaseUrl?: string | undefined;
}

export const ollamaDefaultUrl = 'http://127.0.0.1:11434/v1';

/** Where Ollama's OpenAI-compatible interface is, `/v1` included. */
export function ollamaUrl(settings: ModelSettings): string {
  const url = (set(settings.baseUrl) ?? set(settings.ollamaBaseUrl) ?? ollamaDefaultUrl).replace(
    /(?<!\/)\/+$/,
    '',
  );
  return url.endsWith('/v1') ? url : `${url}/v1`;
}

/** A setting that is empty counts as unset: the SDKs would send an empty key. */
export function set(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value.trim();
}
