import { type File, fileById, fileNameInput, limits } from '@jarvis/contract';
import { z } from 'zod';
import type { Caller } from '../auth/caller.ts';
import type { Context } from '../context.ts';
import { badRequest } from '../errors.ts';
import { changeOnce } from '../idempotency/idempotency.ts';
import { keyOrSession, router } from '../trpc.ts';
import { openContent } from './files.ts';
import { type Arrived, beginFile, discardFile, receiveFile, storeArrived, takePart } from './upload.ts';

const bytes = z.coerce.number().int().min(0);
const aboutOf = ({ id }: File) => id;

/** Reads a form until `signal` aborts, and gives its file to `keep`. */
export type ReadForm = (
  keep: (name: string, body: AsyncIterable<Uint8Array>) => Promise<void>,
  signal: AbortSignal,
) => Promise<void>;

/** Stores a file that has arrived, once for an Idempotency-Key. */
async function storeOnce(
  ctx: Context & { readonly caller: Caller },
  operation: string,
  name: string | undefined,
  arrived: Arrived,
): Promise<File> {
  try {
    const input = { name, sha256: arrived.sha256 };
    return await changeOnce(ctx, { operation, input, aboutOf }, (within) => storeArrived(within, arrived));
  } finally {
    // Of one that was answered from before, or failed.
    await discardFile(ctx.deps, arrived);
  }
}

/**
 * Procedures that take or give the bytes of files: apps/api calls them for routes of its own. Not part of `appRouter`,
 * so that they are not on `/trpc`.
 */
export const filesRoutes = router({
  /** A file that will be sent in parts. */
  begin: keyOrSession
    .limited('fileUploads')
    .input(z.object({ name: fileNameInput, bytes }))
    .mutation(({ ctx, input }) =>
      changeOnce(ctx, { operation: 'files.begin', input, aboutOf }, (deps) =>
        beginFile(deps, ctx.caller.userId, input),
      ),
    ),

  /** `parts/{n}`, whose bytes are the body. */
  part: keyOrSession
    .input(
      fileById.extend({
        n: z.coerce.number().int().min(0).max(limits.fileBytesMax),
        part: z.instanceof(Uint8Array),
      }),
    )
    .mutation(({ ctx, input }) => takePart(ctx.deps, ctx.caller.userId, input)),

  /**
   * A whole file. With an Idempotency-Key the same one sent again is received again, up to its SHA-256, which is a part
   * of what the key names.
   */
  upload: keyOrSession
    .limited('fileUploads')
    .input(
      z.object({ name: fileNameInput, bytes: bytes.optional(), body: z.custom<AsyncIterable<Uint8Array>>() }),
    )
    .mutation(async ({ ctx, input: { body, ...announced } }) => {
      const arrived = await receiveFile(ctx.deps, ctx.caller.userId, announced, body);
      return storeOnce(ctx, 'files.upload', announced.name, arrived);
    }),

  /**
   * The same from a form, which is read to its end before anything is stored: `read` calls what it is given with the
   * name and the bytes of the form's file, and throws badRequest for a form that is not as it must be. `bytesMax`: of
   * the file, which may be smaller.
   */
  uploadForm: keyOrSession
    .limited('fileUploads')
    .input(z.object({ bytesMax: bytes, read: z.custom<ReadForm>() }))
    .mutation(async ({ ctx, input: { bytesMax, read } }) => {
      const { deps, caller } = ctx;
      let arrived: Arrived | undefined;
      try {
        await read(async (name, body) => {
          arrived = await receiveFile(deps, caller.userId, { name, bytesMax }, body);
        }, ctx.signal);
      } catch (error) {
        if (arrived) await discardFile(deps, arrived);
        throw error;
      }
      if (!arrived) throw badRequest('The form has no file.');
      return storeOnce(ctx, 'files.uploadForm', arrived.name, arrived);
    }),

  content: keyOrSession
    .input(fileById)
    .query(({ ctx, input }) => openContent(ctx.deps, ctx.caller.userId, input.id)),
});
