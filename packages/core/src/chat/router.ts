import * as contract from '@jarvis/contract';
import { z } from 'zod';
import { takeTurn } from '../assistant/turn.ts';
import type { Caller } from '../callers.ts';
import { modelsOffered } from '../connections/in-use.ts';
import type { Context } from '../context.ts';
import { selectProgramsFirst } from '../conversations/message-queries.ts';
import { versionOf } from '../conversations/versions/versions.ts';
import { badRequest, existing, notFound } from '../errors.ts';
import { workOnce } from '../idempotency/idempotency.ts';
import { parseId } from '../ids.ts';
import type { Deps } from '../ports/deps.ts';
import type { TurnInput } from '../ports/turns.ts';
import { startStreaming, watchTurn } from '../replies/streams.ts';
import { rest, tagged } from '../rest.ts';
import { keyOrSession, router } from '../trpc.ts';
import { askedFor } from './asked-for.ts';

const documented = tagged('Chat', {
  chat: {
    summary: 'Ask for a reply',
    description:
      'Answers with a complete reply in Markdown. Without `conversationId` and `messages` a new conversation begins, titled with the first line of the message; after a streamed reply a connected model may replace a cut title with its own. With `conversationId` that conversation continues. With `messages` nothing is stored, and the `conversationId` in the answer belongs to no conversation. A turn is stored whole or not at all.\n\nWith `Accept: text/event-stream` the reply is streamed, in the parts of an AI SDK UI message stream.',
    errors: {
      400: [contract.shownRefusals.conversationFull],
      404: ['Conversation not found.'],
      500: ['The language model cannot be reached right now. Try again in a moment.'],
      504: ['The reply took too long. Try again, or ask for less at once.'],
    },
    example: { message: 'Remind me to book the train to Turin.' },
    idempotent: true,
  },
  stopReply: {
    summary: 'Stop a running reply',
    description:
      'Stores the text so far and ends the stream for its readers. A reply that ends first is stored whole. For a streamed reply, over REST or in the web app.',
    errors: { 404: ['Reply not found.'] },
  },
});

const startInput = contract.chatInput.pick({ message: true, conversationId: true, files: true }).extend({
  /** One of the offered models; any other means the default. */
  model: z.string().max(250).optional(),
  /** A UUID from the caller: a repeated start is the same turn. */
  requestId: z.string().optional(),
  /** The person's message that this one replaces as another version. */
  replaces: z.string().optional(),
  /** It was written before the reply ahead of it was complete. */
  writtenAhead: z.boolean().optional(),
});
const turnById = z.object({ turnId: z.string() });
const regenerateInput = startInput.pick({ model: true, requestId: true }).extend({
  conversationId: z.string(),
  /** The reply to rewrite. */
  messageId: z.string(),
});

/**
 * `send` is the REST operation. For the web app, `start` takes a turn and answers with its events as they come
 * (`ReplyEvent` of the contract); the first one has its ids. The turn continues without readers; after a reload or a
 * lost connection, a page finds it with `recent` and continues with `watch`.
 */
export const chatRouter = router({
  send: keyOrSession
    .granted('ask')
    .limited('chat')
    .meta(rest('POST', '/jarvis/chat', documented.chat))
    .input(contract.chatRequest)
    .output(contract.chatOutput)
    .mutation(({ ctx, input }) =>
      workOnce(ctx, askedFor(input), async (attempt) =>
        takeTurn(ctx.deps, ...(await asGranted(ctx, input)), {
          signal: ctx.signal,
          attempt,
          by: ctx.caller,
        }),
      ),
    ),

  start: keyOrSession
    .limited('chat')
    .input(startInput)
    .mutation(({ ctx, input: { replaces, ...input } }) =>
      startStreaming(readable(ctx), async () => {
        const { conversationId: id } = input;
        if (replaces === undefined) return input;
        if (id === undefined) throw badRequest('Name the conversation of the message that is replaced.');
        const version = await versionOf(ctx.deps, ctx.caller.userId, { id, messageId: replaces }, 'user');
        return { ...input, version };
      }),
    ),

  /** Rewrites a reply: another version of it, to the same message. */
  regenerate: keyOrSession
    .limited('chat')
    .input(regenerateInput)
    .mutation(({ ctx, input: { messageId, ...input } }) =>
      startStreaming(readable(ctx), async () => {
        const named = { id: input.conversationId, messageId };
        const version = await versionOf(ctx.deps, ctx.caller.userId, named, 'assistant');
        return { ...input, message: version.asked?.content ?? '', version };
      }),
    ),

  /** A snapshot first on every connection, then the events. Empty of a turn that does not begin within 10 s. */
  watch: keyOrSession
    .input(turnById)
    .subscription(({ ctx, input, signal }) => watchTurn(ctx, input.turnId, signal)),

  recent: keyOrSession.query(async ({ ctx }) => ({ turns: await ctx.deps.turns.recent(ctx.caller.userId) })),

  dismiss: keyOrSession.ok
    .input(turnById)
    .mutation(({ ctx, input }) => ctx.deps.turns.dismiss(ctx.deps, ctx.caller.userId, input.turnId)),

  /** The models that a person may choose, the default first. */
  models: keyOrSession
    .output(contract.offeredModelsOutput)
    .query(async ({ ctx }) => ({ models: await modelsOffered(ctx.deps) })),

  stop: keyOrSession.ok
    .input(turnById)
    .mutation(({ ctx, input }) => ctx.deps.turns.stop(ctx.caller.userId, input.turnId)),

  /** Stops the running turn of a conversation. */
  stopIn: keyOrSession.ok
    .meta(rest('POST', '/jarvis/chat/{conversationId}/stop', documented.stopReply))
    .input(contract.chatById)
    .mutation(async ({ ctx, input }) => {
      const { turns } = ctx.deps;
      const turnId = await turns.running(ctx.caller.userId, input.conversationId);
      if (turnId === undefined) throw notFound('Reply');
      await turns.stop(ctx.caller.userId, turnId);
    }),
});

/**
 * Restricts the turn of a connected program to its rights: without them it asks as if memory were off, recalls nothing
 * of other conversations, continues only those that a program began, names no file, and changes no task. No program
 * changes memories. None reads schedules, which no right names, or changes them: their runs would read memories without
 * that right, and outlive the connection.
 */
async function asGranted(
  { deps, caller }: { readonly deps: Deps; readonly caller: Caller },
  input: TurnInput,
): Promise<[contract.User, TurnInput]> {
  const may = (scope: contract.Scope) => caller.via !== 'grant' || caller.scopes.includes(scope);
  const { user, userId } = caller;
  const staysHere = !may('conversations');
  // Its ids are those of files in conversations: a program sends none by itself.
  if (staysHere && input.files?.length) throw notFound('File');
  if (staysHere && input.conversationId !== undefined) {
    const conversationId = parseId(input.conversationId, 'Conversation');
    existing(await selectProgramsFirst.first(deps.db, { userId, conversationId }), 'Conversation');
  }
  return [
    { ...user, memoryEnabled: user.memoryEnabled && may('memories') },
    {
      ...input,
      keepsTasks: !may('tasks:write'),
      byConnectedProgram: caller.via === 'grant',
      staysHere,
    },
  ];
}

/** Refuses a caller that cannot read a streamed mutation. */
function readable<C extends Pick<Context, 'readsStreams'>>(ctx: C): C {
  if (!ctx.readsStreams)
    throw badRequest('Ask for the events of the reply: `trpc-accept: application/jsonl`.');
  return ctx;
}
