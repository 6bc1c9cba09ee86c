import * as contract from '@jarvis/contract';
import { changeOnce } from '../idempotency/idempotency.ts';
import { takePage } from '../page.ts';
import { rest, tagged } from '../rest.ts';
import { keyOrSession, router, sessionOnly } from '../trpc.ts';
import {
  addMessage,
  createConversation,
  deleteConversation,
  gather,
  listConversations,
  readConversation,
  renameConversation,
} from './conversations.ts';
import { listEntries, listOfSchedule } from './entries.ts';
import { importConversations } from './import/import.ts';
import { readLatest, readPage } from './pages.ts';
import { searchForHits } from './search.ts';
import { chooseVersion, listVersions } from './versions/versions.ts';

const documented = tagged(
  'Conversations',
  {
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
    },
    renameConversation: {
      summary: 'Rename a conversation',
      description: 'Sets the person’s title, which is never replaced automatically.',
    },
    deleteConversation: {
      summary: 'Delete a conversation',
      description:
        'Removes the conversation, its messages and the files that no message of another conversation names, for good. Memories and web lookups stay.',
    },
    addMessage: {
      summary: 'Store a message without a reply',
      description: 'Stores a message of the person in the conversation. No reply is generated.',
      errors: {
        404: ['Conversation not found.', 'File not found.'],
        400: [contract.shownRefusals.conversationFull],
      },
      idempotent: true,
    },
  },
  'Conversation',
);

const conversationWrite = keyOrSession.limited('conversationWrites');

export const conversationsRouter = router({
  list: keyOrSession
    .granted('conversations')
    .meta(rest('GET', '/conversations', documented.listConversations))
    .input(contract.listConversationsInput)
    .output(contract.conversationsOutput)
    .query(async ({ ctx, input: { q, include, ...page } }) => ({
      conversations: await takePage(ctx, page, contract.changeCursor, (wanted) =>
        listConversations(ctx.deps, ctx.caller.userId, { q, include, ...wanted }),
      ),
    })),

  create: conversationWrite
    .meta(rest('POST', '/conversations', documented.createConversation))
    .input(contract.createConversationInput)
    .output(contract.conversationOutput)
    .mutation(async ({ ctx, input }) => ({
      conversation: await changeOnce(
        ctx,
        { operation: 'conversations.create', input, aboutOf: ({ id }) => id },
        (deps) => createConversation(deps, ctx.caller.userId, input.title),
      ),
    })),

  get: keyOrSession
    .granted('conversations')
    .meta(rest('GET', '/conversations/{id}', documented.getConversation))
    .input(contract.readConversationInput)
    .output(contract.conversationWithMessagesOutput)
    .query(async ({ ctx, input }) => {
      const { further, ...begin } = await readConversation(ctx.deps, ctx.caller.userId, input);
      if (!ctx.takesFurther) return { ...begin, messages: await gather(begin.messages, further?.messages) };
      ctx.answer.further = further;
      return begin;
    }),

  rename: conversationWrite
    .meta(rest('PATCH', '/conversations/{id}', documented.renameConversation))
    .input(contract.renameConversationInput)
    .output(contract.conversationOutput)
    .mutation(async ({ ctx, input }) => ({
      conversation: await renameConversation(ctx.deps, ctx.caller.userId, input),
    })),

  delete: keyOrSession.ok
    .meta(rest('DELETE', '/conversations/{id}', documented.deleteConversation))
    .input(contract.conversationById)
    .mutation(({ ctx, input }) => deleteConversation(ctx.deps, ctx.caller.userId, input.id)),

  addMessage: keyOrSession
    .limited('messageWrites')
    .meta(rest('POST', '/conversations/{id}/messages', documented.addMessage))
    .input(contract.addMessageInput)
    .output(contract.addedMessageOutput)
    .mutation(({ ctx, input }) =>
      changeOnce(
        ctx,
        { operation: 'conversations.addMessage', input, aboutOf: ({ conversation }) => conversation.id },
        (deps) => addMessage(deps, ctx.caller.userId, input),
      ),
    ),

  entries: sessionOnly
    .input(contract.conversationEntriesInput)
    .output(contract.conversationEntriesOutput)
    .query(async ({ ctx, input }) => ({
      conversations: await listEntries(ctx.deps, ctx.caller.userId, input),
    })),

  ofSchedule: sessionOnly
    .input(contract.conversationsOfScheduleInput)
    .output(contract.conversationsOutput)
    .query(async ({ ctx, input }) => ({
      conversations: await listOfSchedule(ctx.deps, ctx.caller.userId, input),
    })),

  latest: keyOrSession
    .granted('conversations')
    .input(contract.latestMessagesInput)
    .output(contract.latestMessagesOutput)
    .query(({ ctx, input }) => readLatest(ctx.deps, ctx.caller.userId, input)),

  page: sessionOnly
    .input(contract.messagePageInput)
    .output(contract.messagePageOutput)
    .query(({ ctx, input }) => readPage(ctx.deps, ctx.caller.userId, input)),

  versions: sessionOnly
    .input(contract.conversationById)
    .output(contract.versionsOutput)
    .query(async ({ ctx, input }) => ({
      versions: await listVersions(ctx.deps, ctx.caller.userId, input.id),
    })),

  chooseVersion: sessionOnly.ok
    .input(contract.chooseVersionInput)
    .mutation(({ ctx, input }) => chooseVersion(ctx.deps, ctx.caller.userId, input)),

  import: sessionOnly
    .limited('conversationWrites')
    .input(contract.importInput)
    .output(contract.importOutput)
    .mutation(async ({ ctx, input }) => ({
      outcomes: await importConversations(ctx.deps, ctx.caller.userId, input.conversations),
    })),

  search: keyOrSession
    .granted('conversations')
    .input(contract.searchConversationsInput)
    .output(contract.searchOutput)
    .query(async ({ ctx, input: { q, ...page } }) => ({
      hits: await takePage(ctx, page, contract.changeCursor, (wanted) =>
        searchForHits(ctx.deps, ctx.caller.userId, q, wanted),
      ),
    })),
});
