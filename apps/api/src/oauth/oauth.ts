import { accountRoutes, type Deps, DomainError, flowMinutes, ProviderSignInFailed } from '@jarvis/core';
import { TRPCError } from '@trpc/server';
import { cookieAttributes, cookieName, readToken } from '../http/cookies.ts';
import type { Handler, Handlers } from '../http/paths.ts';
import { describeCause } from '../log/log.ts';

const providers = ['google', 'github'] as const;

/** Its token binds a sign-in to the browser that began it. */
const browserCookie = 'jarvis_oauth';

/**
 * Sign-in through an identity provider: the redirect out and the callback in. Both end in a redirect to one of two fixed
 * pages; no part of the request can name another (open redirects).
 */
export const oauth = (deps: Deps): Handlers =>
  Object.assign({}, ...providers.map((provider) => signInBy(provider, deps)));

function signInBy(provider: (typeof providers)[number], deps: Deps): Handlers {
  const { publicUrl } = deps.settings;
  const begin: Handler = async (context, req, res) => {
    const call = accountRoutes.createCaller(context());
    const browserToken = readToken(req, browserCookie, publicUrl);
    const { invitation } = req.query as Record<string, string[]>;
    const begun = await call.beginProviderSignIn({ provider, browserToken, invitation: single(invitation) });
    res.cookie(cookieName(browserCookie, publicUrl), begun.browserToken, {
      ...cookieAttributes(publicUrl),
      maxAge: flowMinutes * 60_000,
    });
    res.redirect(302, begun.url.href);
  };
  const finish: Handler = async (context, req, res) => {
    const call = accountRoutes.createCaller(context());
    const browserToken = readToken(req, browserCookie, publicUrl);
    const { state, code, error, iss } = req.query as Record<string, string[]>;
    const response = { state: single(state), code: single(code), error: error?.[0], iss: iss?.[0] };
    await call.finishProviderSignIn({ provider, browserToken, response });
    res.clearCookie(cookieName(browserCookie, publicUrl), cookieAttributes(publicUrl));
    res.redirect(302, '/');
  };
  return {
    [`GET /api/auth/oauth/${provider}`]: redirectingFailures(deps, begin),
    [`GET /api/auth/oauth/${provider}/callback`]: redirectingFailures(deps, finish),
  };
}

const single = (values: readonly string[] | undefined) => (values?.length === 1 ? values[0] : undefined);

/** All failures but a bad key end on the sign-in page, with a code for the reason. Specification: Account. */
const redirectingFailures =
  ({ log }: Deps, answer: Handler): Handler =>
  async (context, req, res, next) => {
    try {
      await answer(context, req, res, next);
    } catch (error) {
      if (!(error instanceof TRPCError) || error.code === 'UNAUTHORIZED') throw error;
      const { cause } = error;
      const code = cause instanceof ProviderSignInFailed ? cause.failure : 'server';
      const ours = code === 'server' && !(cause instanceof DomainError && cause.kind === 'tooMany');
      log[ours ? 'error' : 'info'](
        { requestId: req.requestId, code, ...describeCause(cause) },
        'sign-in through a provider failed',
      );
      res.redirect(302, `/sign-in?error=${code}`);
    }
  };
