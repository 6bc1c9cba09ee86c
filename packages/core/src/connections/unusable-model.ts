import type { LanguageModelV4 } from '@ai-sdk/provider';

/** A model that cannot be called, for example because its key is unreadable: every request fails with `error`. */
export function unusableModel(name: string, error: unknown): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'unusable',
    modelId: name,
    supportedUrls: {},
    doGenerate: () => Promise.reject(error),
    doStream: () => Promise.reject(error),
  };
}
