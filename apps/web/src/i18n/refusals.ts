import type { Text } from './languages.ts';

/**
 * Refusals of the server, by the English sentence, which the app shows as it comes. They load with the pages that show
 * them. Their sentences are no names for `t`.
 */
export const refusals = (...texts: readonly Text[]): object =>
  Object.fromEntries(texts.map((text) => [text[0], text]));
