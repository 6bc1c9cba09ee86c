import type { Documentation } from '../rest.ts';

/** What the OpenAPI document says of the operation that asks for a reply. */
export const documented = {
  send: {
    tag: 'Chat',
    name: 'chat',
    summary: 'Ask for a reply',
    description:
      'Answers with a complete reply in Markdown. Without `conversationId` and `messages` a new conversation begins, titled with the first line of the message. With `conversationId` that conversation goes on. With `messages` nothing is stored, and the `conversationId` in the answer is one that no conversation has. A turn is stored whole or not at all.',
    errors: {
      404: ['Conversation not found.'],
      500: ['The language model cannot be reached right now. Try again in a moment.'],
      504: ['The reply took too long. Try again, or ask for less at once.'],
    },
  },
} as const satisfies Record<string, Documentation>;
