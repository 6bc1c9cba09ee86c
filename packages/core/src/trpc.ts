import {
  describeIssues,
  type ErrorKind,
  type FieldIssue,
  okOutput,
  type RateName,
  type Scope,
} from '@jarvis/contract';
import { initTRPC, TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { type TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import { z } from 'zod';
import { authenticate, requireCaller, requireOperator, requireSession } from './auth/caller.ts';
import type { Caller, GrantCaller } from './callers.ts';
import type { Context } from './context.ts';
import { asDomainError, badRequest, DomainError, restricted } from './errors.ts';
import { countCall } from './rate-limit/rate-limit.ts';
import { refusals } from './refusals.ts';
import type { AllowedCallers, ProcedureMeta } from './rest.ts';

const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    isDev: false,
    sse: {
      // The client then reconnects, so that its credential is checked again.
      maxDurationMs: 120_000,
      ping: { enabled: true, intervalMs: 5_000 },
      client: { reconnectAfterInactivityMs: 15_000 },
    },
    // A streamed mutation. The pings keep proxies from closing it while the model thinks.
    jsonl: { contentType: 'application/jsonl', pingMs: 5_000 },
    errorFormatter({ error, ctx }) {
      // A rung translates errors of the procedure, but not later errors of its stream.
      const told = asDomainError(error.cause);
      const known = told ? asTrpcError(told) : error;
      return {
        message: describeError(known, ctx?.requestId).message,
        code: TRPC_ERROR_CODES_BY_KEY[known.code],
        data: {
          code: known.code,
          httpStatus: getHTTPStatusCodeFromError(known),
          issues: told?.details.issues,
          retryAfterSeconds: told?.details.retryAfterSeconds,
          /** Why there is no reply; the web app translates it. */
          reason: told?.details.reason,
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
  mismatch: 'UNPROCESSABLE_CONTENT',
  tooMany: 'TOO_MANY_REQUESTS',
  unavailable: 'SERVICE_UNAVAILABLE',
  timedOut: 'GATEWAY_TIMEOUT',
  failed: 'INTERNAL_SERVER_ERROR',
};

/** The caller's view of an error. Only domain errors show their text; all others are masked. */
export function describeError(
  { cause, code }: TRPCError,
  requestId: string | undefined,
): { readonly message: string; readonly issues?: readonly FieldIssue[] | undefined } {
  const named = (text: string, id = requestId) => (id === undefined ? text : `${text} (request ${id})`);
  if (!(cause instanceof DomainError))
    return {
      message:
        maskedTexts[code] ?? named('Something went wrong on the server. Try again, or tell the operator.'),
    };
  const { kind, message, details } = cause;
  return { message: kind === 'failed' ? named(message, details.requestId) : message, issues: details.issues };
}

/** Refusals by tRPC itself before a procedure runs. */
const maskedTexts: Partial<Record<TRPC_ERROR_CODE_KEY, string>> = {
  PARSE_ERROR: 'The request is not valid JSON.',
  BAD_REQUEST: 'The request could not be read.',
  NOT_FOUND: 'There is no such procedure.',
  METHOD_NOT_SUPPORTED: 'This procedure is called with another method.',
  UNSUPPORTED_MEDIA_TYPE: 'Send the request as `application/json`.',
};

/**
 * A rung of the ladder. It checks in the fixed order: credential, restriction, rate limit, body; the rule checks
 * existence. It provides `ctx.caller`, and is the only place that maps domain errors and invalid input to tRPC's
 * errors. `.limited(rate)` is the same rung that also counts in that window; `.granted(scope)` is the same rung that
 * also admits connected programs with that scope; `.ok` is the same rung for procedures without a result. A rung's
 * checks are also in its meta, for the OpenAPI document.
 */
function rung<C extends Caller | undefined>(access: AllowedCallers, callerOf: (ctx: Context) => Promise<C>) {
  const isByNetwork = access === 'open' || access === 'anyone';
  const build = <G extends GrantCaller = never>(meta: Pick<ProcedureMeta, 'rate' | 'granted'>) => {
    const procedure = t.procedure.meta({ access, ...meta }).use(async ({ ctx, next, getRawInput }) => {
      const { rate, granted } = meta;
      // A chat waits for its model, a file for its sender.
      const isLong = rate === 'chat' || rate === 'fileUploads';
      let readInput = getRawInput;
      const startedAt = performance.now();
      try {
        const caller =
          ctx.credentials.grant === undefined
            ? await callerOf(ctx)
            : ((await requireGrant(ctx, granted)) as C | G);
        const waitedMs = isLong ? 0 : performance.now() - startedAt;
        // Before its turn comes, so that a slow body takes none of the account's slots.
        const parseBody = await ctx.receiveBody?.(caller !== undefined);
        const serve = async () => {
          // The account's statements leave connections to other accounts (resource exhaustion). The time to find the
          // caller counts as waiting time: a slow database is not waited for twice.
          const deps = caller ? { ...ctx.deps, db: ctx.deps.db.shared(caller.userId, waitedMs) } : ctx.deps;
          const subject = caller && !isByNetwork ? caller.userId : ctx.clientNetwork;
          const counted = rate && (await countCall({ ...ctx, deps }, rate, subject));
          // Health answers whatever the query is.
          if (ctx.requestProblem !== undefined && access !== 'open') throw badRequest(ctx.requestProblem);
          const fields = parseBody?.();
          if (fields) readInput = async () => ({ ...fields, ...((await getRawInput()) as object) });
          const within = { ctx: { caller, counted, deps }, getRawInput: readInput };
          const result = await next<(typeof within)['ctx']>(within);
          if (result.ok) return result;
          throw result.error;
        };
        // Rate limits bound the number of long requests, and long requests block no others.
        if (!caller || isLong) return await serve();
        return await ctx.deps.shares.run(caller.userId, ctx, serve);
      } catch (error) {
        throw await translate(error, readInput, ctx);
      }
    });
    return Object.assign(procedure, { ok: procedure.output(okAnswer) });
  };
  return Object.assign(build({}), {
    limited: (rate: RateName) => build({ rate }),
    granted: (granted: Scope | 'any') =>
      Object.assign(build<GrantCaller>({ granted }), {
        limited: (rate: RateName) => build<GrantCaller>({ granted, rate }),
      }),
  });
}

/** The program calling with a grant, if its scopes allow this. Throws unauthenticated, restricted. */
async function requireGrant(ctx: Context, scope: Scope | 'any' | undefined): Promise<GrantCaller> {
  const caller = await requireCaller(ctx);
  if (caller.via !== 'grant' || (scope !== 'any' && !caller.scopes.some((given) => given === scope)))
    throw restricted(refusals.notGranted);
  return caller;
}

/** The answer of a procedure without a result, whatever its work returns. */
const okAnswer = z
  .unknown()
  .transform(() => ({ ok: true }) as const)
  .pipe(okOutput);

/** Ignores credentials and the query: health. Limits count by network. */
export const open = rung('open', async () => undefined);

/** Needs no credential, but refuses a bad key. Limits count by network. */
export const anyone = rung('anyone', async (ctx) =>
  ctx.credentials.bearer === undefined ? undefined : authenticate(ctx),
);

/** Needs a key or a session. Limits count by account, over all of them. */
export const keyOrSession = rung<Caller>('keyOrSession', requireCaller);

/** Needs a browser session; a valid key alone is a 401. Limits count by account. */
export const sessionOnly = rung('sessionOnly', requireSession);

/** Needs a browser session of an operator; all other sessions are a 403. No documented operation uses it. */
export const operatorOnly = rung('sessionOnly', requireOperator);

async function translate(error: unknown, readInput: () => Promise<unknown>, { answer }: Context) {
  const cause = error instanceof TRPCError ? error.cause : error;
  const domainError = asDomainError(cause);
  if (domainError) {
    answer.retryAfterSeconds ??= domainError.details.retryAfterSeconds;
    return asTrpcError(domainError);
  }
  if (error instanceof TRPCError && error.code === 'BAD_REQUEST' && cause instanceof z.ZodError) {
    const issues = describeIssues(cause.issues, await readInput());
    const refused = badRequest(issues.map((issue) => issue.message).join(' '), issues);
    return asTrpcError(refused);
  }
  return error;
}

function asTrpcError(cause: DomainError): TRPCError {
  return new TRPCError({ code: codes[cause.kind], message: cause.message, cause });
}

export const router = t.router;
