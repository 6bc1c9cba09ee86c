import { describeIssues, type FieldIssue, type RateName } from '@jarvis/contract';
import { initTRPC, TRPCError } from '@trpc/server';
import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc';
import type { z } from 'zod';
import { requireIdentityAtMost, requireSessionAtMost } from './auth/counted-identity.ts';
import { identify, requireIdentity, requireSession } from './auth/identity.ts';
import { type OwnRows, RowsOfCaller } from './auth/own-rows.ts';
import type { Context } from './context.ts';
import { asDomainError, badRequest, DomainError, type ErrorKind } from './errors.ts';
import { countCall } from './rate-limit/count-call.ts';
import { networkOf } from './rate-limit/rate-limit.ts';
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

/**
 * A rung of the ladder: one middleware (each costs tRPC a copy of all that is passed on) that makes its checks,
 * goes on, and turns domain errors and refused input into tRPC's errors; the only place that does. What the
 * checks grant is put onto the context itself: a copy of it would lose what is computed when asked for.
 */
const rung = <Granted extends object>(
  meta: ProcedureMeta,
  check: (ctx: Context) => Promise<Granted> | Granted,
) =>
  t.procedure.meta(meta).use(async ({ ctx, next, getRawInput }) => {
    try {
      Object.assign(ctx, await check(ctx));
      if (ctx.requestProblem !== undefined) throw badRequest(ctx.requestProblem);
    } catch (error) {
      throw await translate(error, getRawInput);
    }
    const result = await next<Granted>({});
    if (!result.ok) throw await translate(result.error, getRawInput);
    return result;
  });

async function translate(error: unknown, getRawInput: () => Promise<unknown>): Promise<unknown> {
  const cause = error instanceof TRPCError ? error.cause : error;
  const domainError = asDomainError(cause);
  if (domainError) return asTrpcError(domainError);
  if (error instanceof TRPCError && error.code === 'BAD_REQUEST' && isValidationError(cause)) {
    const issues = describeIssues(cause.issues, await getRawInput());
    const refused = badRequest(issues.map((issue) => issue.message).join(' '), issues);
    return asTrpcError(refused);
  }
  return error;
}

/** A domain error as tRPC's; for the few routes that are not procedures, too. */
export function asTrpcError(cause: DomainError): TRPCError {
  return new TRPCError({ code: codes[cause.kind], message: cause.message, cause });
}

function isValidationError(cause: unknown): cause is { issues: Parameters<typeof describeIssues>[0] } {
  return cause instanceof Error && 'issues' in cause && Array.isArray(cause.issues);
}

/**
 * The ladder. Each rung checks in the decided order: credential, restriction, rate limit, body; existence
 * is the rule's. `…AtMost(rate)` is the same rung with a rate limit. `open` looks at no credential: health.
 * What a rung checks stands in its meta too, where the OpenAPI document finds it.
 */
export const open = rung({ access: 'open' }, () => ({}));

/** A key that is sent is always checked, also where no credential is asked for. */
export const anyone = rung({ access: 'anyone' }, async (ctx) => {
  if (ctx.credentials.bearer !== undefined) await identify(ctx);
  return {};
});

/** Counts in the window of the caller's network: no account is known yet. */
export const anyoneAtMost = (rate: RateName) =>
  rung({ access: 'anyone', rate }, async (ctx) => {
    if (ctx.credentials.bearer !== undefined) await identify(ctx);
    await countCall(ctx, rate, networkOf(ctx.clientAddress));
    return {};
  });

/** Key or session. `ctx.identity` says whose. */
export const keyOrSession = rung({ access: 'keyOrSession' }, async (ctx) => ({
  identity: await requireIdentity(ctx),
}));
export const keyOrSessionAtMost = (rate: RateName) =>
  rung({ access: 'keyOrSession', rate }, async (ctx) => ({
    identity: await requireIdentityAtMost(ctx, rate),
  }));

/**
 * Key or session, for a procedure that only reads rows of the caller's: `ctx.own` finds the caller and the rows
 * in one round trip. Whatever fails before it has asked, the credential is told of first.
 */
export const keyOrSessionReading = t.procedure
  .meta({ access: 'keyOrSession' })
  .use(async ({ ctx, next, getRawInput }) => {
    const own = new RowsOfCaller(ctx);
    try {
      if (ctx.requestProblem !== undefined) {
        await requireIdentity(ctx);
        throw badRequest(ctx.requestProblem);
      }
      Object.assign(ctx, { own });
      const result = await next<{ own: OwnRows }>({});
      if (!own.asked) await requireIdentity(ctx);
      if (result.ok) return result;
      throw result.error;
    } catch (error) {
      throw await translate(error, getRawInput);
    }
  });

/** A browser session only; a valid key alone is a 401. */
export const sessionOnly = rung({ access: 'sessionOnly' }, async (ctx) => ({
  identity: await requireSession(ctx),
}));
export const sessionOnlyAtMost = (rate: RateName) =>
  rung({ access: 'sessionOnly', rate }, async (ctx) => ({
    identity: await requireSessionAtMost(ctx, rate),
  }));

/**
 * Says what a procedure returns, for TypeScript and the OpenAPI document, as `.output` does: `.concat(returning(…))`.
 * Nothing is walked at run time: for lists, whose rows have been picked by their statement and checked by
 * TypeScript.
 */
export const returning = <Schema extends z.ZodType>(schema: Schema) => {
  const builder = t.procedure.output(schema);
  return { ...builder, _def: { ...builder._def, middlewares: [] } } as typeof builder;
};

export const router = t.router;
