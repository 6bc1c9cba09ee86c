import type { ReplyExtras } from '@jarvis/contract';
import { stemsAmong, stemsOf } from '../../text/stems.ts';
import type { RecalledMessage } from './choose.ts';

type DrawnFrom = NonNullable<ReplyExtras['drawnFrom']>;

const conversationsMax = 3;
/** One word alone may be in both by chance; a number hardly is. */
const sharedMin = 2;

/**
 * The other conversations that a reply seems to have drawn on, those with most of it first: what was recalled from
 * them has words that the reply has and the message has not.
 */
export function drawnFrom(
  reply: string,
  message: string,
  recalled: readonly RecalledMessage[],
  here: string,
): DrawnFrom {
  const asked = stemsOf(message);
  const told = new Set([...stemsOf(reply)].filter((stem) => !asked.has(stem)));
  const best = new Map<string, DrawnFrom[number] & { readonly shared: number }>();
  for (const { conversationId, title, createdAt, content } of recalled) {
    if (conversationId === here) continue;
    const stems = [...stemsAmong(content, told)];
    const shared = stems.length + (stems.some((stem) => /\d/.test(stem)) ? 1 : 0);
    if (shared < sharedMin || shared <= (best.get(conversationId)?.shared ?? 0)) continue;
    best.set(conversationId, { conversationId, title, at: createdAt, shared });
  }
  return [...best.values()]
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, conversationsMax)
    .map(({ shared, ...conversation }) => conversation);
}
