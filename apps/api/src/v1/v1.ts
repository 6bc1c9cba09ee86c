import { type Deps, keyOrSession, router } from '@jarvis/core';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
import { sendNotFound } from '../http/answer/errors.ts';
import { servedAt } from '../http/answer/served-at.ts';
import { contextOf } from '../http/request/context.ts';
import { completions } from './completions/completions.ts';
import { answerV1Failure } from './failures.ts';
import { fileRoutes } from './files/routes.ts';
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
  const readModels: RequestHandler = async (req, res) => {
    const data = await callsFor(req, res).models();
    res.json({ object: 'list', data });
  };
  const readModel: RequestHandler<{ model: string }> = async (req, res) => {
    res.json(await callsFor(req, res).model(req.params.model));
  };
  const routes = Router({ caseSensitive: true, strict: true });
  routes.use((req, _res, next) => {
    req.calledRoute = '/v1/(other)';
    next();
  });
  routes.all('/models', servedAt('/v1/models', 'GET', 'HEAD'), readModels);
  routes.all('/models/:model', servedAt('/v1/models/:model', 'GET', 'HEAD'), readModel);
  const atCompletions = servedAt('/v1/chat/completions', 'POST');
  routes.all('/chat/completions', atCompletions, answerBy(deps, completions));
  routes.all('/responses', servedAt('/v1/responses', 'POST'), answerBy(deps, responses));
  routes.use(fileRoutes(deps));
  routes.use((_req, res) => sendNotFound(res));
  routes.use(answerV1Failure);
  return routes;
}
