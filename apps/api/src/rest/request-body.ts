import express, { type ErrorRequestHandler, type Request, type RequestHandler } from 'express';

/** The largest body in bytes, and that of a chat with its history. */
export const bodyBytesMax = 256 * 1024;
export const chatBodyBytesMax = 1024 * 1024;
/** A message that another program has kept may be of any length below this. */
export const importBodyBytesMax = 4 * 1024 * 1024;
/** Of a typed call, chat aside: the web app sends no more than one text. */
export const rpcBodyBytesMax = 64 * 1024;

/** Deeper JSON than any request needs; far less than what overflows a recursive reader's stack. */
const jsonDepthMax = 64;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the body as text into `req.body`, at most `bytesMax`. Never answers: what is wrong is noted for the procedure,
 * which raises it after credential, restriction and rate limit. Compressed bodies are not read: a kilobyte of one may
 * become a megabyte that is held (decompression bomb).
 */
export function readBody(bytesMax: number): [RequestHandler, RequestHandler, ErrorRequestHandler] {
  return [
    express.raw({ type: () => true, limit: bytesMax, inflate: false }),
    (req, _res, next) => {
      const bytes: unknown = req.body;
      req.body = '';
      if (bytes instanceof Buffer && bytes.length > 0) takeText(req, bytes);
      next();
    },
    (error, req, _res, next) => {
      req.body = '';
      req.bodyTooLarge = (error as { type?: string }).type === 'entity.too.large';
      const problems: Record<string, string> = {
        'entity.too.large': `The body is too large: at most ${bytesMax / 1024} KiB are read.`,
        'encoding.unsupported': 'Send the body uncompressed.',
      };
      req.requestProblem = problems[(error as { type?: string }).type ?? ''] ?? 'The body could not be read.';
      next();
    },
  ];
}

function takeText(req: Request, bytes: Buffer): void {
  const [type = '', ...parameters] = (req.headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith('charset='));
  if (type.trim() !== 'application/json') {
    req.requestProblem = 'Send the body as JSON with the header `Content-Type: application/json`.';
  } else if (charset !== undefined && !/^charset="?utf-8"?$/.test(charset)) {
    req.requestProblem = 'Send the body in UTF-8.';
  } else {
    try {
      req.body = utf8.decode(bytes);
    } catch {
      req.requestProblem = 'The body is not valid UTF-8.';
      return;
    }
    if (isTooDeep(req.body)) {
      req.body = '';
      req.requestProblem = `The body is nested too deeply: at most ${jsonDepthMax} levels are read.`;
    }
  }
}

/** Whether JSON text nests deeper than `jsonDepthMax`, found without parsing it. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index);
    if (inString) {
      if (code === 0x5c) index++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > jsonDepthMax) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}

/**
 * The body as a JSON object; no body is `{}`. Undefined when it is not a JSON object. An own `__proto__` is
 * left out, so that no copy of the object can take it for a prototype.
 */
export function parseObject(json: string): Record<string, unknown> | undefined {
  if (json.trim() === '') return {};
  try {
    const value: unknown = json.includes('__proto__')
      ? JSON.parse(json, withoutPrototypes)
      : JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function withoutPrototypes(key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value;
}
