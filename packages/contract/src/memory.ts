import { z } from 'zod';
import { limits } from './limits.ts';
import { checkedAtOnce } from './primitives/checked-at-once.ts';
import { byId, id, shownFlag, singleLine, timestamp } from './primitives/text.ts';

const memoryType = z.enum(['user', 'preference', 'project']);
export type MemoryType = z.infer<typeof memoryType>;

const content = { examples: ['Prefers trains to planes.'] };

/** Specification: Memory. */
export const memory = z
  .object({
    id: id(),
    type: memoryType.describe(
      'Derived from the content: work under way is `project`; a like, dislike or wish about how things are done is `preference`; all else is `user`.',
    ),
    content: z
      .string()
      .max(limits.memoryCharsMax)
      .meta({ ...content, description: 'The remembered text.' }),
    fromConversation: shownFlag('A hint that the memory was saved from a conversation.', true),
    createdAt: timestamp(),
    updatedAt: timestamp('When the content was last changed or stated again.'),
  })
  .meta({ id: 'Memory', description: 'A fact that the assistant remembers about the person.' });
export type Memory = z.infer<typeof memory>;

export const memoryContent = singleLine(limits.memoryCharsMin, limits.memoryCharsMax);

export const memoryById = byId('memory');
export const listMemoriesInput = z.object({
  type: memoryType.describe('Only memories of this type; all of them without it.').optional(),
});
export const updateMemoryInput = memoryById.extend({
  content: memoryContent.meta({
    ...content,
    description: `New content, ${limits.memoryCharsMin}-${limits.memoryCharsMax} characters on a single line. The type is derived again from it.`,
  }),
});

export const memoriesOutput = checkedAtOnce(z.object({ memories: z.array(memory).max(limits.memoriesMax) }));
/** For the web app only: the conversations in which memories were saved, if they still exist. */
export const memoryOriginsOutput = z.object({
  origins: z.array(z.object({ memoryId: id(), conversationId: id() })),
});
export const memoryOutput = z.object({ memory });
