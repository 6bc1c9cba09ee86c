import type { Embeddings } from '@jarvis/core';
import type { EmbeddingSettings } from '../../config/embedding-settings.ts';

/** The embedding model of the settings; null without one. The SDKs are loaded when it is first asked. */
export function createEmbeddings(settings: EmbeddingSettings | undefined): Embeddings | null {
  if (!settings) return null;
  return {
    name: `${settings.provider}:${settings.modelId}`,
    async embed(texts, signal) {
      const [{ embedMany }, { providerEmbeddingModel }] = await Promise.all([
        import('ai'),
        import('./embedding-providers.ts'),
      ]);
      const { embeddings } = await embedMany({
        model: providerEmbeddingModel(settings),
        values: [...texts],
        // Whoever asks tries again later, or goes on without.
        maxRetries: 0,
        abortSignal: signal,
      });
      return embeddings;
    },
  };
}
