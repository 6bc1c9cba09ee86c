import { type Deps, keyOrSession, router } from '@jarvis/core';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
import { contextOf } from '../http/context.ts';
import { sendNotFound } from '../http/errors.ts';
import { completions } from './completions/completions.ts';
import { answerV1Failure } from './failures.ts';
import { fileRoutes } from './files/routes.ts';
import { modelNamed, models } from './models.ts';
import { responses } from './responses/responses.ts';
import { headersOf, only } from './route.ts';
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
    res.set(headersOf(deps, req)).json({ object: 'list', data });
  };
  const readModel: RequestHandler<{ model: string }> = async (req, res) => {
    const model = await callsFor(req, res).model(req.params.model);
    res.set(headersOf(deps, req)).json(model);
  };
  const routes = Router({ caseSensitive: true, strict: true });
  routes.use((req, _res, next) => {
    req.calledRoute = '/v1/(other)';
    next();
  });
  routes.route('/models').all(only('GET')).get(readModels);
  routes.route('/models/:model').all(only('GET')).get(readModel);
  routes.route('/chat/completions').all(only('POST')).post(answerBy(deps, completions));
  routes.route('/responses').all(only('POST')).post(answerBy(deps, responses));
  routes.use(fileRoutes(deps));
  routes.use((_req, res) => sendNotFound(res));
  routes.use(answerV1Failure);
  return routes;
}
