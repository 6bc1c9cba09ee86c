import { z } from 'zod';
import { filesOfMessage } from './file.ts';
import { limits } from './limits.ts';
import { id, wantedId, writtenText } from './text.ts';

/** An earlier message of a stateless call. */
const priorMessage = z.object({
  role: z.enum(['user', 'assistant']).describe('Who wrote it.'),
  content: writtenText(1, limits.chatMessageCharsMax).meta({
    description: `Its text, 1-${limits.chatMessageCharsMax} characters.`,
    examples: ['My train leaves at 9:30.'],
  }),
});
export type PriorMessage = z.infer<typeof priorMessage>;

export const chatInput = z.object({
  message: writtenText(1, limits.chatMessageCharsMax).meta({
    description: `The person’s message, 1-${limits.chatMessageCharsMax} characters.`,
    examples: ['Remind me to book the train to Turin.'],
  }),
  conversationId: wantedId(
    'The conversation to continue, which gives context. Without it a new one begins.',
  ).optional(),
  files: filesOfMessage,
  messages: z
    .array(priorMessage)
    .max(limits.chatTurnsMax)
    .optional()
    .describe(
      `Prior turns of a stateless call, oldest first, at most ${limits.chatTurnsMax}: they give context for this call, and nothing at all is stored. Also an empty array makes the call stateless. Not read when \`conversationId\` is given.`,
    ),
});
export type ChatInput = z.infer<typeof chatInput>;

export const chatById = z.object({
  conversationId: wantedId('The conversation that the reply is written in.'),
});

/** Specification: Chat reply parts. */
export const source = z
  .object({
    title: z.string().meta({ description: 'Title of the page.', examples: ['Trains to Turin'] }),
    url: z
      .string()
      .meta({ description: 'Address of the page.', examples: ['https://rail.example.org/turin'] }),
    domain: z.string().meta({ description: 'Host of the address.', examples: ['rail.example.org'] }),
    snippet: z
      .string()
      .meta({ description: 'The search result’s text.', examples: ['Every hour from 6:00 to 22:00.'] }),
    favicon: z.string().meta({
      description: 'Address of the icon of the page’s site.',
      examples: ['https://rail.example.org/favicon.ico'],
    }),
  })
  .meta({ id: 'Source', description: 'A web page that the reply draws on.' });
export type Source = z.infer<typeof source>;

export const toolRun = z
  .object({
    state: z.enum(['completed', 'error']).describe('`error` when a step failed.'),
    caption: z
      .string()
      .max(limits.captionCharsMax)
      .meta({ description: 'A summary of the steps, in the reply’s language.', examples: ['Added a task'] }),
    steps: z
      .array(
        z.object({
          label: z.string().meta({ description: 'The step in words.', examples: ['Added “Book the train”'] }),
          state: z.enum(['done', 'error']).describe('Whether the step worked.'),
        }),
      )
      .describe('The steps, in order.'),
  })
  .meta({ id: 'ToolRun', description: 'The assistant’s actions beside its reply.' });
export type ToolRun = z.infer<typeof toolRun>;

export const nameSuggestion = z
  .object({
    name: z
      .string()
      .min(1)
      .max(limits.displayNameCharsMax)
      .meta({
        description: 'The person’s preferred name.',
        examples: ['Ada'],
      }),
  })
  .meta({ id: 'NameSuggestion', description: 'A preferred name that the message states.' });
export type NameSuggestion = z.infer<typeof nameSuggestion>;

export const chatOutput = z
  .object({
    reply: z
      .string()
      .meta({ description: 'The reply, in Markdown.', examples: ['I added **Book the train to Turin**.'] }),
    conversationId: id('The conversation that the exchange belongs to.'),
    sources: z
      .array(source)
      .max(limits.sourcesMax)
      .optional()
      .describe('Pages that the reply draws on, in order of citation; present only when a search ran.'),
    toolRun: toolRun.optional().describe('Present only when a tool ran.'),
    policyDenied: z
      .literal(true)
      .optional()
      .describe('Present only when a policy denial replaced the reply.'),
    nameSuggestion: nameSuggestion
      .optional()
      .describe('Present only when a preferred-name statement was detected.'),
  })
  .meta({ id: 'ChatReply', description: 'A complete reply.' });
export type ChatReply = z.infer<typeof chatOutput>;
