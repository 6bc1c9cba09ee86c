import { z } from 'zod';
import { timestamp } from './text.ts';

const check = z.object({ ok: z.boolean(), detail: z.string() });

/** Specification: GET /api/health. */
export const healthOutput = z.object({
  status: z.enum(['operational', 'degraded']),
  checks: z.object({ core: check, memory: check, auth: check }),
  checkedAt: timestamp(),
});
export type Health = z.infer<typeof healthOutput>;
