import { limits } from '@jarvis/contract';
import { type Deps, filesRoutes as procedures } from '@jarvis/core';
import type { Request, Response } from 'express';
import type { Handlers } from '../../http/paths.ts';
import { contextOf } from '../../http/request/context.ts';
import { announcedBytes } from '../../http/request/request-body.ts';
import { sendContent } from '../../rest/files.ts';
import { repetitionOf } from '../route.ts';
import { fileObject, v1Files } from './files.ts';
import { uploadForm } from './upload-form.ts';

export function files(deps: Deps): Handlers {
  const callsFor = (req: Request, res: Response) =>
    procedures.createCaller({ ...contextOf(deps, req, res), ...repetitionOf(req) });
  const v1CallsFor = (req: Request, res: Response) => v1Files.createCaller(contextOf(deps, req, res));
  return {
    async 'GET /v1/files'(req, res) {
      res.json(await v1CallsFor(req, res).list(req.query as never));
    },
    async 'POST /v1/files'(req, res) {
      const file = await callsFor(req, res).uploadForm({
        // The form is a little larger than its file.
        bytesMax: Math.min(announcedBytes(req), limits.fileBytesMax),
        read: uploadForm(req, res),
      });
      res.json(fileObject(file));
    },
    async 'GET /v1/files/{id}'(req, res) {
      const { file } = await callsFor(req, res).content(req.params);
      res.json(fileObject(file));
    },
    async 'DELETE /v1/files/{id}'(req, res) {
      res.json(await v1CallsFor(req, res).delete(req.params.id));
    },
    async 'GET /v1/files/{id}/content'(req, res) {
      await sendContent(req, res, await callsFor(req, res).content(req.params));
    },
  };
}
