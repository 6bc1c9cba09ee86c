import { z } from 'zod';
import { checkedAtOnce } from './checked-at-once.ts';
import { limits } from './limits.ts';
import { pageInput } from './page.ts';
import { id, timestamp } from './text.ts';

/** Specification: Web lookup. A non-null `error` is a short reason in words. */
export const lookup = z
  .object({
    id: id(),
    query: z.string().meta({ description: 'The search query.', examples: ['trains to turin'] }),
    status: z.enum(['ok', 'error']).describe('Whether the search worked.'),
    resultCount: z
      .int()
      .min(0)
      .meta({ description: 'The number of results.', examples: [8] }),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Why it failed, in a few words; null when it did not.', examples: [null] }),
    conversationId: id('The conversation that it was made for, which may have been deleted.'),
    createdAt: timestamp(),
  })
  .meta({ id: 'WebLookup', description: 'A web search that the assistant made.' });
export type Lookup = z.infer<typeof lookup>;

export const listLookupsInput = z.object(pageInput(limits.lookupListMax, 'id'));

export const webOutput = checkedAtOnce(
  z.object({
    searchConfigured: z
      .boolean()
      .meta({ description: 'Whether this installation can search the web.', examples: [true] }),
    enabled: z.boolean().meta({ description: 'Whether the account allows web searches.', examples: [true] }),
    lookups: z.array(lookup).max(limits.lookupListMax).describe('The latest lookups, newest first.'),
  }),
);
export const clearedOutput = z.object({
  ok: z.literal(true),
  cleared: z
    .int()
    .min(0)
    .meta({ description: 'The number of removed entries.', examples: [12] }),
});
