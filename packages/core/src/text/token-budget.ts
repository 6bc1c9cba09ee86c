/** The tokens around a message's text in a prompt. */
const messageOverhead = 4;

/**
 * Estimates a text's tokens from its bytes: about four of Latin script, or three of Chinese, to a token. Errs on the
 * high side for English; a provider's own count is not worth a round trip. `around`: tokens shown beside it.
 */
export function tokensOf(text: string, around = messageOverhead): number {
  return Math.ceil(Buffer.byteLength(text) / 4) + around;
}

/**
 * Takes items from the front while they fit the budget, in the unit of their costs; skips one that does not fit, since
 * a later one may be smaller.
 */
export function takeWithin<T>(items: readonly T[], budget: number, costOf: (item: T) => number): T[] {
  let left = budget;
  return items.filter((item) => {
    const cost = costOf(item);
    if (cost > left) return false;
    left -= cost;
    return true;
  });
}
