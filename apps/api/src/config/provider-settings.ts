import type { z } from 'zod';
import { httpUrl, text } from './setting-kinds.ts';

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
export function providerSettings(env: Variables) {
  const google = clientOf(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET);
  const github = clientOf(env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET);
  return {
    google: google && { ...google, issuer: env.GOOGLE_ISSUER },
    github: github && { ...github, url: env.GITHUB_URL, apiUrl: env.GITHUB_API_URL },
  };
}

const clientOf = (clientId: string | undefined, clientSecret: string | undefined) =>
  clientId && clientSecret ? { clientId, clientSecret } : undefined;

export const providerContradictions = (env: Variables): string[] =>
  (['GOOGLE', 'GITHUB'] as const)
    .filter((name) => Boolean(env[`${name}_CLIENT_ID`]) !== Boolean(env[`${name}_CLIENT_SECRET`]))
    .map((name) => `${name}_CLIENT_ID and ${name}_CLIENT_SECRET must be set together`);
