import { z } from 'zod';
import { shownFlag, shownText, timestamp } from '../primitives/text.ts';

const check = (description: string, detail: string) =>
  z
    .object({
      ok: shownFlag('Whether the check passed.', true),
      detail: shownText('The same in words.', detail),
    })
    .describe(description);

/** Specification: GET /api/health. */
export const healthOutput = z
  .object({
    status: z
      .enum(['operational', 'degraded'])
      .describe('`operational` when every check passed, `degraded` when at least one failed.'),
    checks: z.object({
      core: check('The service responds.', 'responding'),
      memory: check('The data store is reachable.', 'reachable'),
      auth: check('The session service is ready.', 'ready'),
    }),
    checkedAt: timestamp('When the checks were made.'),
  })
  .meta({ id: 'Health', description: 'Availability, and nothing else.' });
export type Health = z.infer<typeof healthOutput>;
