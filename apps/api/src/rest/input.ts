import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import { parseObject, readBody } from './request-body.ts';
import { bodyBytesMax, chatBodyBytesMax } from './statuses.ts';

type Values = Record<string, unknown>;

/** The query's values by name; notes what is wrong with it for the procedure to raise. */
export function readQuery(req: IncomingMessage, text: string): Values {
  const query: Values = Object.create(null);
  if (text === '') return query;
  try {
    decodeURIComponent(text);
  } catch {
    req.requestProblem ??= 'The query has broken percent-encoding.';
    return query;
  }
  for (const [name, value] of new URLSearchParams(`?${text}`)) {
    if (name in query) req.requestProblem ??= `\`${name}\` must be given once.`;
    query[name] = value;
  }
  return query;
}

const readers = { default: readBody(bodyBytesMax), chat: readBody(chatBodyBytesMax) };

/** The body's fields; notes what is wrong with it for the procedure to raise. Never rejects. */
export async function readFields(
  req: IncomingMessage,
  res: ServerResponse,
  { large }: { large: boolean },
): Promise<Values> {
  const [receive, takeText, noteFailure] = large ? readers.chat : readers.default;
  // What reads the body needs nothing of Express.
  const [request, response] = [req as Request, res as Response];
  await new Promise<void>((resolve, reject) => {
    const done = (error?: unknown) => (error ? reject(error) : resolve());
    receive(request, response, (error?: unknown) => {
      if (error) noteFailure(error, request, response, done);
      else takeText(request, response, done);
    });
  });
  const body: unknown = request.body;
  const fields = parseObject(typeof body === 'string' ? body : '');
  if (!fields) req.requestProblem ??= 'The body must be a JSON object.';
  return fields ?? {};
}
