import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Context, DomainError, type Log, loggableMessage } from '@jarvis/core';
import type { TRPCError } from '@trpc/server';
import { type DestinationStream, pino } from 'pino';
import { LogDestination } from './log-destination.ts';

/** JSON lines on stdout. Errors are logged by chosen fields: whole ones may contain prompts or parameters. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return pino(options, destination ?? stdout());
}

function stdout(): DestinationStream {
  const destination = new LogDestination(process.stdout);
  process.once('exit', () => destination.flush());
  return destination;
}

/** Logs one line at the end of a request, without body, key, cookie, token or query. */
export function logRequest(log: Log): (req: IncomingMessage, res: ServerResponse) => void {
  return (req, res) => {
    const startedAt = performance.now();
    const { method } = req;
    res.on('close', () => {
      log.info(
        {
          method,
          route: req.calledRoute ?? 'web',
          status: res.writableFinished ? res.statusCode : 499,
          durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
          requestId: req.requestId,
          accountId: req.answer?.accountId,
        },
        'request',
      );
    });
  };
}

type FailedRequest =
  | { readonly requestId: string; readonly socket: Pick<IncomingMessage['socket'], 'destroyed'> }
  | Pick<Context, 'requestId' | 'signal'>;

/**
 * Logs the cause of a server error; caller errors need no line. A disconnected caller is not an error, and a lack of
 * capacity is not a defect: a stack for each would fill the log during an overload.
 */
export function logFailure(log: Log, error: TRPCError, request: FailedRequest): void {
  const { cause } = error;
  const kind = cause instanceof DomainError ? cause.kind : undefined;
  const ours = kind === undefined ? error.code === 'INTERNAL_SERVER_ERROR' : failures.has(kind);
  if (!ours) return;
  const callerHasLeft = 'socket' in request ? request.socket.destroyed : request.signal.aborted;
  const line = { requestId: request.requestId, code: error.code, ...describeCause(cause ?? error) };
  if (callerHasLeft) log.info({ ...line, stack: undefined }, 'request given up: the caller disconnected');
  else if (kind === 'unavailable' || kind === 'timedOut')
    log.warn({ ...line, stack: undefined }, 'request failed');
  else log.error(line, 'request failed');
}

const failures = new Set<DomainError['kind']>(['failed', 'timedOut', 'unavailable']);

/** Name, message, code and stack of an error and of its causes, if they are safe to log; no other field. */
export function describeCause(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const { code } = error as { code?: unknown };
  const message = loggableMessage(error);
  return {
    error: error.name,
    message,
    ...(typeof code === 'string' || typeof code === 'number' ? { errorCode: code } : {}),
    ...(depth === 0 && message !== undefined ? { stack: error.stack } : {}),
    ...(error.cause !== undefined && depth < 3 ? { cause: describeCause(error.cause, depth + 1) } : {}),
  };
}
