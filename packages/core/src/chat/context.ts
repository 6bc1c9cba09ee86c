import type { ChatInput, User } from '@jarvis/contract';
import type { ModelMessage } from 'ai';
import { notFound } from '../errors.ts';
import { knownId, newId } from '../ids.ts';
import type { Deps } from '../ports.ts';
import { takeWithin, tokensOf } from './budget.ts';
import { instructionsFor } from './instructions.ts';
import { type Language, replyLanguage } from './language.ts';
import { type StoredMessage, selectContext } from './queries.ts';
import { fold, stemsOf } from './tools/resolve.ts';

/** Messages of one conversation that are shown word for word at most; what is older is found by recall. */
const historyMax = 400;
const memoriesMax = 200;
/** Of the budget, at most this part goes to memories. */
const memoriesPart = 0.15;

/** What a turn knows before it asks the model. */
export interface TurnContext {
  readonly conversationId: string;
  /** Whether the conversation is stored already, begins with this turn, or is never stored. */
  readonly kind: 'continued' | 'new' | 'stateless';
  readonly language: Language;
  readonly instructions: string;
  readonly messages: ModelMessage[];
}

/** Gathers what the model is shown, within the budget, in one round trip. Throws notFound. */
export async function gatherContext(deps: Deps, user: User, input: ChatInput): Promise<TurnContext> {
  const nowMs = deps.clock.now();
  const kind = kindOf(input);
  const conversationId =
    input.conversationId === undefined ? newId(nowMs) : knownId(input.conversationId, 'Conversation');
  const budget = deps.settings.modelContextTokens;
  const row = await selectContext.first(deps.db, {
    userId: user.id,
    conversationId: kind === 'continued' ? conversationId : null,
    historyBytes: budget * 4,
    historyMax,
    memoriesMax: user.memoryEnabled ? memoriesMax : 0,
    patterns: patternsOf(input.message),
  });
  if (kind === 'continued' && (row?.title ?? null) === null) throw notFound('Conversation');

  const memories = takeWithin(row?.memories ?? [], budget * memoriesPart, ([content]) => content);
  const spent = memories.reduce((sum, [content]) => sum + tokensOf(content), 0);
  const turns =
    kind === 'stateless'
      ? (input.messages ?? []).map(({ role, content }) => ({ role, content }))
      : withoutDenied(row?.history ?? []).reverse();
  const history = newestWithin(turns, budget - spent);
  const said = history.filter(({ role }) => role === 'user').map(({ content }) => content);
  const language = replyLanguage(input.message, user.preferredLanguage, said.reverse().slice(0, 5));
  return {
    conversationId,
    kind,
    language,
    instructions: instructionsFor({ user, language, nowMs, memories, earlier: [], elsewhere: [] }),
    messages: [...history, { role: 'user', content: input.message }],
  };
}

function kindOf(input: ChatInput): TurnContext['kind'] {
  if (input.conversationId !== undefined) return 'continued';
  return input.messages === undefined ? 'new' : 'stateless';
}

/** Newest first, as it came; a denied turn is its reply and what the person said before it. */
function withoutDenied(history: readonly StoredMessage[]): Said[] {
  return history
    .filter(([role, , denied], i) => !denied && !(role === 'user' && history[i - 1]?.[2]))
    .map(([role, content]) => ({ role, content }));
}

type Said = { role: 'user' | 'assistant'; content: string };

/** The newest whole turns that fit, in their order: the oldest are dropped first, none is cut. */
function newestWithin(messages: readonly Said[], budgetTokens: number): Said[] {
  let left = budgetTokens;
  let from = messages.length;
  for (let i = messages.length - 1; i >= 0; i -= 1) {
    left -= tokensOf(messages[i]?.content ?? '');
    if (left < 0) break;
    // A turn begins with what the person said.
    if (messages[i]?.role === 'user' && messages[i - 1]?.role !== 'user') from = i;
  }
  return messages.slice(from);
}

function patternsOf(message: string): string[] {
  return [...stemsOf(fold(message))].slice(0, 40).map((stem) => `%${stem}%`);
}
