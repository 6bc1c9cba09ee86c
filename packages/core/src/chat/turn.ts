import {
  type ChatInput,
  type ChatReply,
  type Conversation,
  limits,
  type Message,
  type Source,
  type ToolRun,
  type User,
} from '@jarvis/contract';
import { isForeignKeyViolation } from '../db/index.ts';
import { notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { saveMemory } from '../memories/memories.ts';
import type { Deps } from '../ports.ts';
import { gatherContext, type TurnContext } from './context.ts';
import { suggestName } from './name-suggestion.ts';
import { composeReply, type Outcome } from './outcome.ts';
import { storeFirstTurn, storeTurn } from './queries.ts';
import { memoryRequested } from './remember.ts';
import { titleFrom } from './title.ts';
import { RunLog, type SavedMemory, type ShownStep, sourcesCited } from './tools/run-log.ts';

/** What is kept with a reply for the web app. */
export interface Extras {
  readonly sources?: readonly Source[];
  readonly toolRun?: ToolRun;
  readonly nameSuggestion?: { readonly name: string };
  readonly savedMemories?: readonly SavedMemory[];
  readonly stopped?: true;
}

/** A turn that is over. */
export interface Turn {
  readonly kind: TurnContext['kind'];
  /** Null when nothing was stored. */
  readonly conversation: Conversation | null;
  readonly conversationId: string;
  readonly userMessage: Message;
  readonly assistantMessage: Message & Extras;
  readonly stopped: boolean;
}

/** Who follows a turn while it is taken, and may end it. */
export interface Follower {
  /** The context is known: the conversation exists, or will. Not called for a refused turn. */
  readonly onBegin?: (conversationId: string) => void;
  readonly onText?: (piece: string) => void;
  readonly onStep?: (step: ShownStep) => void;
  /** The caller has gone: nobody wants the reply any more. */
  readonly left?: AbortSignal;
  /** The person wants no more of it, and to keep what there is. */
  readonly stop?: AbortSignal;
}

/**
 * One turn, for the REST call and for the web app alike: context, policy, model with tools, policy, store,
 * answer. It is stored whole or not at all; what a tool has changed for good is never left unsaid. Throws
 * notFound, timedOut, failed, unavailable.
 */
export async function takeTurn(
  deps: Deps,
  user: User,
  input: ChatInput,
  follower: Follower = {},
): Promise<Turn> {
  const askedMs = deps.clock.now();
  const context = await gatherContext(deps, user, input);
  follower.onBegin?.(context.conversationId);
  const log = new RunLog(context.language, follower.onStep ?? (() => {}));

  const outcome = await composeReply(deps, { user, input, context, follower, log });
  if (outcome.kind === 'answered') await rememberWhatWasSaid(deps, user, input, context, log);

  const extras = extrasOf(user, input, outcome, log);
  return storeWhole(deps, user, { input, askedMs, context, outcome, extras });
}

/** For models that do not call tools: a clear request to remember, or a lasting statement, is kept. */
async function rememberWhatWasSaid(
  deps: Deps,
  user: User,
  { message }: ChatInput,
  { kind, conversationId }: TurnContext,
  log: RunLog,
): Promise<void> {
  if (kind === 'stateless' || !user.memoryEnabled || log.savedMemories.length > 0) return;
  const remembered = memoryRequested(message);
  if (!remembered) return;
  const saved = await saveMemory(deps, user.id, { content: remembered.content, conversationId });
  if ('memory' in saved) log.savedMemories.push({ id: saved.memory.id, content: saved.memory.content });
}

function extrasOf(user: User, { message }: ChatInput, outcome: Outcome, log: RunLog): Extras {
  if (outcome.kind === 'denied') return {};
  const toolRun = log.toolRun(outcome.kind === 'failed');
  const nameSuggestion = suggestName(message, user);
  return {
    ...(log.searched && { sources: sourcesCited(outcome.reply, log.results, limits.sourcesMax) }),
    ...(toolRun && { toolRun }),
    ...(nameSuggestion && { nameSuggestion }),
    ...(log.savedMemories.length > 0 && { savedMemories: log.savedMemories }),
    ...(outcome.kind === 'stopped' && { stopped: true as const }),
  };
}

interface Finished {
  readonly input: ChatInput;
  readonly askedMs: number;
  readonly context: TurnContext;
  readonly outcome: Outcome;
  readonly extras: Extras;
}

/** Stores both messages in one statement. Throws notFound when the conversation was deleted meanwhile. */
async function storeWhole(
  { db, clock, changes }: Deps,
  user: User,
  { input, askedMs, context, outcome, extras }: Finished,
): Promise<Turn> {
  const { kind, conversationId } = context;
  const policyDenied = outcome.kind === 'denied';
  const nowMs = Math.max(clock.now(), askedMs);
  const [askedAt, now] = [new Date(askedMs).toISOString(), new Date(nowMs).toISOString()];
  const userMessage: Message = {
    id: newId(askedMs),
    role: 'user',
    content: input.message,
    policyDenied: false,
    createdAt: askedAt,
  };
  const assistantMessage = {
    id: newId(nowMs),
    role: 'assistant' as const,
    content: outcome.reply,
    policyDenied,
    createdAt: now,
  };
  const turn = {
    kind,
    conversationId,
    userMessage,
    assistantMessage: { ...assistantMessage, ...extras },
    stopped: outcome.kind === 'stopped',
  };
  if (kind === 'stateless') return { ...turn, conversation: null };

  const row = {
    userId: user.id,
    conversationId,
    userMessageId: userMessage.id,
    message: input.message,
    askedAt,
    assistantMessageId: assistantMessage.id,
    reply: outcome.reply,
    extras: Object.keys(extras).length === 0 ? null : JSON.stringify(extras),
    policyDenied,
    now,
  };
  const stored =
    kind === 'new'
      ? storeFirstTurn.first(db, { ...row, title: titleFrom(input.message) })
      : storeTurn.first(db, row);
  const conversation = await stored.catch((error: unknown) => {
    // The account went while the model was thinking.
    if (isForeignKeyViolation(error)) return undefined;
    throw error;
  });
  if (!conversation) throw notFound('Conversation');
  changes.publish(user.id, 'conversations');
  return { ...turn, conversation };
}

/** The answer of the REST operation: the documented fields and no others. */
export function asReply({ conversationId, assistantMessage }: Turn): ChatReply {
  const { content, policyDenied, sources, toolRun, nameSuggestion } = assistantMessage;
  return {
    reply: content,
    conversationId,
    ...(sources && { sources: [...sources] }),
    ...(toolRun && { toolRun }),
    ...(policyDenied && { policyDenied: true as const }),
    ...(nameSuggestion && { nameSuggestion }),
  };
}
