import { z } from 'zod';
import { httpUrl, text } from './setting-kinds.ts';

export const embeddingProviders = ['openai', 'google', 'ollama', 'openai-compatible'] as const;
export type EmbeddingProvider = (typeof embeddingProviders)[number];

/** The variables of the model that gives messages vectors. */
export const embeddingVariables = {
  EMBEDDING_MODEL: z
    .string()
    .refine((value) => parsed(value) !== undefined, {
      error: `must be <provider>:<model id> with provider ${embeddingProviders.join(', ')}`,
    })
    .optional(),
  EMBEDDING_BASE_URL: httpUrl,
  EMBEDDING_API_KEY: text,
};

export interface EmbeddingSettings {
  readonly provider: EmbeddingProvider;
  readonly modelId: string;
  /** Undefined: the provider's own. */
  readonly baseUrl: string | undefined;
  readonly apiKey: string | undefined;
}

type Variables = z.infer<z.ZodObject<typeof embeddingVariables>> & {
  readonly OPENAI_API_KEY?: string | undefined;
  readonly GOOGLE_GENERATIVE_AI_API_KEY?: string | undefined;
};

/** Undefined: no embedding model. */
export function embeddingSettings(env: Variables): EmbeddingSettings | undefined {
  const model = parsed(env.EMBEDDING_MODEL);
  if (!model) return undefined;
  const ofProvider = keyVariable(model.provider);
  return {
    ...model,
    baseUrl: env.EMBEDDING_BASE_URL,
    apiKey: env.EMBEDDING_API_KEY ?? (ofProvider && env[ofProvider]),
  };
}

export function embeddingContradictions(env: Variables): string[] {
  const settings = embeddingSettings(env);
  if (!settings) return [];
  const { provider, baseUrl, apiKey } = settings;
  const ofProvider = keyVariable(provider);
  const problems: string[] = [];
  if (provider === 'openai-compatible' && !baseUrl) {
    problems.push(
      'EMBEDDING_BASE_URL is required with EMBEDDING_MODEL=openai-compatible:…, including its /v1',
    );
  }
  if (ofProvider && !apiKey) {
    problems.push(`${ofProvider} (or EMBEDDING_API_KEY) is required with EMBEDDING_MODEL=${provider}:…`);
  }
  return problems;
}

/** Where the key is that the provider has for its other models as well; undefined for one that needs none. */
function keyVariable(provider: EmbeddingProvider) {
  if (provider === 'openai') return 'OPENAI_API_KEY';
  return provider === 'google' ? 'GOOGLE_GENERATIVE_AI_API_KEY' : undefined;
}

/** Split at the first colon: model ids have colons of their own. */
function parsed(value = ''): { provider: EmbeddingProvider; modelId: string } | undefined {
  const at = value.indexOf(':');
  const provider = embeddingProviders.find((name) => name === value.slice(0, at).trim());
  const modelId = value.slice(at + 1).trim();
  return provider && modelId !== '' ? { provider, modelId } : undefined;
}
