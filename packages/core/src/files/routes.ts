import { type File, fileById, fromQuery, limits } from '@jarvis/contract';
import { z } from 'zod';
import type { Caller } from '../callers.ts';
import type { Context } from '../context.ts';
import { badRequest } from '../errors.ts';
import { changeOnce } from '../idempotency/idempotency.ts';
import { keyOrSession, router } from '../trpc.ts';
import { openContent } from './files.ts';
import { type Arrived, beginFile, discardFile, receiveFile, storeArrived, takePart } from './upload.ts';

/** The caller's name of the file; `fileName` cleans it. */
const name = z.string().optional();
const bytes = z.preprocess(fromQuery, z.int().min(0));
const aboutOf = ({ id }: File) => id;

/** Reads a form until `signal` aborts, and passes its file to `keep`. */
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
    // The request was answered with a stored result, or failed: the new upload is not needed.
    await discardFile(ctx.deps, arrived);
  }
}

/**
 * Procedures that receive or send the bytes of files; apps/api calls them in its own routes. Not part of `appRouter`,
 * and so not on `/trpc`.
 */
export const filesRoutes = router({
  /** Announces a file that will be sent in parts. */
  begin: keyOrSession
    .limited('fileUploads')
    .input(z.object({ name, bytes }))
    .mutation(({ ctx, input }) =>
      changeOnce(ctx, { operation: 'files.begin', input, aboutOf }, (deps) =>
        beginFile(deps, ctx.caller.userId, input),
      ),
    ),

  /** `parts/{n}`: the body is the part's bytes. */
  part: keyOrSession
    .input(
      fileById.extend({
        n: z.preprocess(fromQuery, z.int().min(0).max(limits.fileBytesMax)),
        part: z.instanceof(Uint8Array),
      }),
    )
    .mutation(({ ctx, input }) => takePart(ctx.deps, ctx.caller.userId, input)),

  /**
   * A whole file. A repetition with the same Idempotency-Key is received again, because the key covers the file's
   * SHA-256.
   */
  upload: keyOrSession
    .limited('fileUploads')
    .input(z.object({ name, bytes: bytes.optional(), body: z.custom<AsyncIterable<Uint8Array>>() }))
    .mutation(async ({ ctx, input: { body, ...announced } }) => {
      const arrived = await receiveFile(ctx.deps, ctx.caller.userId, announced, body);
      return storeOnce(ctx, 'files.upload', announced.name, arrived);
    }),

  /**
   * As `upload`, from a form. The form is read to its end before anything is stored: `read` passes the name and the
   * bytes of the form's file to its callback, and throws badRequest for an invalid form. `bytesMax`: a lower limit on
   * the file's size.
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
