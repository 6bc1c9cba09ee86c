import { z } from 'zod';
import { parseModel } from '../adapters/model/model.ts';
import type { SearchSettings } from '../adapters/search/search.ts';
import { type ModelSettings, modelProviders } from './model-settings.ts';
import { httpUrl, text, wholeNumber } from './setting-kinds.ts';

/** The variables of the model, search and mail. */
export const integrationVariables = {
  MODEL: z
    .string()
    .default('auto')
    .refine(isModel, {
      error: `must be auto, builtin or <provider>:<model id> with provider ${modelProviders.join(', ')}`,
    }),
  MODEL_BASE_URL: httpUrl,
  MODEL_API_KEY: text,
  OPENAI_API_KEY: text,
  ANTHROPIC_API_KEY: text,
  GOOGLE_GENERATIVE_AI_API_KEY: text,
  MODEL_CONTEXT_TOKENS: wholeNumber(32_000, 1_000, 10_000_000),
  CHAT_TIMEOUT_MS: wholeNumber(60_000, 100, 3_600_000),
  SEARCH_PROVIDER: z.enum(['searxng', 'brave', 'tavily']).optional(),
  SEARCH_URL: httpUrl,
  SEARCH_API_KEY: text,
  SMTP_URL: z
    .string()
    .refine((value) => /^smtps?:\/\/[^/]/.test(value), {
      error: 'must be smtp://user:pass@host:port or smtps://…',
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .refine((value) => /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value.trim()), {
      error: 'must be an address such as Jarvis <no-reply@example.org>',
    })
    .default('Jarvis <no-reply@localhost>'),
};

type Variables = z.infer<z.ZodObject<typeof integrationVariables>>;

export interface IntegrationSettings {
  readonly model: ModelSettings;
  readonly modelContextTokens: number;
  readonly chatTimeoutMs: number;
  readonly search: SearchSettings | undefined;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
}

export function integrationSettings(env: Variables): IntegrationSettings {
  return {
    model: {
      model: env.MODEL,
      baseUrl: env.MODEL_BASE_URL,
      apiKey: env.MODEL_API_KEY,
      openaiApiKey: env.OPENAI_API_KEY,
      anthropicApiKey: env.ANTHROPIC_API_KEY,
      googleApiKey: env.GOOGLE_GENERATIVE_AI_API_KEY,
    },
    modelContextTokens: env.MODEL_CONTEXT_TOKENS,
    chatTimeoutMs: env.CHAT_TIMEOUT_MS,
    search: env.SEARCH_PROVIDER && {
      provider: env.SEARCH_PROVIDER,
      url: env.SEARCH_URL,
      apiKey: env.SEARCH_API_KEY,
    },
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
  };
}

/** What each choice of a model or a search service requires beside it. */
export function integrationContradictions(env: Variables): string[] {
  const problems: string[] = [];
  const model = parseModel(env.MODEL);
  const keyOf = {
    openai: env.OPENAI_API_KEY,
    anthropic: env.ANTHROPIC_API_KEY,
    google: env.GOOGLE_GENERATIVE_AI_API_KEY,
  };
  if (typeof model === 'object' && model.provider === 'openai-compatible' && !env.MODEL_BASE_URL) {
    problems.push('MODEL_BASE_URL is required with MODEL=openai-compatible:…, including its /v1');
  }
  if (
    model &&
    model.provider in keyOf &&
    !keyOf[model.provider as keyof typeof keyOf] &&
    !env.MODEL_API_KEY
  ) {
    const variable =
      model.provider === 'google'
        ? 'GOOGLE_GENERATIVE_AI_API_KEY'
        : `${model.provider.toUpperCase()}_API_KEY`;
    problems.push(`${variable} (or MODEL_API_KEY) is required with MODEL=${model.provider}:…`);
  }
  if (env.SEARCH_PROVIDER === 'searxng' && !env.SEARCH_URL) {
    problems.push('SEARCH_URL is required with SEARCH_PROVIDER=searxng: the address of the SearXNG server');
  }
  if ((env.SEARCH_PROVIDER === 'brave' || env.SEARCH_PROVIDER === 'tavily') && !env.SEARCH_API_KEY) {
    problems.push(`SEARCH_API_KEY is required with SEARCH_PROVIDER=${env.SEARCH_PROVIDER}`);
  }
  return problems;
}

function isModel(value: string): boolean {
  try {
    parseModel(value);
    return true;
  } catch {
    return false;
  }
}
