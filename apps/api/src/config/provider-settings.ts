import type { z } from 'zod';
import { httpUrl, text } from './setting-kinds.ts';

/** The variables of the identity providers. */
export const providerVariables = {
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GOOGLE_ISSUER: httpUrl,
  GITHUB_CLIENT_ID: text,
  GITHUB_CLIENT_SECRET: text,
  GITHUB_URL: httpUrl,
  GITHUB_API_URL: httpUrl,
};

type Variables = z.infer<z.ZodObject<typeof providerVariables>>;

/** Undefined: sign-in through this provider is off. */
export interface ProviderSettings {
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
}

export function providerSettings(env: Variables): ProviderSettings {
  return {
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
  };
}

export function providerContradictions(env: Variables): string[] {
  const problems: string[] = [];
  for (const provider of ['GOOGLE', 'GITHUB'] as const) {
    const id = env[`${provider}_CLIENT_ID`];
    const secret = env[`${provider}_CLIENT_SECRET`];
    if (Boolean(id) !== Boolean(secret)) {
      problems.push(`${provider}_CLIENT_ID and ${provider}_CLIENT_SECRET must be set together`);
    }
  }
  return problems;
}
