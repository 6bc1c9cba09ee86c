import { searchProviderIds, searchProviders } from '@jarvis/contract';
import { defaultSettings, type SearchSettings } from '@jarvis/core';
import { z } from 'zod';
import { modelSettings, modelVariables } from './model-settings.ts';
import { httpUrl, type Report, text, wholeNumber } from './setting-kinds.ts';

export const integrationVariables = {
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
};

type Variables = z.infer<z.ZodObject<typeof integrationVariables>>;

export function integrationSettings(env: Variables, report: Report) {
  const model = modelSettings(env, report);
  const { SEARCH_PROVIDER: provider, SEARCH_URL: url = null, SEARCH_API_KEY: apiKey } = env;
  const search: SearchSettings | undefined = provider && { provider, url, apiKey };
  if (search) {
    const { name, address, needsKey } = searchProviders[search.provider];
    const chosen = `SEARCH_PROVIDER=${provider}`;
    if (address === undefined && url === null)
      report(`SEARCH_URL is required with ${chosen}: the address of the ${name} server`);
    if (needsKey && !apiKey) report(`SEARCH_API_KEY is required with ${chosen}`);
  }
  return { model, search, smtpUrl: env.SMTP_URL, mailFrom: env.MAIL_FROM };
}

/** An unescaped / in a password ends the host, so that the rest is a path. */
function isSmtpUrl(value: string): boolean {
  if (!/^smtps?:\/\/[^/]/.test(value) || !URL.canParse(value)) return false;
  const { pathname, hash } = new URL(value);
  return /^\/?$/.test(pathname) && hash === '';
}
