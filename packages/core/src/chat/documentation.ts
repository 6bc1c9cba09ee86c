import { conversationFull } from '../conversations/full.ts';
import type { Documentation } from '../rest.ts';

/** The OpenAPI descriptions of the operation that asks for a reply. */
export const documented = {
  send: {
    tag: 'Chat',
    name: 'chat',
    summary: 'Ask for a reply',
    description:
      'Answers with a complete reply in Markdown. Without `conversationId` and `messages` a new conversation begins, titled with the first line of the message; after a streamed reply a connected model may put a title of its own in place of one that was cut. With `conversationId` that conversation goes on. With `messages` nothing is stored, and the `conversationId` in the answer is one that no conversation has. A turn is stored whole or not at all.\n\nWith `Accept: text/event-stream` the reply comes as it is written, in the parts of an AI SDK UI message stream.',
    errors: {
      400: [conversationFull],
      404: ['Conversation not found.'],
      500: ['The language model cannot be reached right now. Try again in a moment.'],
      504: ['The reply took too long. Try again, or ask for less at once.'],
    },
    idempotent: true,
  },
  stop: {
    tag: 'Chat',
    name: 'stopReply',
    summary: 'Stop the reply that is being written',
    description:
      'What there is of it is stored, and whoever reads its stream hears the end of it. For a reply that was asked for as a stream, here or in the web app.',
    errors: { 404: ['Reply not found.'] },
  },
} as const satisfies Record<string, Documentation>;
