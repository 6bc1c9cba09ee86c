import { type Deps, keyOrSession, router } from '@jarvis/core';
import { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import { type Handlers, onlyKnownPaths, served } from '../http/paths.ts';
import { contextOf } from '../http/request/context.ts';
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
  const callsFor = (req: Request, res: Response) => catalog.createCaller(contextOf(deps, req, res));
  const handlers: Handlers = {
    async 'GET /v1/models'(req, res) {
      res.json({ object: 'list', data: await callsFor(req, res).models() });
    },
    async 'GET /v1/models/{model}'(req, res) {
      res.json(await callsFor(req, res).model(req.params.model));
    },
    'POST /v1/chat/completions': answerBy(deps, completions),
    'POST /v1/responses': answerBy(deps, responses),
    ...files(deps),
  };
  return Router().use(onlyKnownPaths(Object.keys(handlers)), served(handlers), answerV1Failure);
}
