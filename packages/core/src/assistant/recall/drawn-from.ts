import type { ReplyExtras } from '@jarvis/contract';
import { isoOf } from '../../clock.ts';
import { stemFinder, stemsOf } from '../../language/stems.ts';
import { wordsOf } from '../../text/fold.ts';
import type { RecalledMessage } from './choose.ts';

type DrawnFrom = NonNullable<ReplyExtras['drawnFrom']>;

const conversationsMax = 3;
/**
 * Two texts share one word by chance, and one more for this many pairs of their words. Measured on prose of 200 words:
 * at most 4 of 100 texts on another subject then seem to be sources; with a fixed two words, 98.
 */
const pairsByChance = 350;

/**
 * The other conversations that a reply seems to draw on, the largest contribution first: messages recalled from them
 * share more words with the reply than by chance, not counting words in `shown`, the message and the text before it.
 */
export function drawnFrom(
  reply: string,
  shown: readonly string[],
  recalled: readonly RecalledMessage[],
  here: string,
): DrawnFrom {
  const others = recalled.filter(({ id }) => id !== here);
  if (others.length === 0) return [];
  const told = new Set([...stemsOf(reply)].filter((stem) => !isOfList(stem)));
  for (const stem of stemFinder(told)(...shown)) told.delete(stem);
  if (told.size === 0) return [];
  const toldIn = stemFinder(told);
  const best = new Map<string, DrawnFrom[number] & { readonly shared: number }>();
  for (const { id, title, createdAt, line } of others) {
    const stems = [...toldIn(line)];
    if (stems.length === 0) continue;
    const shared = stems.length + (stems.some(isNumber) ? 1 : 0);
    const byChance = 1 + (told.size * new Set(wordsOf(line)).size) / pairsByChance;
    if (shared <= byChance || shared <= (best.get(id)?.shared ?? 0)) continue;
    best.set(id, { conversationId: id, title, at: isoOf(Date.parse(createdAt)), shared });
  }
  return [...best.values()]
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, conversationsMax)
    .map(({ shared, ...conversation }) => conversation);
}

/** Any numbered list contains them. */
const isOfList = (stem: string) => /^\d{1,2}$/.test(stem);

/** A year, a price or a time is hardly shared by chance. */
const isNumber = (stem: string) => /\d/.test(stem);
