import { type ReplyPart, replyPart } from '@jarvis/contract';
import { z } from 'zod';
import { type OperationsApart, parameter } from './apart.ts';
import type { PathItem, Response, Schema } from './types.ts';

const replyId = '019c1f0e-8c11-7d5a-9a3e-5f0f4b1c2d3e';
const conversationId = '019c1f0e-7b00-7c4a-8f2d-4e9e3a0b1c2d';
const parts: ReplyPart[] = [
  { type: 'start', messageId: replyId, messageMetadata: { conversationId } },
  { type: 'text-start', id: 'reply' },
  { type: 'text-delta', id: 'reply', delta: 'At 9:30.' },
  { type: 'text-end', id: 'reply' },
  { type: 'data-answer', data: { reply: 'At 9:30.', conversationId } },
  { type: 'finish', messageMetadata: { conversationId } },
];
const example = [
  ...parts.map((part, n) => `id: ${replyId}.${n < 2 ? 0 : 8}\ndata: ${JSON.stringify(part)}\n\n`),
  'data: [DONE]\n\n',
].join('');

/** A streamed reply. OpenAPI 3.1 can describe a stream only as a text that contains JSON. */
const eventStream: NonNullable<Response['content']> = {
  'text/event-stream': {
    schema: {
      type: 'string',
      description:
        'The UI message stream of the AI SDK, version 1. The data of each event is a `ReplyPart` as JSON: `start` first, `finish` or `error` last; then `[DONE]`.',
      contentMediaType: 'text/event-stream',
      contentSchema: { $ref: '#/components/schemas/ReplyPart' },
    },
    example,
  },
};

/** Built separately: trpc-to-openapi would document each named schema twice, for input and for output. */
export function replyPartSchema(): Schema {
  const { ReplyPart } = z.toJSONSchema(replyPart).$defs ?? {};
  return JSON.parse(JSON.stringify(ReplyPart).replaceAll('#/$defs/', '#/components/schemas/'));
}

/** Adds the stream beside the JSON of the operation that begins a reply. */
export function streamedToo(paths: Record<string, PathItem>): Record<string, PathItem> {
  const whole = paths['/api/jarvis/chat']?.post?.responses?.[200];
  if (!whole || !('content' in whole)) throw new Error('the chat has no answer');
  whole.content = { ...whole.content, ...eventStream };
  return paths;
}

export const resumedReply: OperationsApart = {
  'GET /api/jarvis/chat/{conversationId}/stream': {
    documentation: {
      tag: 'Chat',
      name: 'resumeReply',
      summary: 'Resume the stream of a running reply',
      description:
        'The stream of the conversation’s running reply, from its beginning, or after the event of `Last-Event-ID`.',
    },
    parameters: [
      parameter('path', 'conversationId', 'The conversation of the reply.', {
        type: 'string',
        examples: [conversationId],
      }),
      parameter('header', 'Last-Event-ID', 'The id of the last received event.', {
        type: 'string',
        examples: [`${replyId}.8`],
      }),
    ],
    responses: {
      200: { description: 'The streamed reply.', content: eventStream },
      204: { description: 'No reply is running.' },
    },
  },
};
