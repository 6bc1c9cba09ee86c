import { type File, fileById, fileNameInput, limits } from '@jarvis/contract';
import { z } from 'zod';
import { changeOnce } from '../idempotency/idempotency.ts';
import { keyOrSession, router } from '../trpc.ts';
import { openContent } from './files.ts';
import { beginFile, discardFile, receiveFile, storeArrived, takePart } from './upload.ts';

const bytes = z.coerce.number().int().min(0);
const aboutOf = ({ id }: File) => id;

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
      const { deps, caller } = ctx;
      const arrived = await receiveFile(deps, caller.userId, announced, body);
      const input = { name: announced.name, sha256: arrived.sha256 };
      try {
        return await changeOnce(ctx, { operation: 'files.upload', input, aboutOf }, (within) =>
          storeArrived(within, arrived),
        );
      } finally {
        // Of one that was answered from before, or failed.
        await discardFile(deps, arrived);
      }
    }),

  content: keyOrSession
    .input(fileById)
    .query(({ ctx, input }) => openContent(ctx.deps, ctx.caller.userId, input.id)),
});
