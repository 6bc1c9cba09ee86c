import { z } from 'zod';
import { limits } from './limits.ts';
import { id, tidyText, timestamp } from './text.ts';

/** Specification: API key record. The key itself is never part of it. */
export const keyRecord = z.object({
  id: id(),
  name: z.string().max(limits.keyNameCharsMax),
  prefix: z.string(),
  createdAt: timestamp(),
  lastUsedAt: timestamp().nullable(),
  revokedAt: timestamp().nullable(),
});
export type KeyRecord = z.infer<typeof keyRecord>;

export const createKeyInput = z.object({ name: tidyText(0, limits.keyNameCharsMax).optional() });
export const keyById = z.object({ id: id() });

export const keysOutput = z.object({ keys: z.array(keyRecord) });
export const createdKeyOutput = z.object({
  key: z.string(),
  id: id(),
  name: z.string(),
  prefix: z.string(),
  createdAt: timestamp(),
});
