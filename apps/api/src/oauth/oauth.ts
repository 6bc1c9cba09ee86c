import { accountRoutes, type Deps, DomainError, flowMinutes, ProviderSignInFailed } from '@jarvis/core';
import { TRPCError } from '@trpc/server';
import { type ErrorRequestHandler, Router } from 'express';
import { cookieName, readToken } from '../http/cookies.ts';
import { contextOf } from '../http/request/context.ts';
import { describeCause } from '../log/log.ts';

const providers = ['google', 'github'] as const;

/** Its token binds a sign-in to the browser that began it. */
const browserCookie = 'jarvis_oauth';

/** The paths served here, under `/api`. */
export const oauthPaths = providers.flatMap((name) => [
  `/auth/oauth/${name}`,
  `/auth/oauth/${name}/callback`,
]);

/**
 * Sign-in through an identity provider: the redirect out and the callback in, mounted at `/api`. Both end in a
 * redirect to one of two fixed pages; no part of the request can name another (open redirects).
 */
export function oauth(deps: Deps): Router {
  const { secure } = deps.settings;
  const routes = Router();
  for (const provider of providers) {
    routes.get(`/auth/oauth/${provider}`, async (req, res) => {
      const call = accountRoutes.createCaller(contextOf(deps, req, res));
      const browserToken = readToken(req, browserCookie, secure);
      const { invitation } = req.query as Record<string, string[]>;
      const begun = await call.beginProviderSignIn({
        provider,
        browserToken,
        invitation: single(invitation),
      });
      res.cookie(cookieName(browserCookie, secure), begun.browserToken, {
        ...attributes(secure),
        maxAge: flowMinutes * 60_000,
      });
      res.redirect(302, begun.url.href);
    });

    routes.get(`/auth/oauth/${provider}/callback`, async (req, res) => {
      const call = accountRoutes.createCaller(contextOf(deps, req, res));
      const browserToken = readToken(req, browserCookie, secure);
      const { state, code, error, iss } = req.query as Record<string, string[]>;
      const response = { state: single(state), code: single(code), error: error?.[0], iss: iss?.[0] };
      await call.finishProviderSignIn({ provider, browserToken, response });
      res.clearCookie(cookieName(browserCookie, secure), attributes(secure));
      res.redirect(302, '/');
    });
  }
  routes.use('/auth/oauth', redirectFailure(deps));
  return routes;
}

const single = (values: readonly string[] | undefined) => (values?.length === 1 ? values[0] : undefined);

/** All failures but a bad key end on the sign-in page, with a code for the reason. Specification: Account. */
function redirectFailure({ log }: Deps): ErrorRequestHandler {
  return (error, req, res, next) => {
    if (!(error instanceof TRPCError) || error.code === 'UNAUTHORIZED') return next(error);
    const { cause } = error;
    const code = cause instanceof ProviderSignInFailed ? cause.failure : 'server';
    const ours = code === 'server' && !(cause instanceof DomainError && cause.kind === 'tooMany');
    log[ours ? 'error' : 'info'](
      { requestId: req.requestId, code, ...describeCause(cause) },
      'sign-in through a provider failed',
    );
    res.redirect(302, `/sign-in?error=${code}`);
  };
}

/** Lax: the cookie must be sent when the provider redirects back. */
const attributes = (secure: boolean) => ({ httpOnly: true, sameSite: 'lax', path: '/', secure }) as const;
