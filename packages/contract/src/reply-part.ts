import { z } from 'zod';
import { chatOutput } from './chat.ts';
import { id } from './text.ts';

const textId = z
  .string()
  .meta({ description: 'Identifies the text that this is a part of.', examples: ['reply'] });
const toolCallId = z
  .string()
  .meta({ description: 'Identifies the call.', examples: ['019c1f0e-8c11-7d5a-9a3e-5f0f4b1c2d3e-0'] });
const label = z.string().meta({ description: 'The step in words.', examples: ['Added “Book the train”'] });
const labelled = (description: string) => z.object({ label }).describe(description);
const dynamic = z.literal(true).describe('The tool is not declared in advance.');
const errorText = z
  .string()
  .meta({ description: 'What went wrong, in words.', examples: ['The reply took too long.'] });
const messageMetadata = z
  .object({ conversationId: id('The conversation that the exchange belongs to.') })
  .describe('Beside the reply.');

/** One part of a streamed reply: the data of an event, in the AI SDK's UI message stream of version 1. */
export const replyPart = z
  .discriminatedUnion('type', [
    z
      .object({
        type: z.literal('start'),
        messageId: id('The message that the reply is stored as.'),
        messageMetadata,
      })
      .describe('The first part.'),
    z.object({ type: z.literal('text-start'), id: textId }).describe('A text begins.'),
    z
      .object({
        type: z.literal('text-delta'),
        id: textId,
        delta: z.string().meta({ description: 'More of the text.', examples: ['At 9:30.'] }),
      })
      .describe('More of a text.'),
    z.object({ type: z.literal('text-end'), id: textId }).describe('A text is complete.'),
    z
      .object({
        type: z.literal('tool-input-available'),
        toolCallId,
        toolName: z.string().meta({ description: 'The tool.', examples: ['add_task'] }),
        input: labelled('What the step will do.'),
        dynamic,
      })
      .describe('A step begins.'),
    z
      .object({
        type: z.literal('tool-output-available'),
        toolCallId,
        output: labelled('What the step did.'),
        dynamic,
      })
      .describe('A step is done.'),
    z
      .object({ type: z.literal('tool-output-error'), toolCallId, errorText, dynamic })
      .describe('A step failed.'),
    z
      .object({
        type: z.literal('source-url'),
        sourceId: z
          .string()
          .meta({ description: 'Identifies the source.', examples: ['https://rail.example.org/turin'] }),
        url: z
          .string()
          .meta({ description: 'Address of the page.', examples: ['https://rail.example.org/turin'] }),
        title: z.string().meta({ description: 'Title of the page.', examples: ['Trains to Turin'] }),
      })
      .describe('A web page that the reply draws on.'),
    z
      .object({ type: z.literal('data-answer'), data: chatOutput })
      .describe('The answer of the same call without a stream. It is authoritative if a text differs.'),
    z.object({ type: z.literal('finish'), messageMetadata }).describe('The last part of a reply.'),
    z.object({ type: z.literal('error'), errorText }).describe('The last part if there is no reply.'),
  ])
  .meta({ id: 'ReplyPart', description: 'One part of a streamed reply.' });
export type ReplyPart = z.infer<typeof replyPart>;
