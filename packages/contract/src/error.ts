import { z } from 'zod';

/** Specification: Errors. `issues` is there only when fields of the request were refused. */
export const errorBody = z.object({
  error: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
