import {
  beginFlow,
  type Context,
  countCall,
  type Deps,
  DomainError,
  findCaller,
  finishFlow,
  flowMinutes,
  networkOf,
  type ProviderFailureCode,
  ProviderSignInFailed,
  signInWithProvider,
} from '@jarvis/core';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { contextOf } from '../http/context.ts';
import { sendError } from '../http/error-body.ts';
import { readCookie, readSessionCookie, sessionCookie } from '../http/session-cookie.ts';
import { describeCause } from '../observability/log.ts';
import { ProviderProblem } from './provider-fetch.ts';
import { providerNames } from './provider-names.ts';
import type { IdentityProvider, ProviderOptions } from './providers.ts';

/**
 * Signing in through an identity provider: the redirect out and the callback in, mounted at `/api/auth/oauth`.
 * Both end in a redirect to one of two fixed pages; nothing in the request can name another.
 */
export function oauthRoutes(deps: Deps, settings: ProviderOptions): Router {
  let loaded: Promise<ReadonlyMap<string, IdentityProvider>> | undefined;
  // With arctic and what verifies tokens, they are loaded when somebody signs in so.
  const loadProviders = () => {
    loaded ??= import('./providers.ts').then(({ createProviders }) =>
      createProviders(settings, deps.settings.publicUrl, deps.clock),
    );
    return loaded;
  };
  const { providerMsMax = 10_000 } = settings;
  const secure = deps.settings.publicUrl.startsWith('https:');
  const routes = Router({ caseSensitive: true, strict: true });
  const known =
    (
      handler: (ctx: Context, provider: IdentityProvider, req: Request, res: Response) => Promise<void>,
    ): RequestHandler =>
    async (req, res, next) => {
      const name = String(req.params.provider);
      if (!providerNames.some((each) => each === name)) return next();
      req.calledRoute = `/api/auth/oauth/${name}${req.path.endsWith('/callback') ? '/callback' : ''}`;
      if (req.method === 'OPTIONS') return void res.status(204).set('Allow', allow).end();
      if (req.method !== 'GET' && req.method !== 'HEAD') {
        res.set('Allow', allow);
        return sendError(res, 405, { error: `This path answers to ${allow}.` });
      }
      res.set('Cache-Control', 'no-store');
      try {
        const ctx = contextOf(deps, req, res);
        await identifyKey(ctx);
        const provider = (await loadProviders()).get(name);
        if (!provider) throw new ProviderSignInFailed('config', `${name} is not configured`);
        await handler(ctx, provider, req, res);
      } catch (error) {
        fail(deps, req, res, error);
      }
    };

  routes.all(
    '/:provider',
    known(async (ctx, provider, req, res) => {
      await countCall(ctx, 'signInPerNetwork', networkOf(ctx.clientAddress));
      const flow = await beginFlow(deps, provider.name, readBrowserToken(req, secure));
      const url = await provider.authorizationUrl(flow, AbortSignal.timeout(providerMsMax));
      res.cookie(browserCookie(secure), flow.browserToken, {
        ...attributes(secure),
        maxAge: flowMinutes * 60_000,
      });
      res.redirect(302, url.href);
    }),
  );

  routes.all(
    '/:provider/callback',
    known(async (ctx, provider, req, res) => {
      const query = new URLSearchParams(req.url.split('?')[1] ?? '');
      const flow = await takeFlow(deps, provider, query, readBrowserToken(req, secure));
      const code = readCode(provider, query);
      const identity = await provider.identify(code, flow, AbortSignal.timeout(providerMsMax));
      const browser = { userAgent: ctx.userAgent, sessionToken: readSessionCookie(req, secure) };
      const { session } = await signInWithProvider(deps, identity, browser);
      res.append('Set-Cookie', sessionCookie(session, secure));
      res.clearCookie(browserCookie(secure), attributes(secure));
      res.redirect(302, '/');
    }),
  );

  return routes;
}

const allow = 'GET, HEAD, OPTIONS';

/** A key that is sent is always checked, also where none is asked for. */
async function identifyKey(ctx: Context): Promise<void> {
  if (ctx.credentials.bearer !== undefined) await findCaller(ctx);
}

/** The state is looked at first: whatever else an answer says counts only if this browser asked for it. */
async function takeFlow(
  deps: Deps,
  provider: IdentityProvider,
  query: URLSearchParams,
  browserToken: string | undefined,
) {
  const [state, ...more] = query.getAll('state');
  const flow =
    state !== undefined && more.length === 0 && browserToken !== undefined
      ? await finishFlow(deps, provider.name, state, browserToken)
      : undefined;
  if (!flow) throw new ProviderSignInFailed('state', 'the state is not one that this browser began');
  return flow;
}

function readCode({ issuer }: IdentityProvider, query: URLSearchParams): string {
  const error = query.get('error');
  if (error === 'access_denied') throw new ProviderSignInFailed('denied', 'the person said no');
  const iss = query.get('iss');
  if (issuer !== undefined && iss !== null && iss.replace(/\/$/, '') !== issuer) {
    throw new ProviderSignInFailed('provider', 'the answer is from another issuer');
  }
  const [code, ...more] = query.getAll('code');
  if (error !== null || !code || more.length > 0) {
    throw new ProviderSignInFailed('provider', 'the provider sent no code');
  }
  return code;
}

function fail({ log }: Deps, req: Request, res: Response, error: unknown): void {
  if (error instanceof DomainError && error.kind === 'unauthenticated') {
    sendError(res, 401, { error: error.message });
    return;
  }
  const code = codeOf(error);
  const ours = code === 'server' && !(error instanceof DomainError && error.kind === 'tooMany');
  log[ours ? 'error' : 'info'](
    { requestId: req.requestId, code, ...describeCause(error) },
    'sign-in through a provider failed',
  );
  res.redirect(302, `/sign-in?error=${code}`);
}

function codeOf(error: unknown): ProviderFailureCode {
  if (error instanceof ProviderSignInFailed) return error.failure;
  return error instanceof ProviderProblem ? 'provider' : 'server';
}

const browserCookie = (secure: boolean) => (secure ? '__Host-jarvis_oauth' : 'jarvis_oauth');

/** Lax: it must come along when the provider sends the person back. */
const attributes = (secure: boolean) => ({ httpOnly: true, sameSite: 'lax', path: '/', secure }) as const;

function readBrowserToken(req: Request, secure: boolean): string | undefined {
  const token = readCookie(req, browserCookie(secure));
  return token !== undefined && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : undefined;
}
