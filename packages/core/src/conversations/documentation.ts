import { tagged } from '../rest.ts';
import { conversationFull } from './full.ts';

const errors = { 404: ['Conversation not found.'] };

/** The OpenAPI descriptions of the operations on conversations. */
export const documented = tagged('Conversations', {
  listConversations: {
    summary: 'List or search conversations',
    description:
      'Conversations with at least one message, last changed first, up to 100 a page. With `q` those whose title or messages contain it, regardless of case and accents; `%`, `_` and `\\` are ordinary characters. With `include=files` also those with a file whose name contains it, or whose text has all of its words in one passage.',
  },
  createConversation: {
    summary: 'Create a conversation',
    description:
      'The new conversation is empty; it is listed once it has a message, and removed if it has none after a day.',
    idempotent: true,
  },
  getConversation: {
    summary: 'Read a conversation',
    description:
      'The conversation with all of its messages, oldest first. `include=files` adds `files` to those that brought any.',
    errors,
  },
  renameConversation: {
    summary: 'Rename a conversation',
    description: 'Sets the person’s title, which is never replaced automatically.',
    errors,
  },
  deleteConversation: {
    summary: 'Delete a conversation',
    description:
      'Removes the conversation, its messages and the files that no message of another conversation names, for good. Memories and web lookups stay.',
    errors,
  },
  addMessage: {
    summary: 'Store a message without a reply',
    description: 'Stores a message of the person in the conversation. No reply is generated.',
    errors: { 404: [...errors[404], 'File not found.'], 400: [conversationFull] },
    idempotent: true,
  },
});
