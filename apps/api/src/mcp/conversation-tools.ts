import { chatInput, conversation, limits, listConversationsInput, message, source } from '@jarvis/contract';
import { z } from 'zod';
import { after, id, more, moreAfter, most, readCharsMax, shown, within } from './fields.ts';
import { tool } from './tool.ts';

const conversationsUsually = 10;

export const searchConversations = tool({
  name: 'search_conversations',
  title: 'Search conversations',
  description:
    'Finds conversations whose title or messages contain exactly these words, last changed first, with the text around the match. Without a query: the latest conversations.',
  scope: 'conversations',
  input: z.object({
    query: listConversationsInput.shape.q.describe(
      `Text that occurs in the conversation, whatever its case and accents; up to ${limits.searchCharsMax} characters. One or two words find most.`,
    ),
    limit: most(limits.searchHitsMax, conversationsUsually),
    after,
  }),
  output: z.object({
    conversations: z.array(
      shown({
        ...conversation.pick({ id: true, title: true, updatedAt: true }).shape,
        excerpt: z.string().describe('The text around the words.').nullable(),
      }),
    ),
    more,
  }),
  async run({ conversations }, { query = '', limit = conversationsUsually, after }, answer) {
    const page = { limit, after };
    const found =
      query === ''
        ? (await conversations.list(page)).conversations
        : (await conversations.search({ q: query, ...page })).hits;
    return { conversations: found, ...moreAfter(answer.next) };
  },
});

const messagesUsually = 20;

export const readConversation = tool({
  name: 'read_conversation',
  title: 'Read a conversation',
  description: 'Reads the latest messages of a conversation, oldest first, or those before a message.',
  scope: 'conversations',
  notFound: 'search_conversations shows the ids.',
  input: z.object({
    id: id('conversation'),
    before: id('message').optional().describe('Only messages before this one, by its id.'),
    limit: most(limits.messagePageMax, messagesUsually),
    message: id('message').optional().describe('Only this message, by its id.'),
    offset: z.int().min(0).default(0).describe('Characters of `message` to leave out.'),
  }),
  output: z.object({
    title: z.string(),
    messages: z.array(
      z.object({
        ...message.pick({ id: true, role: true, content: true, createdAt: true }).shape,
        files: z
          .array(z.object({ id: id('file'), name: z.string() }))
          .optional()
          .describe('Attached files: read_file reads documents.'),
      }),
    ),
    more,
  }),
  async run({ conversations }, { id, before, limit = messagesUsually, message, offset }) {
    const wanted = message === undefined ? { id, before, limit } : { id, around: message, limit: 1 };
    const { conversation, messages, earlier } = await conversations.latest(wanted);
    const newest = newestWithin(message === undefined ? messages : messages.slice(-1));
    const from = message === undefined ? 0 : offset;
    const parts = newest.map((whole) => ({ ...whole, content: within(whole.content.slice(from)) }));
    const [first] = newest;
    const end = from + (parts[0]?.content.length ?? 0);
    const hasEarlier = message === undefined && (earlier || newest.length < messages.length);
    const more = [
      ...(first && end < first.content.length
        ? [`The message continues: call again with message "${first.id}" and offset ${end}.`]
        : []),
      ...(hasEarlier ? [`Earlier ones: call again with before "${first?.id}".`] : []),
    ].join(' ');
    return { title: conversation.title, messages: parts, ...(more !== '' && { more }) };
  },
});

/** The last messages that fit into a result together, at least one. */
function newestWithin<M extends { readonly content: string }>(messages: readonly M[]): readonly M[] {
  let start = messages.length;
  for (let chars = 0; start > 0; start--) {
    chars += messages[start - 1]?.content.length ?? 0;
    if (chars > readCharsMax) break;
  }
  return messages.slice(Math.min(start, messages.length - 1));
}

export const ask = tool({
  name: 'ask',
  title: 'Ask Jarvis',
  description:
    'Asks Jarvis, who knows the person’s tasks, memories and earlier conversations, may search the web and may change tasks. The exchange is kept as a conversation. Takes up to a minute.',
  scope: 'ask',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  isLong: true,
  notFound:
    'Leave conversationId out to begin a new one; search_conversations shows the ids, read_conversation those of files.',
  input: chatInput.pick({ message: true, conversationId: true, files: true }),
  output: z.object({
    reply: z.string().describe('Markdown.'),
    conversationId: id('conversation').describe('Send it with the next message to continue.'),
    sources: z.array(z.object(source.pick({ title: true, url: true }).shape)).optional(),
  }),
  run: (procedures, input) => procedures.chat.send(input),
});
