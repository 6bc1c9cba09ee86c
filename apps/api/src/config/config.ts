import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { searchProviders } from '@jarvis/contract';
import type { SearchSettings, Settings } from '@jarvis/core';
import type { z } from 'zod';
import { modelSettings } from './model-settings.ts';
import type { Report } from './setting-kinds.ts';
import { parseTrustProxy, type Variables, variables } from './variables.ts';

/** Problems with the settings; the start ends with exit code 78 (EX_CONFIG) and one line for each. */
export class BadSettings extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'BadSettings';
    this.problems = problems;
  }
}

export type Config = ReturnType<typeof readConfig>;

const envFile = fileURLToPath(new URL('../../../../.env', import.meta.url));

/** The settings of the environment, then of a `.env` at the root. Throws BadSettings. */
export function readSettings(file = envFile): Config {
  return readConfig({ ...(existsSync(file) && read(file)), ...process.env });
}

function read(file: string): NodeJS.Dict<string> {
  // Some editors begin a file with a byte order mark.
  const text = readText(file).replace(/^\uFEFF/, '');
  // As UTF-16, which PowerShell writes, no line of it would count.
  if (text.includes('\0')) throw new BadSettings([`${file} must be text in UTF-8`]);
  const cutShort = [...text.matchAll(joinedHash)].flatMap(([, name = '']) =>
    name in variables.shape ? name : [],
  );
  if (cutShort.length === 0) return parseEnv(text);
  throw new BadSettings(
    cutShort.map((name) => `${name} in ${file} has a #: quote the value, or put a space before the comment`),
  );
}

/**
 * An unquoted value with a `#` that follows without a space: `parseEnv` begins a comment there, so a password with a
 * `#` would silently lose its end. Docker Compose reads the same line whole.
 */
const joinedHash = /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=(?![ \t]*["'`])[^\r\n#]*(?<=\S)#/gm;

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new BadSettings([`${file} must be a file that this user can read (${code})`]);
  }
}

/**
 * Reads all settings at once. Throws `BadSettings` with one line for each invalid value, and for each contradiction
 * among the valid ones. An empty variable counts as unset.
 */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim() !== ''));
  const { data, error } = variables.safeParse(given);
  const issues = error?.issues ?? [];
  const wrong = new Set(issues.map(({ path }) => String(path[0])));
  const valid = Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name)));
  const env = data ?? variables.parse(valid);
  const problems = issues.map((issue) => `${issue.path.join('.')} ${wording(issue)}`);
  const report = (contradiction: string) => {
    if (![...wrong].some((name) => contradiction.includes(name))) problems.push(contradiction);
  };
  const databaseUrl = databaseUrlOf(env, report);
  const model = modelSettings(env, report);
  const search = searchSettings(env, report);
  const google = clientOf('GOOGLE', env, report);
  const github = clientOf('GITHUB', env, report);
  const publicUrl = env.PUBLIC_URL ? new URL(env.PUBLIC_URL).origin : `http://localhost:${env.PORT}`;
  if (problems.length > 0) throw new BadSettings(problems);

  const core: Settings = {
    publicUrl,
    chatTimeoutMs: env.CHAT_TIMEOUT_MS,
    modelContextTokens: env.MODEL_CONTEXT_TOKENS,
    connect: env.CONNECT,
    registration: env.REGISTRATION,
    defaultTimeZone: env.DEFAULT_TIME_ZONE,
    push: env.PUSH,
    webhooks: env.WEBHOOKS,
    schedules: env.SCHEDULES,
    schedulesPerAccount: env.SCHEDULES_PER_ACCOUNT,
    scheduleRunsPerDay: env.SCHEDULE_RUNS_PER_DAY,
    scheduleTokensPerMonth: env.SCHEDULE_TOKENS_PER_MONTH,
    scheduleMinMinutes: env.SCHEDULE_MIN_MINUTES,
    scheduleConcurrency: env.SCHEDULE_CONCURRENCY,
    scheduleTimeoutMs: env.SCHEDULE_TIMEOUT_MS,
    textBytesMax: env.TEXT_MB_PER_ACCOUNT && env.TEXT_MB_PER_ACCOUNT * 1_000_000,
    modelInput: env.MODEL_INPUT,
    filesBytesMax: env.FILES_MB_PER_ACCOUNT * 1024 * 1024,
    identityProviders: [...(google ? ['google' as const] : []), ...(github ? ['github' as const] : [])],
  };
  return {
    host: env.HOST,
    port: env.PORT,
    core,
    trustProxy: parseTrustProxy(env.TRUST_PROXY),
    /** Undefined: the embedded Postgres in `dataDir`. */
    databaseUrl,
    /** Connections of one process. */
    databasePool: env.DATABASE_POOL,
    /** `transaction`: behind a transaction pooler, which allows no prepared statements. */
    databasePooler: env.DATABASE_POOLER,
    dataDir: resolve(env.DATA_DIR),
    /** Encrypts the secrets that operators enter in the browser. Undefined: a key generated in `dataDir`. */
    secretKey: env.SECRET_KEY,
    model,
    search,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    /** Undefined: sign-in through this provider is off. */
    google: google && { ...google, issuer: env.GOOGLE_ISSUER },
    github: github && { ...github, url: env.GITHUB_URL, apiUrl: env.GITHUB_API_URL },
    /** Private addresses that may be called, as `host:port`. */
    outboundHosts: env.OUTBOUND_HOSTS,
    policyFile: env.POLICY_FILE,
    processes: env.WEB_CONCURRENCY,
    /** Undefined: no metrics. 0: any free port. */
    metricsPort: env.METRICS_PORT,
    /** The standard OTEL_… variables, if they enable traces; OpenTelemetry reads them itself. */
    tracing: tracingOf(given),
    logLevel: env.LOG_LEVEL,
  };
}

