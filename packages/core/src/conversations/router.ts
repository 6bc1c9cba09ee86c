import {
  addedMessageOutput,
  addMessageInput,
  chooseVersionInput,
  conversationById,
  conversationOutput,
  conversationsOutput,
  conversationWithMessagesOutput,
  createConversationInput,
  importInput,
  importOutput,
  listConversationsInput,
  messagePageInput,
  messagePageOutput,
  okOutput,
  renameConversationInput,
  searchConversationsInput,
  searchOutput,
  versionsOutput,
} from '@jarvis/contract';
import { rest } from '../rest.ts';
import { keyOrSession, router, sessionOnly } from '../trpc.ts';
import {
  addMessage,
  createConversation,
  deleteConversation,
  listConversations,
  readConversation,
  renameConversation,
} from './conversations.ts';
import { documented } from './documentation.ts';
import { importMessages } from './import/import.ts';
import { readPage, searchForHits } from './pages.ts';
import { chooseVersion, listVersions } from './versions/versions.ts';

export const conversationsRouter = router({
  list: keyOrSession
    .meta(rest('GET', '/conversations', documented.list))
    .input(listConversationsInput)
    .output(conversationsOutput)
    .query(async ({ ctx, input }) => ({
      conversations: await listConversations(ctx.deps, ctx.caller.userId, input.q),
    })),

  create: keyOrSession
    .meta(rest('POST', '/conversations', documented.create))
    .input(createConversationInput)
    .output(conversationOutput)
    .mutation(async ({ ctx, input }) => ({
      conversation: await createConversation(ctx.deps, ctx.caller.userId, input.title),
    })),

  get: keyOrSession
    .meta(rest('GET', '/conversations/{id}', documented.get))
    .input(conversationById)
    .output(conversationWithMessagesOutput)
    .query(({ ctx, input }) => readConversation(ctx.deps, ctx.caller.userId, input.id)),

  rename: keyOrSession
    .meta(rest('PATCH', '/conversations/{id}', documented.rename))
    .input(renameConversationInput)
    .output(conversationOutput)
    .mutation(async ({ ctx, input }) => ({
      conversation: await renameConversation(ctx.deps, ctx.caller.userId, input),
    })),

  delete: keyOrSession
    .meta(rest('DELETE', '/conversations/{id}', documented.delete))
    .input(conversationById)
    .output(okOutput)
    .mutation(async ({ ctx, input }) => {
      await deleteConversation(ctx.deps, ctx.caller.userId, input.id);
      return { ok: true as const };
    }),

  addMessage: keyOrSession
    .limited('messageWrites')
    .meta(rest('POST', '/conversations/{id}/messages', documented.addMessage))
    .input(addMessageInput)
    .output(addedMessageOutput)
    .mutation(({ ctx, input }) => addMessage(ctx.deps, ctx.caller.userId, input)),

  page: sessionOnly
    .input(messagePageInput)
    .output(messagePageOutput)
    .query(({ ctx, input }) => readPage(ctx.deps, ctx.caller.userId, input)),

  versions: sessionOnly
    .input(conversationById)
    .output(versionsOutput)
    .query(async ({ ctx, input }) => ({
      versions: await listVersions(ctx.deps, ctx.caller.userId, input.id),
    })),

  chooseVersion: sessionOnly
    .input(chooseVersionInput)
    .output(okOutput)
    .mutation(async ({ ctx, input }) => {
      await chooseVersion(ctx.deps, ctx.caller.userId, input);
      return { ok: true as const };
    }),

  import: sessionOnly
    .input(importInput)
    .output(importOutput)
    .mutation(({ ctx, input }) => importMessages(ctx.deps, ctx.caller.userId, input)),

  search: sessionOnly
    .input(searchConversationsInput)
    .output(searchOutput)
    .query(async ({ ctx, input }) => ({
      hits: await searchForHits(ctx.deps, ctx.caller.userId, input.q),
    })),
});
