import {
  type Caller,
  type Context,
  type Deps,
  keepWaitingTurn,
  keyOrSession,
  router,
  type Turn,
  type TurnInput,
  type TurnObserver,
  takeTurn,
  whileAllowed,
} from '@jarvis/core';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
import { contextOf } from '../http/context.ts';
import { sendAllowed, sendNotFound } from '../http/errors.ts';
import { answerHeaders } from '../http/response-headers.ts';
import { bodyReceiver, parseObject } from '../rest/request-body.ts';
import { CompletionStream, completion } from './completion-reply.ts';
import { type CompletionFields, completionRequest, completionTurn } from './completion-request.ts';
import { EventStream, type StreamedReply } from './event-stream.ts';
import { answerV1Failure, failureInStream } from './failures.ts';
import { modelNamed, models } from './models.ts';
import { ResponseStream, response } from './response-reply.ts';
import {
  beginningOf,
  isStored,
  type ResponseFields,
  responseRequest,
  responseTurn,
  waitingTurn,
} from './response-request.ts';

/** Editors send whole files with what is said about them. */
const v1BodyBytesMax = 4 * 1024 * 1024;

/** The ladder: credential, restriction, rate limit and body are checked as everywhere. */
const procedures = router({
  models: keyOrSession.query(() => models),
  model: keyOrSession.input(z.string()).query(({ input }) => modelNamed(input)),
  complete: keyOrSession
    .limited('chat')
    .input(completionRequest)
    .mutation(({ ctx, input }) => take(ctx, completionTurn(input), input.stream === true)),
  respond: keyOrSession
    .limited('chat')
    .input(responseRequest)
    .mutation(async ({ ctx, input }) => {
      const { deps, caller } = ctx;
      const beginning = await beginningOf(deps, caller.userId, input);
      const turn = await take(ctx, responseTurn(input, beginning), input.stream === true);
      if (turn.ending === 'called' && isStored(input))
        await keepWaitingTurn(deps, caller.userId, waitingTurn(beginning, turn));
      return turn;
    }),
});

/** Takes a turn, which ends when the caller leaves. A stream is one of the account's, and ends with its credential. */
async function take(
  ctx: Context & { readonly caller: Caller },
  input: TurnInput,
  streamed: boolean,
): Promise<Turn> {
  const { deps, caller, signal, observer } = ctx;
  // A turn that tells nothing before its end has a second try.
  if (!streamed) {
    const { onBegin = () => {} } = observer ?? {};
    return takeTurn(deps, caller.user, input, { onBegin, disconnected: signal });
  }
  const release = deps.shares.openStream(caller.userId, signal);
  return whileAllowed(ctx, (disconnected) =>
    takeTurn(deps, caller.user, input, { ...observer, disconnected }),
  ).finally(release);
}

type Calls = ReturnType<typeof procedures.createCaller>;

/** One of the operations that take a turn. */
interface Operation<Fields> {
  call(calls: Calls): Promise<Turn>;
  /** The answer that is not streamed. */
  whole(turn: Turn, body: Fields, nowMs: number): object;
  stream(events: EventStream, body: Fields, nowMs: number): StreamedReply;
}

/** The ladder takes the body itself. */
const notReadYet = {} as never;

const responses: Operation<ResponseFields> = {
  call: (calls) => calls.respond(notReadYet),
  whole: response,
  stream: (events, body, nowMs) => new ResponseStream(events, body, nowMs),
};

const completions: Operation<CompletionFields> = {
  call: (calls) => calls.complete(notReadYet),
  whole: completion,
  stream: (events, body, nowMs) => new CompletionStream(events, body, nowMs),
};

/** OpenAI's API as far as its clients need it, mounted at `/v1`: the turn of everywhere in other words. */
export function v1(deps: Deps): Router {
  const secure = deps.settings.publicUrl.startsWith('https:');
  const headers = (req: Request) => ({ 'Cache-Control': 'no-store', ...answerHeaders(req.answer, secure) });
  const callsFor = (req: Request, res: Response) => procedures.createCaller(contextOf(deps, req, res));

  const answerBy =
    <Fields extends { readonly stream?: unknown }>({
      call,
      whole,
      stream,
    }: Operation<Fields>): RequestHandler =>
    async (req, res) => {
      const nowMs = deps.clock.now();
      /** The body as it came, and the stream that it asks for once its turn begins. */
      const asked: { body?: Fields; reply?: StreamedReply } = {};
      const receiveBody = bodyReceiver(req, res, v1BodyBytesMax, (text) => {
        const fields = parseObject(text);
        // No more than JSON before the call has taken it.
        asked.body = fields as Fields;
        return fields;
      });
      const observer: TurnObserver = {
        onBegin(conversationId, replyId) {
          // Clients would ask again, and the model would answer, and tools write, once more.
          res.setHeader('X-Should-Retry', 'false');
          if (asked.body?.stream === true)
            asked.reply = stream(new EventStream(res, () => headers(req)), asked.body, nowMs);
          asked.reply?.observer.onBegin?.(conversationId, replyId);
        },
        onText: (piece) => asked.reply?.observer.onText?.(piece),
        onClientCall: (clientCall) => asked.reply?.observer.onClientCall?.(clientCall),
      };
      const calls = procedures.createCaller({ ...contextOf(deps, req, res), receiveBody, observer });
      try {
        const turn = await call(calls);
        if (asked.reply) asked.reply.end(turn);
        else if (asked.body) res.set(headers(req)).json(whole(turn, asked.body, nowMs));
      } catch (error) {
        if (!asked.reply || !res.headersSent) throw error;
        asked.reply.fail(failureInStream(deps, error, req));
      }
    };

  const routes = Router({ caseSensitive: true, strict: true });
  routes.use((req, _res, next) => {
    req.calledRoute = '/v1/(other)';
    next();
  });
  const readModels: RequestHandler = async (req, res) => {
    res.set(headers(req)).json({ object: 'list', data: await callsFor(req, res).models() });
  };
  const readModel: RequestHandler<{ model: string }> = async (req, res) => {
    res.set(headers(req)).json(await callsFor(req, res).model(req.params.model));
  };
  routes.route('/models').all(only('GET')).get(readModels);
  routes.route('/models/:model').all(only('GET')).get(readModel);
  routes.route('/chat/completions').all(only('POST')).post(answerBy(completions));
  routes.route('/responses').all(only('POST')).post(answerBy(responses));
  routes.use((_req, res) => sendNotFound(res));
  routes.use(answerV1Failure);
  return routes;
}

/** Lets a method through, HEAD with GET, and names the route for the log. */
const only =
  (method: 'GET' | 'POST'): RequestHandler =>
  (req, res, next) => {
    req.calledRoute = `/v1${req.route.path}`;
    const methods = method === 'GET' ? ['GET', 'HEAD'] : [method];
    if (methods.includes(req.method)) return next();
    sendAllowed(res, req.method, [...methods, 'OPTIONS'].join(', '));
  };
