/*
 * The model and search providers. Pages, settings, their checks and the adapters follow from these two tables; only
 * apps/api/README.md and .env.example repeat them, for readers, and a test compares.
 */

interface Provider {
  readonly name: string;
  /** The default address; undefined if the operator has to give one. */
  readonly address?: string;
}

export interface ModelProviderEntry extends Provider {
  /** The protocol; apps/api/src/adapters/model/language-model.ts has a client for each. */
  readonly speaks: 'openai' | 'anthropic' | 'google' | 'openai-compatible';
  /** A local server, detected at its default address. */
  readonly isLocal?: true;
  /** It refuses a request for JSON without a schema. */
  readonly needsSchema?: true;
  /** The setting with the key; undefined if no key is required. */
  readonly keyVariable?: string;
  /** The model for `MODEL=auto` when there is a key. */
  readonly automaticModel?: string;
}

const modelTable = {
  openai: {
    name: 'OpenAI',
    speaks: 'openai',
    address: 'https://api.openai.com/v1',
    keyVariable: 'OPENAI_API_KEY',
    automaticModel: 'gpt-5.4-mini',
  },
  anthropic: {
    name: 'Anthropic',
    speaks: 'anthropic',
    address: 'https://api.anthropic.com/v1',
    keyVariable: 'ANTHROPIC_API_KEY',
    automaticModel: 'claude-sonnet-5',
  },
  google: {
    name: 'Google',
    speaks: 'google',
    address: 'https://generativelanguage.googleapis.com/v1beta',
    keyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY',
    automaticModel: 'gemini-flash-latest',
  },
  ollama: {
    name: 'Ollama',
    speaks: 'openai-compatible',
    address: 'http://127.0.0.1:11434/v1',
    isLocal: true,
  },
  lmstudio: {
    name: 'LM Studio',
    speaks: 'openai-compatible',
    address: 'http://127.0.0.1:1234/v1',
    isLocal: true,
    needsSchema: true,
  },
  llamacpp: {
    name: 'llama.cpp',
    speaks: 'openai-compatible',
    address: 'http://127.0.0.1:8080/v1',
    isLocal: true,
  },
  'openai-compatible': { name: 'OpenAI-compatible', speaks: 'openai-compatible' },
} as const satisfies Record<string, ModelProviderEntry>;

export type ModelProvider = keyof typeof modelTable;
export type ModelKeyVariable = Extract<
  (typeof modelTable)[ModelProvider],
  { keyVariable: string }
>['keyVariable'];

export const modelProviders: Readonly<Record<ModelProvider, ModelProviderEntry>> = modelTable;
export const modelProviderIds = Object.keys(modelTable) as readonly ModelProvider[];

export interface SearchProviderEntry extends Provider {
  readonly needsKey?: true;
}

const searchTable = {
  searxng: { name: 'SearXNG' },
  brave: { name: 'Brave', address: 'https://api.search.brave.com', needsKey: true },
  tavily: { name: 'Tavily', address: 'https://api.tavily.com', needsKey: true },
} as const satisfies Record<string, SearchProviderEntry>;

export type SearchProvider = keyof typeof searchTable;

export const searchProviders: Readonly<Record<SearchProvider, SearchProviderEntry>> = searchTable;
export const searchProviderIds = Object.keys(searchTable) as readonly SearchProvider[];
