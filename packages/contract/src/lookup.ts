import { z } from 'zod';
import { limits } from './limits.ts';
import { checkedAtOnce } from './primitives/checked-at-once.ts';
import { pageInput } from './primitives/page.ts';
import { described, id, shownFlag, shownText, timestamp } from './primitives/text.ts';

/** Specification: Web lookup. A non-null `error` is a short reason in words. */
export const lookup = z
  .object({
    id: id(),
    query: shownText('The search query.', 'trains to turin'),
    status: z.enum(['ok', 'error']).describe('Whether the search worked.'),
    resultCount: described(z.int().min(0), 'The number of results.', 8),
    error: described(z.string().nullable(), 'Why it failed, in a few words; null when it did not.', null),
    conversationId: id('The conversation that it was made for, which may have been deleted.'),
    createdAt: timestamp(),
  })
  .meta({ id: 'WebLookup', description: 'A web search that the assistant made.' });
export type Lookup = z.infer<typeof lookup>;

export const listLookupsInput = z.object(pageInput(limits.lookupListMax, 'id'));

export const webOutput = checkedAtOnce(
  z.object({
    searchConfigured: shownFlag('Whether this installation can search the web.', true),
    enabled: shownFlag('Whether the account allows web searches.', true),
    lookups: z.array(lookup).max(limits.lookupListMax).describe('The latest lookups, newest first.'),
  }),
);
export const clearedOutput = z.object({
  ok: z.literal(true),
  cleared: described(z.int().min(0), 'The number of removed entries.', 12),
});
