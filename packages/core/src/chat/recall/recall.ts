import type { Deps } from '../../ports.ts';
import { selectCandidates } from './queries.ts';
import { rank } from './rank.ts';

/** A stored turn that is shown out of its place because it fits the message. */
export interface RecalledTurn {
  readonly conversationId: string;
  /** Title of its conversation. */
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
}

/** How much of the context's budget is worth giving to earlier turns, when the history does not fit into it. */
export const earlierPart = 0.4;
/** And to turns of other conversations, when memory is on. */
export const elsewherePart = 0.1;

/**
 * Finds the stored turns that fit a message, best first: one statement, page-sized however much is stored. It
 * needs nothing but the message, so it may run beside the statement that reads the history:
 *
 *     const found = findFitting(deps, { userId, conversationId, message, elsewhere: user.memoryEnabled });
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
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { userId, conversationId, message, elsewhere }: RecallRequest,
): Promise<FittingTurn[]> {
  try {
    const candidates = await selectCandidates(db, { userId, conversationId, elsewhere });
    return rank(message, candidates);
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'recall failed');
    return [];
  }
}

/** A turn that fits, with the id of its first message. */
export interface FittingTurn extends RecalledTurn {
  readonly id: string;
  readonly here: boolean;
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

const inOrder = (turns: readonly FittingTurn[]): FittingTurn[] =>
  turns.toSorted((a, b) => (a.id < b.id ? -1 : 1));

function bestWithin(turns: readonly FittingTurn[], tokens: number): FittingTurn[] {
  let left = tokens;
  return turns.filter((turn) => {
    const cost = tokensOf(turn);
    if (cost > left) return false;
    left -= cost;
    return true;
  });
}

/** As the budget counts: four bytes a token, and what stands around the turn. */
const tokensOf = ({ person, reply, title, here }: FittingTurn): number =>
  Math.ceil(Buffer.byteLength(`${person}${reply}${here ? '' : title}`) / 4) + 16;
