import { lookup, memory } from '@jarvis/contract';
import { z } from 'zod';
import { after, more, moreAfter, most } from './fields.ts';
import { tool } from './tool.ts';

/* The account's private data: for connected programs with the person's permission, and never for a key. */

export const listMemories = tool({
  name: 'list_memories',
  title: 'List memories',
  description: 'Lists what Jarvis remembers about the person, last changed first.',
  scope: 'memories',
  input: z.object({
    type: memory.shape.type.optional().describe('Only memories of this type; all of them without it.'),
  }),
  output: z.object({ memories: z.array(z.object(memory.shape)) }),
  run: (procedures, input) => procedures.memories.list(input),
});

const lookupsUsually = 50;

export const listLookups = tool({
  name: 'list_lookups',
  title: 'List web lookups',
  description: 'Lists the web searches that Jarvis made for the person, newest first.',
  scope: 'lookups',
  input: z.object({ limit: most(100, lookupsUsually), after }),
  output: z.object({
    lookups: z.array(
      // Null after success, which some hosts cannot parse as one of two types.
      z.object({
        ...lookup.shape,
        error: z.unknown().describe('Why it failed, in a few words; null when it did not.'),
      }),
    ),
    more,
  }),
  async run({ web }, { limit = lookupsUsually, after }, answer) {
    const { lookups } = await web.history({ limit, after });
    return { lookups, ...moreAfter(answer.next) };
  },
});