/** The address with the unescaped password inserted. */
function databaseUrlOf(
  { DATABASE_URL: url, DATABASE_PASSWORD: password }: Variables,
  report: Report,
): string | undefined {
  if (password === undefined) return url;
  const userWithoutPassword = /^(postgres(?:ql)?:\/\/[^:@/?#]+)@/;
  if (!(url && userWithoutPassword.test(url)))
    report(
      'DATABASE_PASSWORD needs a DATABASE_URL with a user and no password: postgres://user@host/database',
    );
  return url?.replace(userWithoutPassword, (_match, user) => `${user}:${encodeURIComponent(password)}@`);
}

function searchSettings(env: Variables, report: Report): SearchSettings | undefined {
  const { SEARCH_PROVIDER: provider, SEARCH_URL: url = null, SEARCH_API_KEY: apiKey } = env;
  if (!provider) return undefined;
  const { name, address, needsKey } = searchProviders[provider];
  const chosen = `SEARCH_PROVIDER=${provider}`;
  if (address === undefined && url === null)
    report(`SEARCH_URL is required with ${chosen}: the address of the ${name} server`);
  if (needsKey && !apiKey) report(`SEARCH_API_KEY is required with ${chosen}`);
  return { provider, url, apiKey };
}

function clientOf(provider: 'GOOGLE' | 'GITHUB', env: Variables, report: Report) {
  const [id, secret] = [`${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`] as const;
  const { [id]: clientId, [secret]: clientSecret } = env;
  if (clientId && clientSecret) return { clientId, clientSecret };
  if (clientId || clientSecret) report(`${id} and ${secret} must be set together`);
  return undefined;
}

/** Traces are enabled by naming their destination. */
function tracingOf(given: Record<string, string | undefined>): Record<string, string> | undefined {
  const wanted =
    (given.OTEL_EXPORTER_OTLP_ENDPOINT ?? given.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined &&
    given.OTEL_SDK_DISABLED?.toLowerCase() !== 'true' &&
    given.OTEL_TRACES_EXPORTER !== 'none';
  if (!wanted) return undefined;
  return Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => entry[0].startsWith('OTEL_')),
  );
}

function wording(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `must be ${issue.values.map(String).join(', ')}`;
  return issue.message;
}
