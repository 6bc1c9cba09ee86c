import { z } from 'zod';
import { id, shownText } from '../primitives/text.ts';
import { chatOutput } from './chat.ts';

const textId = shownText('Identifies the text that this is a part of.', 'reply');
const toolCallId = shownText('Identifies the call.', '019c1f0e-8c11-7d5a-9a3e-5f0f4b1c2d3e-0');
const label = shownText('The step in words.', 'Added “Book the train”');
const labelled = (description: string) => z.object({ label }).describe(description);
const dynamic = z.literal(true).describe('The tool is not declared in advance.');
const errorText = shownText('What went wrong, in words.', 'The reply took too long.');
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
        delta: shownText('More of the text.', 'At 9:30.'),
      })
      .describe('More of a text.'),
    z.object({ type: z.literal('text-end'), id: textId }).describe('A text is complete.'),
    z
      .object({
        type: z.literal('tool-input-available'),
        toolCallId,
        toolName: shownText('The tool.', 'add_task'),
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
        sourceId: shownText('Identifies the source.', 'https://rail.example.org/turin'),
        url: shownText('Address of the page.', 'https://rail.example.org/turin'),
        title: shownText('Title of the page.', 'Trains to Turin'),
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
