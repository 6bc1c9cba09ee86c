import type { IncomingMessage, ServerResponse } from 'node:http';
import { appRouter, type Context, type Deps } from '@jarvis/core';
import { getTRPCErrorFromUnknown } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { contextOf } from '../http/context.ts';
import { isFromAnotherSite, otherSiteText } from '../http/csrf.ts';
import { errorBodyOf } from '../http/error-body.ts';
import { answerHeaders } from '../http/response-headers.ts';
import { logFailure } from '../observability/log.ts';
import { readFields, readQuery } from './input.ts';
import { parameterValue, pathTable } from './paths.ts';
import { documentedProcedures } from './procedures.ts';
import { procedureRunner, type RunProcedure } from './run-procedure.ts';
import { successStatuses } from './statuses.ts';

/** What a documented path and method call. */
interface Operation {
  readonly run: RunProcedure;
  /** Its body may be as large as a chat with its history. */
  readonly large: boolean;
  /** Of a success. */
  readonly status: number;
  /** False where a procedure takes no input at all. */
  readonly takesInput: boolean;
}

/**
 * Answers documented paths by calling their procedures; false when it is not one, and somebody else must answer.
 * The paths, and how query, body and path become the input, are those of trpc-to-openapi, which also describes
 * them. Its handler, and Express, are not gone through: they took half of a request's time.
 */
export function restCalls(deps: Deps): (req: IncomingMessage, res: ServerResponse) => boolean {
  const find = pathTable();
  const operations = allOperations();
  return (req, res) => {
    const url = req.url ?? '';
    if (!url.startsWith('/api/')) return false;
    const mark = url.indexOf('?');
    const path = mark < 0 ? url.slice(4) : url.slice(4, mark);
    const known = find(path);
    const operation = operations.get(known?.procedures.get(methodOf(req)) ?? '');
    if (!known || !operation) return false;
    req.calledRoute = `/api${known.route}`;
    if (isFromAnotherSite(req)) send(res, 403, JSON.stringify({ error: otherSiteText }), []);
    else {
      const { parameter } = known;
      const values = parameter ? { [parameter.name]: parameterValue(path, parameter.index) } : undefined;
      void answer(deps, operation, req, res, mark < 0 ? '' : url.slice(mark + 1), values);
    }
    return true;
  };
}

/** HEAD is the GET it stands for; Node leaves the body out. */
const methodOf = (req: IncomingMessage) => (req.method === 'HEAD' ? 'GET' : (req.method ?? ''));

function allOperations(): ReadonlyMap<string, Operation> {
  return new Map(
    documentedProcedures().map(({ name, takesInput }) => [
      name,
      {
        run: procedureRunner(appRouter, name),
        large: name === 'chat.send',
        takesInput,
        status: successStatuses[name] ?? 200,
      },
    ]),
  );
}

async function answer(
  deps: Deps,
  { run, large, status, takesInput }: Operation,
  req: IncomingMessage,
  res: ServerResponse,
  query: string,
  parameters: Record<string, string> | undefined,
): Promise<void> {
  let ctx: Context | undefined;
  try {
    const values = readQuery(req, query);
    const fields = methodOf(req) === 'GET' ? values : await readFields(req, res, { large });
    ctx = contextOf(deps, req, res);
    const data = await run(ctx, takesInput ? { ...fields, ...parameters } : undefined);
    send(res, status, JSON.stringify(data), answerHeaders(ctx, undefined).flat());
  } catch (cause) {
    const error = getTRPCErrorFromUnknown(cause);
    logFailure(deps.log, error, req);
    const body = JSON.stringify(errorBodyOf(error, req));
    send(res, getHTTPStatusCodeFromError(error), body, ctx ? answerHeaders(ctx, error).flat() : []);
  }
}

/** One write, with headers that mostly stand ready. */
function send(res: ServerResponse, status: number, body: string, more: readonly string[]): void {
  const { requestId, site } = res.req;
  res.writeHead(status, [
    ...site.headers,
    'X-Request-Id',
    requestId,
    'Cache-Control',
    'no-store',
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(Buffer.byteLength(body)),
    ...more,
  ]);
  res.end(body);
}
