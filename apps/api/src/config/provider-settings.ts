import type { z } from 'zod';
import { httpUrl, type Report, text } from './setting-kinds.ts';

export const providerVariables = {
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GOOGLE_ISSUER: httpUrl.default('https://accounts.google.com'),
  GITHUB_CLIENT_ID: text,
  GITHUB_CLIENT_SECRET: text,
  GITHUB_URL: httpUrl.default('https://github.com'),
  GITHUB_API_URL: httpUrl.default('https://api.github.com'),
};

type Variables = z.infer<z.ZodObject<typeof providerVariables>>;

export type ProviderSettings = ReturnType<typeof providerSettings>;

/** Undefined: sign-in through this provider is off. */
export function providerSettings(env: Variables, report: Report) {
  const clientOf = (provider: 'GOOGLE' | 'GITHUB') => {
    const [id, secret] = [`${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`] as const;
    const { [id]: clientId, [secret]: clientSecret } = env;
    if (clientId && clientSecret) return { clientId, clientSecret };
    if (clientId || clientSecret) report(`${id} and ${secret} must be set together`);
    return undefined;
  };
  const google = clientOf('GOOGLE');
  const github = clientOf('GITHUB');
  return {
    google: google && { ...google, issuer: env.GOOGLE_ISSUER },
    github: github && { ...github, url: env.GITHUB_URL, apiUrl: env.GITHUB_API_URL },
  };
}
