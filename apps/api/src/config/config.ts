import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { isTimeZone, registrationModes } from '@jarvis/contract';
import { defaultSettings, type Settings } from '@jarvis/core';
import proxyAddr from 'proxy-addr';
import { z } from 'zod';
import { BadSettings } from './bad-settings.ts';
import { databaseSettings, databaseVariables } from './database-settings.ts';
import { hasForbiddenPort } from './forbidden-ports.ts';
import { integrationSettings, integrationVariables } from './integration-settings.ts';
import { providerSettings, providerVariables } from './provider-settings.ts';
import { forbiddenPort, httpUrl, isHttpUrl, onOrOff, text, wholeNumber } from './setting-kinds.ts';

/** Every variable, with its default. `.env.example` and the README's table name each one; a test requires it. */
export const settings = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, { error: 'must be an origin such as https://jarvis.example.org', abort: true })
    .refine((value) => !hasForbiddenPort(value), { error: forbiddenPort })
    .optional(),
  TRUST_PROXY: z
    .string()
    .refine(isTrustable, { error: 'must be a number of hops, or comma-separated addresses and subnets' })
    .optional(),
  ...databaseVariables,
  DATA_DIR: z.string().default('.data'),
  SECRET_KEY: z
    .string()
    .refine((value) => value.length >= 32, { error: 'must have at least 32 characters' })
    .optional(),
  REGISTRATION: z.enum(registrationModes).optional(),
  CONNECT: onOrOff(defaultSettings.connect),
  DEFAULT_TIME_ZONE: z
    .string()
    .refine(isTimeZone, { error: 'must be a time zone such as Europe/Rome, or UTC' })
    .default(defaultSettings.defaultTimeZone),
  PUSH: onOrOff(defaultSettings.push),
  WEBHOOKS: onOrOff(defaultSettings.webhooks),
  SCHEDULES: onOrOff(defaultSettings.schedules),
  SCHEDULES_PER_ACCOUNT: wholeNumber(1, 100).default(defaultSettings.schedulesPerAccount),
  SCHEDULE_RUNS_PER_DAY: wholeNumber(1, 10_000).default(defaultSettings.scheduleRunsPerDay),
  SCHEDULE_TOKENS_PER_MONTH: wholeNumber(1, 1_000_000_000).optional(),
  SCHEDULE_MIN_MINUTES: wholeNumber(1, 1_440).default(defaultSettings.scheduleMinMinutes),
  SCHEDULE_CONCURRENCY: wholeNumber(1, 100).default(defaultSettings.scheduleConcurrency),
  SCHEDULE_TIMEOUT_MS: wholeNumber(1_000, 3_600_000).default(defaultSettings.scheduleTimeoutMs),
  OUTBOUND_HOSTS: z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim().toLowerCase()))
    .refine((places) => places.every(isPlace), {
      error: 'must be comma-separated hosts with their ports, such as 192.168.1.5:8080',
      abort: true,
    })
    .refine((places) => !places.some((place) => hasForbiddenPort(`http://${place}`)), {
      error: forbiddenPort,
    })
    .default([]),
  TEXT_MB_PER_ACCOUNT: wholeNumber(1, 1_000_000).optional(),
  FILES_MB_PER_ACCOUNT: wholeNumber(1, 1_000_000).default(1_024),
  ...integrationVariables,
  ...providerVariables,
  POLICY_FILE: text,
  WEB_CONCURRENCY: z
    .union([z.literal('auto').transform(() => Math.min(availableParallelism(), 64)), wholeNumber(1, 64)], {
      error: 'must be a whole number from 1 to 64, or auto: one process for each core',
    })
    .default(1),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads all settings at once. Throws `BadSettings` with one line for each invalid value, and for each contradiction
 * among the valid ones. An empty variable counts as unset.
 */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim() !== ''));
  const { data, error } = settings.safeParse(given);
  const issues = error?.issues ?? [];
  const wrong = new Set(issues.map(({ path }) => String(path[0])));
  const valid = Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name)));
  const env = data ?? settings.parse(valid);
  const problems = issues.map((issue) => `${issue.path.join('.')} ${wording(issue)}`);
  const report = (contradiction: string) => {
    if (![...wrong].some((name) => contradiction.includes(name))) problems.push(contradiction);
  };
  const database = databaseSettings(env, report);
  const integrations = integrationSettings(env, report);
  const { google, github } = providerSettings(env, report);
  const publicUrl = env.PUBLIC_URL ? new URL(env.PUBLIC_URL).origin : `http://localhost:${env.PORT}`;
  // Port 0 stands for any free one.
  if (env.PORT !== 0 && hasForbiddenPort(publicUrl))
    report('PORT must not be one that browsers never open, such as 6666, unless PUBLIC_URL names another');
  if (problems.length > 0) throw new BadSettings(problems);

  const core: Settings = {
    publicUrl,
    secure: publicUrl.startsWith('https:'),
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
    rates: defaultSettings.rates,
    identityProviders: [...(google ? ['google' as const] : []), ...(github ? ['github' as const] : [])],
  };
  return {
    host: env.HOST,
    port: env.PORT,
    core,
    /** Proxy hops, or addresses and subnets, whose X-Forwarded-For is believed; false: none. */
    trustProxy: parseTrustProxy(env.TRUST_PROXY),
    ...database,
    dataDir: resolve(env.DATA_DIR),
    /** Encrypts the secrets that operators enter in the browser. Undefined: a key generated in `dataDir`. */
    secretKey: env.SECRET_KEY,
    ...integrations,
    google,
    github,
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

/** Whether it is a host and port as in an address. */
function isPlace(text: string): boolean {
  if (!/:\d{1,5}$/.test(text) || !URL.canParse(`http://${text}`)) return false;
  const { hostname, pathname, search, hash, username } = new URL(`http://${text}`);
  return text.startsWith(`${hostname}:`) && `${pathname}${search}${hash}${username}` === '/';
}

function isOrigin(value: string): boolean {
  if (!isHttpUrl(value)) return false;
  const url = new URL(value);
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
}
