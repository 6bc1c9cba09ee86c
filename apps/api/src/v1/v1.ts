import { limits } from '@jarvis/contract';
import { type Deps, filesRoutes, keyOrSession, router } from '@jarvis/core';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
import { contextOf } from '../http/context.ts';
import { sendAllowed, sendNotFound } from '../http/errors.ts';
import { answerHeaders } from '../http/response-headers.ts';
import { type Answered, eventsOf, type WrittenEvent } from '../reply-writers/answered.ts';
import { CompletionWriter, completion } from '../reply-writers/completion.ts';
import { EventStream, type ReplyWriter } from '../reply-writers/event-stream.ts';
import { ResponseWriter, response } from '../reply-writers/response.ts';
import { sendContent } from '../rest/files.ts';
import { announcedBytes, bodyReceiver, parseObject, v1BodyBytesMax } from '../rest/request-body.ts';
import type { CompletionFields } from './completion-request.ts';
import { answerV1Failure, failureInStream } from './failures.ts';
import { fileObject, v1Files } from './files.ts';
import { modelNamed, models } from './models.ts';
import type { ResponseFields } from './response-request.ts';
import { turns } from './turns.ts';
import { uploadForm } from './upload-form.ts';

const catalog = router({
  models: keyOrSession.query(() => models),
  model: keyOrSession.input(z.string()).query(({ input }) => modelNamed(input)),
});

type Calls = ReturnType<typeof turns.createCaller>;

/** An operation that takes a turn. */
interface Operation<Fields> {
  call(calls: Calls): Promise<Answered>;
  /** The answer without a stream. */
  whole(reply: Answered, body: Fields): object;
  stream(events: EventStream, body: Fields, nowMs: number): ReplyWriter;
}

/** The ladder receives the body itself. */
const notReadYet = {} as never;

const responses: Operation<ResponseFields> = {
  call: (calls) => calls.respond(notReadYet),
  whole: response,
  stream: (events, body, nowMs) => new ResponseWriter(events, body, nowMs),
};

const completions: Operation<CompletionFields> = {
  call: (calls) => calls.complete(notReadYet),
  whole: completion,
  stream: (events, body, nowMs) => new CompletionWriter(events, body, nowMs),
};

/** The part of OpenAI's API that its clients need, mounted at `/v1`: an ordinary turn in another format. */
export function v1(deps: Deps): Router {
  const { secure } = deps.settings;
  const headers = (req: Request) => ({ 'Cache-Control': 'no-store', ...answerHeaders(req.answer, secure) });
  const fileCallsFor = (req: Request, res: Response) =>
    filesRoutes.createCaller({
      ...contextOf(deps, req, res),
      idempotencyKey: req.get('idempotency-key'),
      retryCount: retryCountOf(req),
    });
  const callsFor = (req: Request, res: Response) => catalog.createCaller(contextOf(deps, req, res));

  const answerBy =
    <Fields extends { readonly stream?: unknown }>({
      call,
      whole,
      stream,
    }: Operation<Fields>): RequestHandler =>
    async (req, res) => {
      /** The body before parsing, and the stream that it asks for once its turn begins. */
      const asked: { body?: Fields; reply?: ReplyWriter } = {};
      const receiveBody = bodyReceiver(req, res, v1BodyBytesMax, (text) => {
        const fields = parseObject(text);
        // Unvalidated JSON until the call has parsed it.
        asked.body = fields as Fields;
        return fields;
      });
      const write = (event: WrittenEvent) => {
        if (event.type === 'snapshot') {
          // A client's retry would call the model again, and its tools would write again.
          res.setHeader('X-Should-Retry', 'false');
          if (asked.body?.stream === true)
            asked.reply = stream(new EventStream(res, () => headers(req)), asked.body, deps.clock.now());
        }
        asked.reply?.write(event);
      };
      const calls = turns.createCaller({
        ...contextOf(deps, req, res),
        receiveBody,
        observer: { onBegin: write, emit: write },
        idempotencyKey: req.get('idempotency-key'),
        retryCount: retryCountOf(req),
      });
      try {
        const turn = await call(calls);
        if (asked.reply || !asked.body) return;
        if (asked.body.stream !== true) res.set(headers(req)).json(whole(turn, asked.body));
        // Answered before, for the same request.
        else for (const event of eventsOf(turn)) write(event);
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
  routes
    .route('/files')
    .all(only('GET', 'POST'))
    .get(async (req, res) => {
      const list = await v1Files.createCaller(contextOf(deps, req, res)).list(req.query as never);
      res.set(headers(req)).json(list);
    })
    .post(async (req, res) => {
      const file = await fileCallsFor(req, res).uploadForm({
        // The form is a little larger than its file.
        bytesMax: Math.min(announcedBytes(req), limits.fileBytesMax),
        read: uploadForm(req, res),
      });
      res.set(headers(req)).json(fileObject(file));
    });
  routes
    .route('/files/:id')
    .all(only('GET', 'DELETE'))
    .get(async (req, res) => {
      const { file } = await fileCallsFor(req, res).content(req.params);
      res.set(headers(req)).json(fileObject(file));
    })
    .delete(async (req, res) => {
      const deleted = await v1Files.createCaller(contextOf(deps, req, res)).delete(req.params.id);
      res.set(headers(req)).json(deleted);
    });
  routes
    .route('/files/:id/content')
    .all(only('GET'))
    .get(async (req, res) => {
      const content = await fileCallsFor(req, res).content(req.params);
      res.set(headers(req));
      await sendContent(req, res, content);
    });
  routes.route('/chat/completions').all(only('POST')).post(answerBy(completions));
  routes.route('/responses').all(only('POST')).post(answerBy(responses));
  routes.use((_req, res) => sendNotFound(res));
  routes.use(answerV1Failure);
  return routes;
}

/** OpenAI's clients, and other generated ones, count their attempts. */
function retryCountOf(req: Request): number | undefined {
  const count = req.get('x-stainless-retry-count') ?? '';
  return /^\d{1,4}$/.test(count) ? Number(count) : undefined;
}

/** Allows these methods, HEAD with GET, and names the route for the log. */
const only =
  (...allowed: readonly ('GET' | 'POST' | 'DELETE')[]): RequestHandler<Record<string, string>> =>
  (req, res, next) => {
    req.calledRoute = `/v1${req.route.path}`;
    const methods = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    if (methods.includes(req.method)) return next();
    sendAllowed(res, req.method, [...methods, 'OPTIONS'].join(', '));
  };
