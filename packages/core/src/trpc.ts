import { describeIssues, type FieldIssue, type RateName } from '@jarvis/contract';
import { initTRPC, TRPCError } from '@trpc/server';
import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc';
import { type Identity, identify, requireIdentity, requireSession } from './auth/identity.ts';
import type { Context } from './context.ts';
import { badRequest, DomainError, type ErrorKind } from './errors.ts';
import { fuller, networkOf, refusal, takeFromWindow } from './rate-limit/rate-limit.ts';
import type { ProcedureMeta } from './rest.ts';

const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    isDev: false,
    sse: {
      // Ended now and then and taken up again by the client, so that a credential is checked again.
      maxDurationMs: 120_000,
      ping: { enabled: true, intervalMs: 5_000 },
      client: { reconnectAfterInactivityMs: 15_000 },
    },
    errorFormatter({ shape, error, ctx }) {
      const shown = describeError(error, ctx?.requestId);
      return {
        message: shown.message,
        code: shape.code,
        data: {
          code: shape.data.code,
          httpStatus: shape.data.httpStatus,
          issues: shown.issues,
          retryAfterSeconds: shown.retryAfterSeconds,
        },
      };
    },
  });

/** The one table from kinds of domain errors to codes, and so to statuses. */
const codes: Record<ErrorKind, TRPC_ERROR_CODE_KEY> = {
  badRequest: 'BAD_REQUEST',
  unauthenticated: 'UNAUTHORIZED',
  restricted: 'FORBIDDEN',
  notFound: 'NOT_FOUND',
  conflict: 'CONFLICT',
  tooMany: 'TOO_MANY_REQUESTS',
  unavailable: 'SERVICE_UNAVAILABLE',
  timedOut: 'GATEWAY_TIMEOUT',
  failed: 'INTERNAL_SERVER_ERROR',
};

export interface ShownError {
  readonly message: string;
  readonly issues: readonly FieldIssue[] | undefined;
  readonly retryAfterSeconds: number | undefined;
}

/** What a caller is told of an error. Only domain errors speak for themselves; all others are masked. */
export function describeError(error: TRPCError, requestId: string | undefined): ShownError {
  const cause = error.cause;
  const named = (text: string) => (requestId === undefined ? text : `${text} (request ${requestId})`);
  if (cause instanceof DomainError) {
    return {
      message: cause.kind === 'failed' ? named(cause.message) : cause.message,
      issues: cause.issues,
      retryAfterSeconds: cause.retryAfterSeconds,
    };
  }
  const message =
    maskedTexts[error.code] ?? named('Something went wrong on the server. Try again, or tell the operator.');
  return { message, issues: undefined, retryAfterSeconds: undefined };
}

/** What tRPC itself refuses before a procedure runs. */
const maskedTexts: Partial<Record<TRPC_ERROR_CODE_KEY, string>> = {
  PARSE_ERROR: 'The request is not valid JSON.',
  BAD_REQUEST: 'The request could not be read.',
  NOT_FOUND: 'There is no such procedure.',
  METHOD_NOT_SUPPORTED: 'This procedure is called with another method.',
  UNSUPPORTED_MEDIA_TYPE: 'Send the request as `application/json`.',
  PAYLOAD_TOO_LARGE: 'The request is too large.',
  CLIENT_CLOSED_REQUEST: 'The client closed the request.',
};

/** Turns domain errors and refused input into tRPC's errors; the only place that does. */
const translated = t.middleware(async ({ next, getRawInput }) => {
  const result = await next();
  if (result.ok) return result;
  const { cause } = result.error;
  if (cause instanceof DomainError) throw asTrpcError(cause);
  if (result.error.code === 'BAD_REQUEST' && isValidationError(cause)) {
    const issues = describeIssues(cause.issues, await getRawInput());
    const refused = badRequest(issues.map((issue) => issue.message).join(' '), issues);
    throw asTrpcError(refused);
  }
  throw result.error;
});

/** A domain error as tRPC's; for the few routes that are not procedures, too. */
export function asTrpcError(cause: DomainError): TRPCError {
  return new TRPCError({ code: codes[cause.kind], message: cause.message, cause });
}

function isValidationError(cause: unknown): cause is { issues: Parameters<typeof describeIssues>[0] } {
  return cause instanceof Error && 'issues' in cause && Array.isArray(cause.issues);
}

const base = t.procedure.use(translated);

/** A key that is sent is always checked, also where no credential is asked for. */
const withCheckedKey = t.middleware(async ({ ctx, next }) => {
  if (ctx.credentials.bearer !== undefined) await identify(ctx);
  return next();
});

const withIdentity = t.middleware(async ({ ctx, next }) =>
  next({ ctx: { identity: await requireIdentity(ctx) } }),
);

const withSession = t.middleware(async ({ ctx, next }) =>
  next({ ctx: { identity: await requireSession(ctx) } }),
);

/** Raises what the transport found wrong with the body or the query. Comes last before the input. */
const withReadableRequest = t.middleware(({ ctx, next }) => {
  if (ctx.requestProblem !== undefined) throw badRequest(ctx.requestProblem);
  return next();
});

/** Counts the call in a window of its account, or of its network where no account is known yet. */
const limited = (name: RateName) =>
  t.middleware(async ({ ctx, next }) => {
    const { identity } = ctx as Context & { identity?: Identity };
    await countCall(ctx, name, identity?.userId ?? networkOf(ctx.clientAddress));
    return next();
  });

/** Counts a call and notes the window for the transport. Throws tooMany when the window is full. */
export async function countCall(ctx: Context, name: RateName, subject: string): Promise<void> {
  const state = await takeFromWindow(ctx.deps, name, subject);
  ctx.answer.rateLimit = fuller(ctx.answer.rateLimit, state);
  if (state.refused) throw refusal(state);
}

const anybody = base.meta({ access: 'anyone' });
const known = base.meta({ access: 'keyOrSession' }).use(withIdentity);
const signedIn = base.meta({ access: 'sessionOnly' }).use(withSession);

/**
 * The ladder. Each rung checks in the decided order: credential, restriction, rate limit, body; existence
 * is the rule's. `…AtMost(rate)` is the same rung with a rate limit. `open` looks at no credential: health.
 * What a rung checks stands in its meta too, where the OpenAPI document finds it.
 */
export const open = base.meta({ access: 'open' }).use(withReadableRequest);
export const anyone = anybody.use(withCheckedKey).use(withReadableRequest);
export const anyoneAtMost = (rate: RateName) =>
  anybody.meta({ rate }).use(withCheckedKey).use(limited(rate)).use(withReadableRequest);

/** Key or session. `ctx.identity` says whose. */
export const keyOrSession = known.use(withReadableRequest);
export const keyOrSessionAtMost = (rate: RateName) =>
  known.meta({ rate }).use(limited(rate)).use(withReadableRequest);

/** A browser session only; a valid key alone is a 401. */
export const sessionOnly = signedIn.use(withReadableRequest);
export const sessionOnlyAtMost = (rate: RateName) =>
  signedIn.meta({ rate }).use(limited(rate)).use(withReadableRequest);

export const router = t.router;
