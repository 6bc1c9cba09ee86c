import type { Context, Deps, TurnObserver } from '@jarvis/core';
import { failureOf } from '../../http/answer/errors.ts';
import { EventStream } from '../../http/answer/event-stream.ts';
import { openAiError } from '../../http/answer/openai-error.ts';
import type { Handler } from '../../http/paths.ts';
import { bodyReceiver, parseObject, v1BodyBytesMax } from '../../http/request/request-body.ts';
import type { Answered } from './answered.ts';
import type { Begun, ReplyWriter } from './reply-writer.ts';

/** An operation that takes a turn: the procedure behind it, and its writers. */
export interface TurnOperation<Fields> {
  /** Calls the procedure without an input: the ladder receives the body itself. */
  take(context: Context, notReadYet: never): Promise<Answered>;
  whole(reply: Answered, body: Fields): object;
  stream(events: EventStream, body: Fields, begun: Begun): ReplyWriter;
}

/** Answers by a turn, as one JSON body or as a stream. */
export const answerBy =
  <Fields extends { readonly stream?: unknown }>(
    deps: Deps,
    { take, whole, stream }: TurnOperation<Fields>,
  ): Handler =>
  async (context, req, res) => {
    /** The body before parsing, and the stream that it asks for once its turn begins. */
    const asked: { body?: Fields; reply?: ReplyWriter } = {};
    const receiveBody = bodyReceiver(req, res, v1BodyBytesMax, (text) => {
      const fields = parseObject(text);
      // Unvalidated JSON until the call has parsed it.
      asked.body = fields as Fields;
      return fields;
    });
    const begin = (replyId: string) => {
      // A client's retry would call the model again, and its tools would write again.
      res.setHeader('X-Should-Retry', 'false');
      if (asked.body?.stream === true)
        asked.reply = stream(new EventStream(res), asked.body, { replyId, nowMs: deps.clock.now() });
    };
    const observer: TurnObserver = {
      onBegin: ({ replyId }) => begin(replyId),
      emit: (event) => event.type === 'text' && asked.reply?.write(event.delta),
    };
    try {
      const taken = await take({ ...context(), receiveBody, observer }, {} as never);
      if (!asked.body) return;
      // An earlier version kept the calls of a denied turn, too.
      const turn = taken.outcome === 'called' ? taken : { ...taken, calls: [] };
      if (asked.body.stream !== true) return res.json(whole(turn, asked.body));
      // Answered before, for the same request.
      if (!asked.reply) begin(turn.assistantMessage.id);
      asked.reply?.complete(turn);
    } catch (error) {
      if (!asked.reply || !res.headersSent) throw error;
      const { status, body } = failureOf(deps.log, error, req);
      asked.reply.fail(openAiError(status, body));
    }
  };
