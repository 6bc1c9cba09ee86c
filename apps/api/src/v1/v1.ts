import { type Deps, keyOrSession, router } from '@jarvis/core';
import { type Request, Router } from 'express';
import { z } from 'zod';
import { type Handlers, onlyKnownPaths, served } from '../http/paths.ts';
import { repeatableContextOf } from '../http/request/context.ts';
import { completions } from './completions/completions.ts';
import { answerV1Failure } from './failures.ts';
import { files } from './files/routes.ts';
import { modelNamed, models } from './models.ts';
import { responses } from './responses/responses.ts';
import { answerBy } from './turn/answer-by.ts';

const catalog = router({
  models: keyOrSession.query(() => models),
  model: keyOrSession.input(z.string()).query(({ input }) => modelNamed(input)),
});

/** The part of OpenAI's API that its clients need, mounted at `/v1`: an ordinary turn in another format. */
export function v1(deps: Deps): Router {
  const handlers: Handlers = {
    async 'GET /v1/models'(context, _req, res) {
      res.json({ object: 'list', data: await catalog.createCaller(context()).models() });
    },
    async 'GET /v1/models/{model}'(context, req, res) {
      res.json(await catalog.createCaller(context()).model(req.params.model));
    },
    'POST /v1/chat/completions': answerBy(deps, completions),
    'POST /v1/responses': answerBy(deps, responses),
    ...files,
  };
  const serve = served(handlers, (req, res) => ({
    ...repeatableContextOf(deps, req, res),
    retryCount: retryCountOf(req),
  }));
  return Router().use(onlyKnownPaths(Object.keys(handlers)), serve, answerV1Failure);
}

/** OpenAI's clients, and other generated ones, count their attempts. */
function retryCountOf(req: Request): number | undefined {
  const count = req.get('x-stainless-retry-count') ?? '';
  return /^\d{1,4}$/.test(count) ? Number(count) : undefined;
}
