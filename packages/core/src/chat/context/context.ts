import type { ChatInput, User } from '@jarvis/contract';
import type { ModelMessage } from 'ai';
import { notFound } from '../../errors.ts';
import { newId, parseId } from '../../ids.ts';
import type { Deps } from '../../ports.ts';
import { stemsOf } from '../../text/stems.ts';
import { takeWithin, tokensOf } from '../../text/tokens.ts';
import { historyMax, type StoredMessage, selectContext } from '../queries.ts';
import {
  chooseRecalled,
  earlierPart,
  elsewherePart,
  type FittingTurn,
  findFitting,
  type Recalled,
  type RecalledTurn,
} from '../recall/recall.ts';
import { instructionsFor } from './instructions.ts';
import { type Language, replyLanguage } from './language.ts';

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
  /** Text from the web is among what is shown, in a reply of an earlier turn. */
  readonly hasWebText: boolean;
}

/**
 * Gathers what the model is shown, within the budget: the newest turns, older ones and those of other
 * conversations that fit the message, and memories. Two statements at the same time, page-sized however much is
 * stored. Throws notFound.
 */
export async function gatherContext(
  deps: Deps,
  user: User,
  input: ChatInput,
  newConversationId?: string,
): Promise<TurnContext> {
  const nowMs = deps.clock.now();
  const kind = kindOf(input);
  const conversationId =
    input.conversationId === undefined
      ? (newConversationId ?? newId(nowMs))
      : parseId(input.conversationId, 'Conversation');
  const budget = deps.settings.modelContextTokens;
  const stored = kind === 'continued' ? conversationId : null;
  const { db } = deps;
  const [row, fitting] = await Promise.all([
    selectContext.first(db, {
      userId: user.id,
      conversationId: stored,
      historyBytes: budget * 4,
      withMemories: user.memoryEnabled,
      patterns: patternsOf(input.message),
    }),
    kind === 'stateless' || (stored === null && !user.memoryEnabled)
      ? []
      : findFitting(
          { db, log: deps.log },
          {
            userId: user.id,
            conversationId: stored,
            message: input.message,
            elsewhere: user.memoryEnabled,
            shownTokens: budget * (1 - memoriesPart) * (1 - earlierPart - elsewherePart),
          },
        ),
  ]);
  if (kind === 'continued' && (row?.title ?? null) === null) throw notFound('Conversation');

  const memories = takeWithin(row?.memories ?? [], budget * memoriesPart, ([content]) => content);
  const left = budget - memories.reduce((sum, [content]) => sum + tokensOf(content), 0);
  const turns = kind === 'stateless' ? (input.messages ?? []) : withoutDenied(row?.history ?? []);
  const isCut = row !== undefined && (row.read === historyMax || row.read > (row.history?.length ?? 0));
  const { history, recalled } = share(turns, isCut, fitting, left);
  const said = history.filter(({ role }) => role === 'user').map(({ content }) => content);
  const language = replyLanguage(input.message, user.preferredLanguage, said.reverse().slice(0, 5));
  return {
    conversationId,
    kind,
    language,
    instructions: instructionsFor({ user, language, nowMs, memories, recalled }),
    messages: [
      ...begunByThePerson(history).map(({ role, content }) => ({ role, content })),
      { role: 'user', content: input.message },
    ],
    hasWebText:
      memories.some(([, , fromWeb]) => fromWeb) ||
      history.some(({ fromWeb }) => fromWeb) ||
      recalledTurns(recalled).some(citesTheWeb),
  };
}

/**
 * Divides the budget: all turns when they fit, else the newest, and before them older ones that fit the message.
 * What recall leaves over goes back to the newest turns.
 */
function share(turns: readonly Said[], isCut: boolean, fitting: readonly FittingTurn[], tokens: number) {
  const elsewhereTokens = tokens * elsewherePart;
  const choose = (shown: readonly Said[], earlierTokens: number) =>
    chooseRecalled(fitting, { shownFrom: shown[0]?.id ?? endOfTime, earlierTokens, elsewhereTokens });

  const others = choose([], 0);
  const all = newestWithin(turns, tokens - tokensRecalled(others), isCut);
  if (!isCut && all.length === turns.length) return { history: all, recalled: others };

  const fewest = newestWithin(turns, tokens * (1 - earlierPart - elsewherePart), isCut);
  const recalled = choose(fewest, tokens * earlierPart);
  const history = newestWithin(turns, tokens - tokensRecalled(recalled), isCut);
  return { history, recalled: choose(history, tokensOfTurns(recalled.earlier)) };
}

/** Above every id: with no turn shown word for word, every one is an older one. */
const endOfTime = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const tokensRecalled = ({ earlier, elsewhere }: Recalled): number =>
  tokensOfTurns(earlier) + tokensOfTurns(elsewhere);

/** As recall counts: the words, and what stands around them. */
const tokensOfTurns = (turns: readonly RecalledTurn[]): number =>
  turns.reduce((sum, { person, reply, title }) => sum + tokensOf(`${person}${reply}${title}`) + 16, 0);

const recalledTurns = ({ earlier, elsewhere }: Recalled): readonly RecalledTurn[] => [
  ...earlier,
  ...elsewhere,
];

/** Recall does not say where a reply was from: one with a citation or an address may have it from the web. */
const citesTheWeb = ({ reply }: RecalledTurn): boolean => /\[\d{1,2}\]|https?:\/\//.test(reply);

function kindOf(input: ChatInput): TurnContext['kind'] {
  if (input.conversationId !== undefined) return 'continued';
  return input.messages === undefined ? 'new' : 'stateless';
}

interface Said {
  readonly id?: string;
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly fromWeb?: boolean;
}

/** Newest first in, oldest first out; a denied turn is its reply and what the person said before it. */
function withoutDenied(history: readonly StoredMessage[]): Said[] {
  return history
    .filter(([, role, , denied], i) => !denied && !(role === 'user' && history[i - 1]?.[3]))
    .map(([id, role, content, , fromWeb]) => ({ id, role, content, fromWeb }))
    .reverse();
}

/**
 * The newest whole turns that fit, in their order: the oldest are dropped first, none is cut. `isCut`: the messages
 * may begin in the middle of a turn.
 */
function newestWithin(messages: readonly Said[], budgetTokens: number, isCut: boolean): Said[] {
  let left = budgetTokens;
  let from = messages.length;
  for (let i = messages.length - 1; i >= 0; i -= 1) {
    left -= tokensOf(messages[i]?.content ?? '');
    if (left < 0) break;
    // A turn begins with what the person said, but for a stateless call whose first message is a reply.
    const begins = messages[i]?.role === 'user' && messages[i - 1]?.role !== 'user';
    if (begins || (i === 0 && !isCut)) from = i;
  }
  return messages.slice(from);
}

/** Some models take nothing that begins with a reply. */
function begunByThePerson(history: readonly Said[]): readonly Said[] {
  return history[0]?.role === 'assistant' ? [{ role: 'user', content: '…' }, ...history] : history;
}

/** `%word%` for each word of the message, as `fold` in the database would have it. */
function patternsOf(message: string): string[] {
  return [...stemsOf(message)].slice(0, 40).map((stem) => `%${stem}%`);
}
