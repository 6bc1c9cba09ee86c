import { z } from 'zod';
import { id, timestamp } from './text.ts';

/** Specification: Web lookup. A non-null `error` is a short reason in words. */
export const lookup = z.object({
  id: id(),
  query: z.string(),
  status: z.enum(['ok', 'error']),
  resultCount: z.int().min(0),
  error: z.string().nullable(),
  conversationId: id(),
  createdAt: timestamp(),
});
export type Lookup = z.infer<typeof lookup>;

export const webOutput = z.object({
  searchConfigured: z.boolean(),
  enabled: z.boolean(),
  lookups: z.array(lookup),
});
export const clearedOutput = z.object({ ok: z.literal(true), cleared: z.int().min(0) });
