import type { ReplyEvent } from '@jarvis/contract';
import { asDomainError, chatRoutes, type Deps, type KeptReply } from '@jarvis/core';
import type { Request, Response } from 'express';
import { EventStream } from '../http/answer/event-stream.ts';
import type { Handlers } from '../http/paths.ts';
import { describeCause } from '../log/log.ts';
import {
  knownAnswerParts,
  parsePlace,
  placeId,
  type ReplyPlace,
  uiMessageParts,
} from '../reply-writers/ui-message.ts';

/** Streams of replies, after `readInput`. The first is also a procedure, for clients that accept JSON. */
export function chatStream(deps: Deps): Handlers {
  return {
    async 'POST /api/jarvis/chat'(context, req, res, next) {
      if (req.accepts(['application/json', 'text/event-stream']) !== 'text/event-stream') return next();
      await send(req, res, await chatRoutes.createCaller(context()).send(req.body));
    },
    async 'GET /api/jarvis/chat/{conversationId}/stream'(context, req, res) {
      const events = await chatRoutes.createCaller(context()).resume(req.params);
      if (!events) return void res.status(204).end();
      if (req.method === 'HEAD') {
        // Begins and ends the stream, which frees its slot among the account's streams.
        for await (const _event of events) break;
        return void res.type('text/event-stream').end();
      }
      await send(req, res, events, parsePlace(req.get('last-event-id')));
    },
  };

  async function send(
    req: Request,
    res: Response,
    reply: AsyncIterable<ReplyEvent> | KeptReply,
    seen?: ReplyPlace,
  ) {
    const messageOf = (error: unknown) => {
      const told = asDomainError(error);
      if (!told)
        deps.log.error({ requestId: req.requestId, ...describeCause(error) }, 'a reply could not be shown');
      return told?.message ?? `Something went wrong on the server (request ${req.requestId}).`;
    };
    const parts = () => {
      if (!('reply' in reply)) return uiMessageParts(reply, messageOf, seen);
      const { replyId, ...answer } = reply;
      return knownAnswerParts(replyId, answer);
    };
    res.set('X-Vercel-AI-UI-Message-Stream', 'v1');
    const events = new EventStream(res);
    // The position in the reply is each event's id, so that a reader can resume after a lost connection.
    let place: ReplyPlace = { messageId: '', chars: 0 };
    for await (const part of parts()) {
      if (res.destroyed || res.writableEnded) return;
      if (part.type === 'start')
        place = seen?.messageId === part.messageId ? seen : { messageId: part.messageId, chars: 0 };
      else if (part.type === 'text-delta') place = { ...place, chars: place.chars + part.delta.length };
      events.send(part, { id: placeId(place) });
    }
    events.end('data: [DONE]\n\n');
  }
}
