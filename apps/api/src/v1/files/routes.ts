import { limits } from '@jarvis/contract';
import { type Deps, filesRoutes as procedures } from '@jarvis/core';
import { type Request, type Response, Router } from 'express';
import { servedAt } from '../../http/answer/served-at.ts';
import { contextOf } from '../../http/request/context.ts';
import { announcedBytes } from '../../http/request/request-body.ts';
import { sendContent } from '../../rest/files.ts';
import { repetitionOf } from '../route.ts';
import { fileObject, v1Files } from './files.ts';
import { uploadForm } from './upload-form.ts';

export function fileRoutes(deps: Deps): Router {
  const callsFor = (req: Request, res: Response) =>
    procedures.createCaller({ ...contextOf(deps, req, res), ...repetitionOf(req) });
  const v1CallsFor = (req: Request, res: Response) => v1Files.createCaller(contextOf(deps, req, res));
  const routes = Router({ caseSensitive: true, strict: true });
  routes
    .route('/files')
    .all(servedAt('/v1/files', 'GET', 'HEAD', 'POST'))
    .get(async (req, res) => {
      res.json(await v1CallsFor(req, res).list(req.query as never));
    })
    .post(async (req, res) => {
      const file = await callsFor(req, res).uploadForm({
        // The form is a little larger than its file.
        bytesMax: Math.min(announcedBytes(req), limits.fileBytesMax),
        read: uploadForm(req, res),
      });
      res.json(fileObject(file));
    });
  routes
    .route('/files/:id')
    .all(servedAt('/v1/files/:id', 'GET', 'HEAD', 'DELETE'))
    .get(async (req, res) => {
      const { file } = await callsFor(req, res).content(req.params);
      res.json(fileObject(file));
    })
    .delete(async (req, res) => {
      res.json(await v1CallsFor(req, res).delete(req.params.id));
    });
  routes
    .route('/files/:id/content')
    .all(servedAt('/v1/files/:id/content', 'GET', 'HEAD'))
    .get(async (req, res) => {
      await sendContent(req, res, await callsFor(req, res).content(req.params));
    });
  return routes;
}
