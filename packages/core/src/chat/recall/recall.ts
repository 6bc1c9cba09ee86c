import type { Queries } from '@jarvis/database';
import type { Deps } from '../../ports.ts';
import { tokensOf } from '../../text/tokens.ts';
import { findMessages } from './queries.ts';
import { rank } from './rank.ts';
import { termsMax, termsOf } from './terms.ts';
import { type FoundTurn, turnsOf } from './turns.ts';

/** A stored turn that is shown out of its place because it fits the message. */
export interface RecalledTurn {
  readonly conversationId: string;
  /** Title of its conversation; empty for a turn of this one. */
  readonly title: string;
  /** What the person said, and what was replied; one of them may be empty. */
  readonly person: string;
  readonly reply: string;
  /** When it was said: ISO 8601. */
  readonly at: string;
}

/** Both oldest first. */
export interface Recalled {
  /** Of this conversation. */
  readonly earlier: readonly RecalledTurn[];
  /** Of the account's other conversations. */
  readonly elsewhere: readonly RecalledTurn[];
}

export interface RecallRequest {
  readonly userId: string;
  /** Null for a conversation that begins with this message. */
  readonly conversationId: string | null;
  readonly message: string;
  /** Whether other conversations are searched, too: only when memory is on. */
  readonly elsewhere: boolean;
  /**
   * How many tokens of this conversation's newest messages are shown anyway: they are not searched, and nothing
   * of this conversation is when there are no more. Give the least that will be shown, as
   * `budget * (1 - earlierPart - elsewherePart)`.
   */
  readonly shownTokens: number;
}

/** How much of the context's budget is worth giving to earlier turns, when the history does not fit into it. */
export const earlierPart = 0.4;
/** And to turns of other conversations, when memory is on. */
export const elsewherePart = 0.1;

/**
 * Finds the stored turns that fit a message, best first: one statement, page-sized however much is stored. It
 * needs nothing but the message, so it may be sent with the statement that reads the history:
 *
 *     const shownTokens = budget * (1 - earlierPart - elsewherePart);
 *     const found = findFitting(deps, { userId, conversationId, message, elsewhere: user.memoryEnabled, shownTokens });
 *     const row = await selectContext.first(…);          // history that fits, newest first
 *     const { earlier, elsewhere } = chooseRecalled(await found, {
 *       shownFrom: 'id of the oldest message shown word for word, or null when all are shown',
 *       earlierTokens: budget * earlierPart,              // 0 when all of the history is shown
 *       elsewhereTokens: budget * elsewherePart,
 *     });
 *
 * Never rejects and takes 300 ms at most: a turn does without rather than fail. Denied turns are left out.
 */
export async function findFitting(
  { db, log }: Pick<Deps, 'log'> & { readonly db: Queries },
  { userId, conversationId, message, elsewhere, shownTokens }: RecallRequest,
): Promise<FittingTurn[]> {
  const terms = termsOf(message);
  if (terms.length === 0 || (conversationId === null && !elsewhere)) return [];
  try {
    const found = await findMessages.first(db, {
      userId,
      conversationId,
      elsewhere,
      shownBytes: Math.floor(shownTokens * 4),
      words: filledUp(terms.map(({ word }) => word)),
      others: filledUp(terms.map(({ others }) => others.join(' '))),
    });
    if (!found) return [];
    return rank(terms, found.rarity ?? [], turnsOf(found)).map(({ turn, score }) => ({ ...turn, score }));
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'recall failed');
    return [];
  }
}

/**
 * Always as many: Postgres keeps one plan for all messages only when it costs no more than the plan for these
 * values, and planning takes longer than finding.
 */
const filledUp = (words: readonly string[]): string[] =>
  Array.from({ length: termsMax }, (_, i) => words[i] ?? '');

/** A turn that fits, and how well. */
export interface FittingTurn extends FoundTurn {
  readonly score: number;
}

export interface Room {
  /** The oldest message that is shown in its place: only older ones are recalled. Null: all are shown. */
  readonly shownFrom: string | null;
  readonly earlierTokens: number;
  readonly elsewhereTokens: number;
}

/** Takes the best while there is room, then puts them in order. */
export function chooseRecalled(fitting: readonly FittingTurn[], room: Room): Recalled {
  const { shownFrom } = room;
  const older = fitting.filter(({ here, id }) => here && shownFrom !== null && id < shownFrom);
  const others = fitting.filter(({ here }) => !here);
  return {
    earlier: inOrder(bestWithin(older, room.earlierTokens)),
    elsewhere: inOrder(bestWithin(others, room.elsewhereTokens)),
  };
}

/** A turn that scores less than this part of the best is not worth reading. */
const leastPart = 0.2;
/** One long turn does not take the room of all others: its end is cut. */
const longestPart = 0.4;

function bestWithin(turns: readonly FittingTurn[], tokens: number): FittingTurn[] {
  const least = leastPart * (turns[0]?.score ?? 0);
  let left = tokens;
  return turns.flatMap((turn) => {
    if (turn.score < least) return [];
    const shown = shortened(turn, Math.floor(tokens * longestPart));
    const cost = tokensOfTurn(shown);
    if (cost > left) return [];
    left -= cost;
    return [shown];
  });
}

function shortened(turn: FittingTurn, tokensMax: number): FittingTurn {
  if (tokensOfTurn(turn) <= tokensMax) return turn;
  const chars = Math.max(0, (tokensMax - tokensAround) * 3);
  const person = cut(turn.person, Math.max(chars / 2, chars - turn.reply.length));
  return { ...turn, person, reply: cut(turn.reply, chars - person.length) };
}

const cut = (text: string, charsMax: number): string =>
  text.length <= charsMax ? text : `${text.slice(0, Math.max(0, Math.floor(charsMax) - 1)).trimEnd()}…`;

const inOrder = (turns: readonly FittingTurn[]): FittingTurn[] =>
  turns.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** Its date, its marks and its lines. */
const tokensAround = 16;

const tokensOfTurn = ({ person, reply, title }: FittingTurn): number =>
  tokensOf(`${person}${reply}${title}`, tokensAround);
