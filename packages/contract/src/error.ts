import { z } from 'zod';

/** Specification: Errors. `issues` is there only when fields of the request were refused. */
export const errorBody = z
  .object({
    error: z.string().describe('One sentence that a person can act on.'),
    issues: z
      .array(
        z.object({
          path: z.string().describe('The field, with dots between levels; empty for the request as a whole.'),
          message: z.string().describe('What is accepted there.'),
        }),
      )
      .optional()
      .describe('The fields that were refused, one by one; only with a `400`.'),
  })
  .meta({ id: 'Error', description: 'Every answer that is not a success or a redirect.' });
export type ErrorBody = z.infer<typeof errorBody>;
