import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReplyEvent, ReplyPart } from '@jarvis/contract';
import { asDomainError, chatRoutes, type Deps, type KeptReply, newId } from '@jarvis/core';
import { type Request, type Response, Router } from 'express';
import { repeatableContextOf } from '../http/context.ts';
import { answerHeaders } from '../http/response-headers.ts';
import { describeCause } from '../log/log.ts';
import {
  knownAnswerParts,
  parsePlace,
  placeId,
  type ReplyPlace,
  uiMessageParts,
} from '../reply-writers/ui-message.ts';
import type { Operation } from './paths.ts';

/** Under `/api`; the first is also a procedure, for clients that accept JSON. */
export const chatOperations: readonly Operation[] = [
  ['POST', '/jarvis/chat'],
  ['GET', '/jarvis/chat/{conversationId}/stream'],
];

/** Proxies close a connection after a minute of silence, or less. */
const keepAliveMs = 15_000;

/** Streams of replies, for clients that accept an event stream; mounted after `readInput`. */
export function chatStream(deps: Deps): Router {
  const { secure } = deps.settings;
  const callsFor = (req: Request, res: Response) =>
    chatRoutes.createCaller(repeatableContextOf(deps, req, res));

  const routes = Router();
  routes.post('/jarvis/chat', async (req, res, next) => {
    if (req.accepts(['application/json', 'text/event-stream']) !== 'text/event-stream') return next();
    await send(req, res, await callsFor(req, res).send(req.body));
  });
  routes.get('/jarvis/chat/:conversationId/stream', async (req, res) => {
    const events = await callsFor(req, res).resume(req.params);
    res.set('Cache-Control', 'no-store');
    if (!events) return void res.status(204).end();
    if (req.method === 'HEAD') {
      // Begins and ends the stream, which frees its slot among the account's streams.
      for await (const _event of events) break;
      return void res.type('text/event-stream').end();
    }
    await send(req, res, events, parsePlace(req.get('last-event-id')));
  });
  return routes;

  async function send(
    req: Request,
    res: Response,
    reply: AsyncIterable<ReplyEvent> | KeptReply,
    seen?: ReplyPlace,
  ) {
    // Loaded with the first reply: the AI SDK takes half as much memory as the rest of the process.
    const { createUIMessageStreamResponse } = await import('ai');
    const messageOf = (error: unknown) => {
      const told = asDomainError(error);
      if (!told)
        deps.log.error({ requestId: req.requestId, ...describeCause(error) }, 'a reply could not be shown');
      return told?.message ?? `Something went wrong on the server (request ${req.requestId}).`;
    };
    const parts = () => {
      if (!('reply' in reply)) return uiMessageParts(reply, messageOf, seen);
      const { replyId = newId(deps.clock.now()), ...answer } = reply;
      return knownAnswerParts(replyId, answer);
    };
    const stream = ReadableStream.from<ReplyPart>(parts());
    const { headers, body } = createUIMessageStreamResponse({ stream, keepAliveMs });
    // The server decides whether to keep the connection, because the process may be about to end.
    headers.delete('connection');
    res.set({
      ...Object.fromEntries(headers),
      ...answerHeaders(req.answer, secure),
      'Cache-Control': 'no-store',
    });
    const text = (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream());
    await pipeline(Readable.fromWeb(text.pipeThrough(placed(seen))), res);
  }
}

/** Puts the position in the reply before each event, so that a reader can resume after a lost connection. */
function placed(seen?: ReplyPlace): TransformStream<string, string> {
  let messageId = '';
  let chars = 0;
  return new TransformStream({
    transform(text, controller) {
      if (!text.startsWith('data: {')) return controller.enqueue(text);
      const chunk: ReplyPart = JSON.parse(text.slice('data: '.length));
      if (chunk.type === 'start') {
        messageId = chunk.messageId;
        chars = seen?.messageId === messageId ? seen.chars : 0;
      } else if (chunk.type === 'text-delta') chars += chunk.delta.length;
      controller.enqueue(`id: ${placeId({ messageId, chars })}\n${text}`);
    },
  });
}
