import { z } from 'zod';
import { limits } from '../limits.ts';
import { described, id, shownText, wantedId, writtenText } from '../primitives/text.ts';
import { filesOfMessage } from './file.ts';

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

/** As sent: beside `conversationId`, `messages` is not read, whatever it is. */
export const chatRequest = z.preprocess(
  (sent: z.input<typeof chatInput>) =>
    sent?.conversationId === undefined ? sent : { ...sent, messages: undefined },
  chatInput,
);

export const chatById = z.object({
  conversationId: wantedId('The conversation that the reply is written in.'),
});

/** Specification: Chat reply parts. */
export const source = z
  .object({
    title: shownText('Title of the page.', 'Trains to Turin'),
    url: shownText('Address of the page.', 'https://rail.example.org/turin'),
    domain: shownText('Host of the address.', 'rail.example.org'),
    snippet: shownText('The search result’s text.', 'Every hour from 6:00 to 22:00.'),
    favicon: shownText('Address of the icon of the page’s site.', 'https://rail.example.org/favicon.ico'),
  })
  .meta({ id: 'Source', description: 'A web page that the reply draws on.' });
export type Source = z.infer<typeof source>;

export const toolRun = z
  .object({
    state: z.enum(['completed', 'error']).describe('`error` when a step failed.'),
    caption: described(
      z.string().max(limits.captionCharsMax),
      'A summary of the steps, in the reply’s language.',
      'Added a task',
    ),
    steps: z
      .array(
        z.object({
          label: shownText('The step in words.', 'Added “Book the train”'),
          state: z.enum(['done', 'error']).describe('Whether the step worked.'),
        }),
      )
      .describe('The steps, in order.'),
  })
  .meta({ id: 'ToolRun', description: 'The assistant’s actions beside its reply.' });
export type ToolRun = z.infer<typeof toolRun>;

export const nameSuggestion = z
  .object({
    name: described(z.string().min(1).max(limits.displayNameCharsMax), 'The person’s preferred name.', 'Ada'),
  })
  .meta({ id: 'NameSuggestion', description: 'A preferred name that the message states.' });
export type NameSuggestion = z.infer<typeof nameSuggestion>;

export const chatOutput = z
  .object({
    reply: shownText('The reply, in Markdown.', 'I added **Book the train to Turin**.'),
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
