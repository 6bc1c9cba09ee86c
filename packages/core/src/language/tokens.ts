/** What stands around the text of one message in a prompt. */
const messageOverhead = 4;

/**
 * Tokens of a text, estimated from its bytes: four of Latin script, three of Chinese to about one token. Errs
 * on the high side for English; a provider's own count is not worth a round trip. `around` are the tokens that
 * are shown beside it.
 */
export function tokensOf(text: string, around = messageOverhead): number {
  return Math.ceil(Buffer.byteLength(text) / 4) + around;
}

/** Takes from the front while the budget lasts; what does not fit is left out, smaller ones after it still may. */
export function takeWithin<T>(items: readonly T[], budgetTokens: number, textOf: (item: T) => string): T[] {
  let left = budgetTokens;
  return items.filter((item) => {
    const cost = tokensOf(textOf(item));
    if (cost > left) return false;
    left -= cost;
    return true;
  });
}
