import { conversationFull } from '../conversations/full.ts';
import { tagged } from '../rest.ts';

/** The OpenAPI descriptions of the operation that asks for a reply. */
export const documented = tagged('Chat', {
  chat: {
    summary: 'Ask for a reply',
    description:
      'Answers with a complete reply in Markdown. Without `conversationId` and `messages` a new conversation begins, titled with the first line of the message; after a streamed reply a connected model may replace a cut title with its own. With `conversationId` that conversation continues. With `messages` nothing is stored, and the `conversationId` in the answer belongs to no conversation. A turn is stored whole or not at all.\n\nWith `Accept: text/event-stream` the reply is streamed, in the parts of an AI SDK UI message stream.',
    errors: {
      400: [conversationFull],
      404: ['Conversation not found.'],
      500: ['The language model cannot be reached right now. Try again in a moment.'],
      504: ['The reply took too long. Try again, or ask for less at once.'],
    },
    idempotent: true,
  },
  stopReply: {
    summary: 'Stop a running reply',
    description:
      'Stores the text so far and ends the stream for its readers. A reply that ends first is stored whole. For a streamed reply, over REST or in the web app.',
    errors: { 404: ['Reply not found.'] },
  },
});
