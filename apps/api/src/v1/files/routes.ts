import { limits } from '@jarvis/contract';
import { appRouter, filesRoutes as procedures } from '@jarvis/core';
import type { Handlers } from '../../http/paths.ts';
import { announcedBytes } from '../../http/request/request-body.ts';
import { sendContent } from '../../rest/files.ts';
import { fileObject, v1Files } from './files.ts';
import { uploadForm } from './upload-form.ts';

export const files: Handlers = {
  async 'GET /v1/files'(context, req, res) {
    res.json(await v1Files.createCaller(context()).list(req.query as never));
  },
  async 'POST /v1/files'(context, req, res) {
    const file = await procedures.createCaller(context()).uploadForm({
      // The form is a little larger than its file.
      bytesMax: Math.min(announcedBytes(req), limits.fileBytesMax),
      read: uploadForm(req, res),
    });
    res.json(fileObject(file));
  },
  async 'GET /v1/files/{id}'(context, req, res) {
    const { file } = await procedures.createCaller(context()).content(req.params);
    res.json(fileObject(file));
  },
  async 'DELETE /v1/files/{id}'(context, req, res) {
    const { id } = req.params;
    await appRouter.createCaller(context()).files.delete({ id });
    res.json({ id, object: 'file', deleted: true });
  },
  async 'GET /v1/files/{id}/content'(context, req, res) {
    await sendContent(req, res, await procedures.createCaller(context()).content(req.params));
  },
};
