import { availableParallelism } from 'node:os';
import { isTimeZone, registrationModes, searchProviderIds } from '@jarvis/contract';
import { defaultSettings } from '@jarvis/core';
import { parseDatabaseUrl } from '@jarvis/database';
import proxyAddr from 'proxy-addr';
import { z } from 'zod';
import { modelVariables } from './model-settings.ts';
import { httpUrl, onOrOff, text, wholeNumber } from './setting-kinds.ts';

/** Every variable, with its default. `.env.example` and the README's table name each one; a test requires it. */
export const variables = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
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
    .superRefine((value, context) => {
      try {
        parseDatabaseUrl(value);
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as TypeError).message });
      }
    })
    .optional(),
  DATABASE_PASSWORD: text,
  DATABASE_POOL: wholeNumber(1, 1_000).default(10),
  DATABASE_POOLER: z.enum(['none', 'transaction']).default('none'),
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
    })
    .default([]),
  TEXT_MB_PER_ACCOUNT: wholeNumber(1, 1_000_000).optional(),
  FILES_MB_PER_ACCOUNT: wholeNumber(1, 1_000_000).default(1_024),
  ...modelVariables,
  CHAT_TIMEOUT_MS: wholeNumber(100, 3_600_000).default(defaultSettings.chatTimeoutMs),
  SEARCH_PROVIDER: z.enum(searchProviderIds).optional(),
  SEARCH_URL: httpUrl,
  SEARCH_API_KEY: text,
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, {
      error:
        'must be smtp://user:pass@host:port or smtps://… (in a user or a password / is %2F, ? is %3F, # is %23, % is %25)',
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
  GOOGLE_ISSUER: httpUrl.default('https://accounts.google.com'),
  GITHUB_CLIENT_ID: text,
  GITHUB_CLIENT_SECRET: text,
  GITHUB_URL: httpUrl.default('https://github.com'),
  GITHUB_API_URL: httpUrl.default('https://api.github.com'),
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

export type Variables = z.infer<typeof variables>;

/** Proxy hops, or addresses and subnets, whose X-Forwarded-For is believed; false: none. */
export function parseTrustProxy(value: string | undefined): number | readonly string[] | false {
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
  const { hostname, pathname, search, hash, username } = URL.parse(`http://${text}`) ?? {};
  const isPlain = `${pathname}${search}${hash}${username}` === '/';
  return isPlain && text.startsWith(`${hostname}:`) && /:\d{1,5}$/.test(text);
}

function isOrigin(value: string): boolean {
  const { protocol, pathname, search, hash, username } = URL.parse(value) ?? {};
  return /^https?:$/.test(protocol ?? '') && `${pathname}${search}${hash}${username}` === '/';
}

/** An unescaped / in a password ends the host, so that the rest is a path. */
function isSmtpUrl(value: string): boolean {
  const { pathname, hash } = URL.parse(value) ?? {};
  return /^smtps?:\/\/[^/]/.test(value) && ['', '/'].includes(`${pathname}${hash}`);
}
