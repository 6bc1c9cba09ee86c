import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { type Rate, type RateName, rates } from '@jarvis/contract';
import proxyAddr from 'proxy-addr';
import { z } from 'zod';
import { BadSettings } from './bad-settings.ts';
import { parseModel } from './outside/model/model.ts';
import { type ModelSettings, providerNames } from './outside/model/model-settings.ts';

const text = z.string().optional();
const number = (min: number, max: number) =>
  z
    .string()
    .refine((value) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number);
const wholeNumber = (fallback: number, min: number, max: number) => number(min, max).default(fallback);
const httpUrl = z
  .string()
  .refine(isHttpUrl, { error: 'must be an http or https address' })
  .transform((value) => value.replace(/\/+$/, ''))
  .optional();

/** Every variable, with its default. Keep `.env.example` and the README's table beside it. */
const settings = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(3000, 0, 65_535),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, { error: 'must be an origin such as https://jarvis.example.org' })
    .optional(),
  TRUST_PROXY: z
    .string()
    .refine(isTrustable, { error: 'must be a number of hops, or comma-separated addresses and subnets' })
    .optional(),
  DATABASE_URL: z
    .string()
    .refine((value) => /^postgres(ql)?:\/\//.test(value), {
      error: 'must start with postgres:// or postgresql://',
    })
    .optional(),
  DATABASE_POOL: wholeNumber(10, 1, 1_000),
  DATABASE_POOLER: z.enum(['none', 'transaction']).default('none'),
  DATA_DIR: z.string().default('.data'),
  MODEL: z
    .string()
    .default('auto')
    .refine(isModel, {
      error: `must be auto, builtin or <provider>:<model id> with provider ${providerNames.join(', ')}`,
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
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GOOGLE_ISSUER: httpUrl,
  GITHUB_CLIENT_ID: text,
  GITHUB_CLIENT_SECRET: text,
  GITHUB_URL: httpUrl,
  GITHUB_API_URL: httpUrl,
  POLICY_FILE: text,
  WEB_CONCURRENCY: z
    .string()
    .default('1')
    .refine(
      (value) => value === 'auto' || (/^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= 64),
      {
        error: 'must be a whole number from 1 to 64, or auto: one process for each core',
      },
    )
    .transform((value) => (value === 'auto' ? Math.min(availableParallelism(), 64) : Number(value))),
  METRICS_PORT: number(0, 65_535).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export interface Config {
  readonly host: string;
  readonly port: number;
  /** Origin that users see, without a slash at its end. */
  readonly publicUrl: string;
  /** True when PUBLIC_URL is https: Secure cookies, HSTS. */
  readonly secure: boolean;
  /** Hops, or addresses and subnets, whose X-Forwarded-For is believed; false: none. */
  readonly trustProxy: number | readonly string[] | false;
  /** Undefined: the embedded Postgres in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly databasePool: number;
  /** Behind a pooler that hands out connections by transaction, nothing may be prepared. */
  readonly databasePooler: 'none' | 'transaction';
  readonly dataDir: string;
  readonly model: ModelSettings;
  readonly modelContextTokens: number;
  readonly chatTimeoutMs: number;
  readonly search:
    | {
        readonly provider: 'searxng' | 'brave' | 'tavily';
        readonly url: string | undefined;
        readonly apiKey: string | undefined;
      }
    | undefined;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly google:
    | { readonly clientId: string; readonly clientSecret: string; readonly issuer: string }
    | undefined;
  readonly github:
    | {
        readonly clientId: string;
        readonly clientSecret: string;
        readonly url: string;
        readonly apiUrl: string;
      }
    | undefined;
  readonly policyFile: string | undefined;
  /** Processes behind the one port. */
  readonly processes: number;
  /** Undefined: no metrics. 0: any free port. */
  readonly metricsPort: number | undefined;
  /** The standard OTEL_… variables when they ask for traces; OpenTelemetry reads them itself. */
  readonly tracing: Readonly<Record<string, string>> | undefined;
  readonly logLevel: string;
  readonly rates: Readonly<Record<RateName, Rate>>;
}

/** Reads all settings at once. Throws `BadSettings` with one problem a line. An empty variable is an unset one. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim() !== ''));
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    throw new BadSettings([
      ...parsed.error.issues.map((issue) => `${issue.path.join('.')} ${wording(issue)}`),
      ...contradictionsBeside(parsed.error.issues, given),
    ]);
  }
  const env = parsed.data;
  const problems = contradictions(env);
  if (problems.length > 0) throw new BadSettings(problems);

  const publicUrl = env.PUBLIC_URL ? new URL(env.PUBLIC_URL).origin : `http://localhost:${env.PORT}`;
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl,
    secure: publicUrl.startsWith('https:'),
    trustProxy: parseTrustProxy(env.TRUST_PROXY),
    databaseUrl: env.DATABASE_URL,
    databasePool: env.DATABASE_POOL,
    databasePooler: env.DATABASE_POOLER,
    dataDir: resolve(env.DATA_DIR),
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
    google:
      env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET
        ? {
            clientId: env.GOOGLE_CLIENT_ID,
            clientSecret: env.GOOGLE_CLIENT_SECRET,
            issuer: env.GOOGLE_ISSUER ?? 'https://accounts.google.com',
          }
        : undefined,
    github:
      env.GITHUB_CLIENT_ID && env.GITHUB_CLIENT_SECRET
        ? {
            clientId: env.GITHUB_CLIENT_ID,
            clientSecret: env.GITHUB_CLIENT_SECRET,
            url: env.GITHUB_URL ?? 'https://github.com',
            apiUrl: env.GITHUB_API_URL ?? 'https://api.github.com',
          }
        : undefined,
    policyFile: env.POLICY_FILE,
    processes: env.WEB_CONCURRENCY,
    metricsPort: env.METRICS_PORT,
    tracing: tracingOf(given),
    logLevel: env.LOG_LEVEL,
    rates,
  };
}

type Settings = z.infer<typeof settings>;

/** Traces are wanted when somebody says where to send them. */
function tracingOf(given: Record<string, string | undefined>): Config['tracing'] {
  const wanted =
    (given.OTEL_EXPORTER_OTLP_ENDPOINT ?? given.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined &&
    given.OTEL_SDK_DISABLED?.toLowerCase() !== 'true' &&
    given.OTEL_TRACES_EXPORTER !== 'none';
  if (!wanted) return undefined;
  return Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => entry[0].startsWith('OTEL_')),
  );
}

/** What contradicts itself among the values that are right, so that all problems are told at once. */
function contradictionsBeside(
  issues: readonly z.core.$ZodIssue[],
  given: Readonly<Record<string, unknown>>,
): string[] {
  const wrong = new Set(issues.map(({ path }) => String(path[0])));
  const rest = settings.safeParse(
    Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name))),
  );
  if (!rest.success) return [];
  return contradictions(rest.data).filter((problem) => ![...wrong].some((name) => problem.includes(name)));
}

function contradictions(env: Settings): string[] {
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
  for (const provider of ['GOOGLE', 'GITHUB'] as const) {
    const id = env[`${provider}_CLIENT_ID`];
    const secret = env[`${provider}_CLIENT_SECRET`];
    if (Boolean(id) !== Boolean(secret)) {
      problems.push(`${provider}_CLIENT_ID and ${provider}_CLIENT_SECRET must be set together`);
    }
  }
  return problems;
}

function wording(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `must be ${issue.values.map(String).join(', ')}`;
  return issue.message;
}

function isModel(value: string): boolean {
  try {
    parseModel(value);
    return true;
  } catch {
    return false;
  }
}

function parseTrustProxy(value: string | undefined): number | readonly string[] | false {
  if (value === undefined) return false;
  if (/^\d{1,2}$/.test(value.trim())) return Number(value);
  return value.split(',').map((part) => part.trim());
}

function isTrustable(value: string): boolean {
  const trusted = parseTrustProxy(value);
  try {
    if (typeof trusted === 'object') proxyAddr.compile([...trusted]);
    return true;
  } catch {
    return false;
  }
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

function isOrigin(value: string): boolean {
  if (!isHttpUrl(value)) return false;
  const url = new URL(value);
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
}
