import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { badRequest } from '@jarvis/core';
import express, { type Request, type Response } from 'express';

/** Maximum size of a body in bytes; a chat with its history has its own. */
export const bodyBytesMax = 256 * 1024;
export const chatBodyBytesMax = 1024 * 1024;
/** For an import: a message of `importedMessageBytesMax` is longer with JSON's escapes. */
export const importBodyBytesMax = 4 * 1024 * 1024;
/** Programs send files of 8 MB as base64 with a question. */
export const v1BodyBytesMax = 12 * 1024 * 1024;
/** For a typed call, except a chat and an import: the web app sends at most one text. */
export const rpcBodyBytesMax = 64 * 1024;
/** Without a credential, on every path: more than any sign-in form needs. */
export const strangersBodyBytesMax = 16 * 1024;

/** Deeper than any request needs, and far from overflowing the stack of a recursive parser. */
const jsonDepthMax = 64;
/** More signs between values than any request has: 12 MiB of empty objects would hold up all others for 2 s. */
const jsonSignsMax = 500_000;

const utf8 = new TextDecoder();

/**
 * Returns a function that receives the body once the caller is known: at most `bytesMax`, and 16 KiB from an
 * anonymous caller. Its result parses the body as JSON, passes it to `parse`, and throws badRequest for every problem
 * with it. Until then none of the body is in memory (resource exhaustion).
 */
export function bodyReceiver<Parsed>(
  req: Request,
  res: Response,
  bytesMax: number,
  parse: (text: string) => Parsed,
): (isKnown: boolean) => Promise<() => Parsed> {
  const contentType = req.headers['content-type'] ?? '';
  return bytesReceiver(req, res, bytesMax, (received) =>
    parse(received.length === 0 ? '' : textOf(received, contentType)),
  );
}

/** The same for a body that is not text. */
export function bytesReceiver<Parsed>(
  req: Request,
  res: Response,
  bytesMax: number,
  parse: (bytes: Buffer) => Parsed,
): (isKnown: boolean) => Promise<() => Parsed> {
  return async (isKnown) => {
    const received = await receive(req, res, isKnown ? bytesMax : strangersBodyBytesMax);
    return () => {
      if (typeof received === 'string') throw badRequest(received);
      return parse(received);
    };
  };
}

/** The pieces of a body as they arrive, without holding it. Leaves the rest unread if the reader ends. */
export async function* streamedBody(req: Request, res: Response): AsyncGenerator<Uint8Array> {
  if (req.headers['content-encoding'] !== undefined) throw badRequest('Send the body uncompressed.');
  sendContinue(req, res);
  try {
    // The answer still has to be sent on this connection.
    yield* req.iterator({ destroyOnReturn: false });
  } finally {
    // Drops the rest, so that the client reads the answer and can reuse the connection.
    req.resume();
  }
}

/** Whether the body is small enough for an anonymous caller. */
export const hasSmallBody = (req: Request): boolean => announcedBytes(req) <= strangersBodyBytesMax;

/**
 * The bytes, or the reason for refusing them. Compressed bodies are refused: a kilobyte could become a megabyte in
 * memory (decompression bomb). A body announced as too large stays on the connection, where Node drops it.
 */
export async function receive(req: Request, res: Response, bytesMax: number): Promise<Buffer | string> {
  const tooLarge = `The body is too large: at most ${bytesMax / 1024} KiB are read.`;
  const announced = announcedBytes(req);
  req.bodyTooLarge = Number.isFinite(announced) && announced > bytesMax;
  if (req.bodyTooLarge) return tooLarge;
  sendContinue(req, res);
  const read = express.raw({ type: () => true, limit: bytesMax, inflate: false });
  const problem = await new Promise<{ type?: string } | undefined>((resolve) => read(req, res, resolve));
  const bytes: unknown = req.body;
  req.body = undefined;
  if (bytes instanceof Buffer) return bytes;
  if (!problem && announced === 0) return Buffer.alloc(0);
  req.bodyTooLarge = problem?.type === 'entity.too.large';
  if (req.bodyTooLarge) return tooLarge;
  if (problem?.type === 'encoding.unsupported') return 'Send the body uncompressed.';
  // Also if the client disconnected: its body is not an empty one.
  return 'The body could not be read.';
}

/** For a client that waits with its body until it is needed. */
function sendContinue({ awaitsContinue }: Request, res: Response): void {
  if (!awaitsContinue) return;
  res.removeHeader('Connection');
  res.writeContinue();
}

/** Infinity without a length. */
export const announcedBytes = ({ headers }: IncomingMessage): number =>
  headers['transfer-encoding'] === undefined
    ? Number(headers['content-length'] ?? 0)
    : Number.POSITIVE_INFINITY;

/** Throws badRequest. */
function textOf(bytes: Buffer, contentType: string): string {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith('charset='));
  if (type.trim() !== 'application/json') {
    throw badRequest('Send the body as JSON with the header `Content-Type: application/json`.');
  }
  if (charset !== undefined && !/^charset="?(?:utf-?8|us-ascii)"?$/.test(charset)) {
    throw badRequest('Send the body in UTF-8.');
  }
  if (!isUtf8(bytes)) throw badRequest('The body is not valid UTF-8.');
  const text = utf8.decode(bytes);
  if (isTooComplex(text)) {
    throw badRequest(
      `The body is nested too deeply, or has too many values: at most ${jsonDepthMax} levels are read.`,
    );
  }
  return text;
}

/**
 * Whether JSON text nests too deeply, or has too many values, also in texts that may be JSON, such as the arguments of
 * a call; does not parse it.
 */
export function isTooComplex(json: string): boolean {
  let depth = 0;
  let signs = 0;
  let inJson = false;
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index);
    const isOpening = code === 0x5b || code === 0x7b;
    // Brackets and commas may be escaped: "\u005b".
    const isSign = isOpening || code === 0x2c || (code === 0x5c && json.startsWith('u00', index + 1));
    if (isSign && ++signs > jsonSignsMax) return true;
    if (inJson) {
      if (code === 0x5c) index++;
      else if (code === 0x22) inJson = false;
    } else if (code === 0x22) {
      inJson = /[\s[{\\]/.test(json[index + 1] ?? '');
      if (!inJson) index = endOfString(json, index + 1);
    } else if (isOpening) {
      if (++depth > jsonDepthMax) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}

/** The index of the quote that ends a JSON string, or the text's length. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start); end !== -1; end = json.indexOf('"', end + 1)) {
    let escapes = end;
    while (json.charCodeAt(escapes - 1) === 0x5c) escapes--;
    if ((end - escapes) % 2 === 0) return end;
  }
  return json.length;
}

/**
 * The body as a JSON object; a missing body is `{}`. Throws badRequest for other JSON. Removes an own `__proto__` at
 * every depth, so that no copy of an object can take it for a prototype.
 */
export function parseObject(json: string): Record<string, unknown> {
  if (json.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {}
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badRequest('The body must be a JSON object.');
  }
  // A reviver is called for each value, which takes ten times as long (resource exhaustion).
  if (mayNamePrototype.test(json)) removePrototypes(value);
  return value as Record<string, unknown>;
}

/** Plain, or with one of its letters escaped. */
const mayNamePrototype = /__proto__|\\u00(?:5f|6f|7[024])/i;

/** Recursion is bounded by `isTooComplex`. */
function removePrototypes(value: object): void {
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) removePrototypes(inner);
  }
}
