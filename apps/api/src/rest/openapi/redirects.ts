import { parameter } from './apart.ts';
import { errorAnswer } from './errors.ts';
import { headerReferences } from './headers.ts';
import { rateInWords } from './rates-in-words.ts';
import type { Operation, PathItem } from './types.ts';

const provider = parameter('path', 'provider', 'The identity provider.', {
  type: 'string',
  enum: ['google', 'github'],
  examples: ['google'],
});

const failures =
  'Failures are a redirect to `/sign-in?error=<code>`: `config` (the provider is not set up here), `state` (the sign-in began in another browser, or more than 10 minutes ago), `denied` (the person refused, the account is restricted, or registration is not open), `provider` (the provider failed), `email` (it gave no verified address) or `server`.';

const redirect = (
  description: string,
  example: string,
  ...rateHeaders: string[]
): NonNullable<Operation['responses']> => ({
  302: {
    description,
    headers: {
      ...headerReferences('X-Request-Id', 'Set-Cookie', 'Cache-Control', ...rateHeaders),
      Location: { description: 'The redirect’s target.', schema: { type: 'string', examples: [example] } },
    },
  },
  401: errorAnswer('An invalid API key was sent.', 'Invalid API key.', 'WWW-Authenticate'),
  404: errorAnswer('There is no such provider.', 'This path does not exist.'),
  default: errorAnswer('The server could not redirect.', 'The request could not be read.'),
});

/** Redirects are not part of `appRouter`, from which the document is made. Specification: Account. */
export const redirects: Record<string, PathItem> = {
  '/api/auth/oauth/{provider}': {
    get: {
      operationId: 'signInWithProvider',
      tags: ['Account'],
      summary: 'Sign in through an identity provider',
      description: `Redirects the browser to the provider, which redirects it back to the callback.\n\n${failures}\n\nAt most ${rateInWords('signInPerNetwork')}.`,
      security: [],
      parameters: [
        provider,
        parameter(
          'query',
          'invitation',
          'The token of an invitation link, if registration is by invitation.',
          {
            type: 'string',
          },
        ),
      ],
      responses: redirect(
        'To the provider, or back to the sign-in page.',
        'https://accounts.google.com/o/oauth2/v2/auth',
        'RateLimit',
        'RateLimit-Policy',
      ),
    },
  },
  '/api/auth/oauth/{provider}/callback': {
    get: {
      operationId: 'finishProviderSignIn',
      tags: ['Account'],
      summary: 'Callback of the identity provider',
      description: `Begins a session and redirects the browser to the web app.\n\n${failures}`,
      security: [],
      parameters: [
        provider,
        ...['code', 'state', 'error'].map((name) =>
          parameter('query', name, 'From the provider.', { type: 'string' }),
        ),
      ],
      responses: redirect('To the web app, or back to the sign-in page.', '/sign-in?error=denied'),
    },
  },
};
