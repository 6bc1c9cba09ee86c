import type { ReplyEvent } from '@jarvis/contract';
import { chatRoutes, type Deps, type KeptReply, type TurnObserver } from '@jarvis/core';
import type { Request, Response } from 'express';
import { failureOf } from '../http/answer/errors.ts';
import { EventStream } from '../http/answer/event-stream.ts';
import type { Handlers } from '../http/paths.ts';
import { parsePlace, type ReplyPlace, UiMessageWriter } from '../reply-writers/ui-message.ts';

/** Streams of replies, after `readInput`. The first is also a procedure, for clients that accept JSON. */
export function chatStream(deps: Deps): Handlers {
  return {
    async 'POST /api/jarvis/chat'(context, req, res, next) {
      if (req.accepts(['application/json', 'text/event-stream']) !== 'text/event-stream') return next();
      await send(req, res, (observer) => chatRoutes.createCaller({ ...context(), observer }).send(req.body));
    },
    async 'GET /api/jarvis/chat/{conversationId}/stream'(context, req, res) {
      const events = await chatRoutes.createCaller(context()).resume(req.params);
      if (!events) return void res.status(204).end();
      if (req.isHead) {
        // Begins and ends the stream, which frees its slot among the account's streams.
        for await (const _event of events) break;
        return void res.type('text/event-stream').end();
      }
      await send(req, res, async () => events, parsePlace(req.get('last-event-id')));
    },
  };

  /** Errors are statuses until the reply has begun, and parts of its stream after that. */
  async function send(
    req: Request,
    res: Response,
    open: (observer: TurnObserver) => Promise<AsyncIterable<ReplyEvent> | KeptReply>,
    seen?: ReplyPlace,
  ) {
    let stream: EventStream | undefined;
    const begun = () => {
      if (!stream) res.set('X-Vercel-AI-UI-Message-Stream', 'v1');
      stream ??= new EventStream(res);
      return stream;
    };
    const writer = new UiMessageWriter((part, id) => begun().send(part, { id }), seen);
    const write = (event: ReplyEvent) => writer.write(event);
    try {
      const reply = await open({ onBegin: write, emit: write });
      if (!('reply' in reply)) {
        begun();
        for await (const event of reply) {
          if (res.destroyed || res.writableEnded) return;
          write(event);
        }
      } else if (!stream) writer.writeKnown(reply);
    } catch (error) {
      if (!stream) throw error;
      writer.fail(failureOf(deps.log, error, req).body.error);
    }
    begun().end('data: [DONE]\n\n');
  }
}
