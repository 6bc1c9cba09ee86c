import type { Deps } from '../../ports/deps.ts';
import type { ScoredPlace } from '../../search/sweep.ts';
import { tokensOf } from '../../text/token-budget.ts';
import type { NamedDocument } from '../../tools/call/tool-context.ts';
import { chooseRecalled, type RecalledMessage, recalledBytes } from '../recall/choose.ts';
import { type FoundPlaces, readPlaces } from '../recall/recall.ts';
import { type OtherFiles, readOtherFiles } from './other-files.ts';

/** Share of the remaining budget that the newest turns get before recall. */
const newestPart = 0.1;
/** Maximum share of files of other conversations in the recalled text: one manual has hundreds of passages. */
const filesPart = 1 / 3;

/** A message of a turn's history. */
export interface HistoryMessage {
  readonly place?: number;
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly fromWeb?: boolean;
}

/**
 * Divides the budget: all turns if they leave a part of it free, else the newest; then matching messages, best first;
 * the rest goes to the newest turns again.
 */
export async function shareBudget(
  deps: Deps,
  userId: string,
  { turns, isCut, here, beforePlace, found, inFiles, documents, room }: Sharing,
): Promise<{
  history: readonly HistoryMessage[];
  recalled: readonly RecalledMessage[];
  otherFiles: OtherFiles;
}> {
  const all = newestWithin(turns, room * (1 - newestPart), isCut);
  const fits = all.length === turns.length && !isCut;
  const newest = fits ? all : newestWithin(turns, room * newestPart, isCut, room);
  const places = before(found.places, here, fits ? 0 : (newest[0]?.place ?? beforePlace));
  const allBytes = (room - tokensOfAll(newest)) * bytesPerToken;
  const [candidates, otherFiles] = await Promise.all([
    readPlaces(deps, userId, { ...found, places }),
    readOtherFiles(deps, userId, {
      here,
      places: inFiles,
      messages: places,
      bytesMax: allBytes * filesPart,
      documents,
    }),
  ]);
  const bytes = allBytes - otherFiles.bytes;
  const recalled = chooseRecalled(candidates, { here, words: found.words, bytes });
  const recalledTokens = (recalledBytes(recalled, here) + otherFiles.bytes) / bytesPerToken;
  const history = newestWithin(turns, room - recalledTokens, isCut);
  return history.length <= newest.length
    ? { history: newest, recalled, otherFiles }
    : { history, recalled: before(recalled, here, history[0]?.place ?? beforePlace), otherFiles };
}

interface Sharing {
  readonly turns: readonly HistoryMessage[];
  readonly isCut: boolean;
  readonly here: string | null;
  readonly beforePlace: number;
  readonly found: FoundPlaces;
  /** Passages of the account's files. */
  readonly inFiles: readonly ScoredPlace[];
  /** Of the conversation. */
  readonly documents: readonly NamedDocument[];
  /** In tokens. */
  readonly room: number;
}

/** As `tokensOf` estimates. */
const bytesPerToken = 4;

/** For this conversation, only messages before the shown ones. */
const before = <At extends ScoredPlace>(all: readonly At[], here: string | null, shownFrom: number) =>
  all.filter(({ id, place }) => id !== here || place < shownFrom);

const tokensOfAll = (messages: readonly HistoryMessage[]): number =>
  messages.reduce((sum, { content }) => sum + tokensOf(content), 0);

/**
 * The newest whole turns that fit, in order: the oldest are dropped first, none is cut. The latest turn may take
 * `latestTokens`. `isCut`: the messages may begin inside a turn.
 */
function newestWithin(
  messages: readonly HistoryMessage[],
  budgetTokens: number,
  isCut: boolean,
  latestTokens = budgetTokens,
): HistoryMessage[] {
  let used = 0;
  let from = messages.length;
  for (let i = messages.length - 1; i >= 0; i -= 1) {
    used += tokensOf(messages[i]?.content ?? '');
    if (used > (from === messages.length ? latestTokens : budgetTokens)) break;
    // A turn begins with the person's message, except in a stateless call whose first message is a reply.
    const begins = messages[i]?.role === 'user' && messages[i - 1]?.role !== 'user';
    if (begins || (i === 0 && !isCut)) from = i;
  }
  return messages.slice(from);
}
