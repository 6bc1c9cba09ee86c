import * as contract from '@jarvis/contract';
import { takeNewest } from '../page.ts';
import { rest } from '../rest.ts';
import { done, keyOrSession, router } from '../trpc.ts';
import { documented } from './documentation.ts';
import { deleteFile, readFile } from './files.ts';
import { pageOfFiles } from './queries.ts';
import { readText } from './reading.ts';
import { finishFile } from './upload.ts';

/** The procedures for bytes are in routes.ts. */
export const filesRouter = router({
  list: keyOrSession
    .meta(rest('GET', '/files', documented.listFiles))
    .input(contract.listFilesInput)
    .output(contract.filesOutput)
    .query(async ({ ctx, input }) => ({
      files: await takeNewest(ctx, input, contract.limits.fileListMax, pageOfFiles),
    })),

  get: keyOrSession
    .granted('conversations')
    .meta(rest('GET', '/files/{id}', documented.getFile))
    .input(contract.fileById)
    .output(contract.fileOutput)
    .query(async ({ ctx, input }) => ({ file: await readFile(ctx.deps, ctx.caller.userId, input.id) })),

  text: keyOrSession
    .granted('conversations')
    .meta(rest('GET', '/files/{id}/text', documented.readFileText))
    .input(contract.fileTextInput)
    .output(contract.fileText)
    .query(({ ctx, input }) => readText(ctx.deps, ctx.caller.userId, input)),

  finish: keyOrSession
    .meta(rest('POST', '/files/{id}/finish', documented.finishFile))
    .input(contract.finishFileInput)
    .output(contract.fileOutput)
    .mutation(async ({ ctx, input }) => ({ file: await finishFile(ctx.deps, ctx.caller.userId, input) })),

  delete: keyOrSession
    .meta(rest('DELETE', '/files/{id}', documented.deleteFile))
    .input(contract.fileById)
    .output(contract.okOutput)
    .mutation(({ ctx, input }) => done(deleteFile(ctx.deps, ctx.caller.userId, input.id))),
});
