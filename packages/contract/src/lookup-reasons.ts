/** Why a web search failed, as in `lookup.error`. Pages map the name to their own text. */
export const lookupReasons = {
  timedOut: 'The search took too long.',
  keyRefused: 'The search service refused its key.',
  keyUnreadable: 'The search service’s key cannot be read.',
  refused: 'The search service refused the request.',
  tooMany: 'The search service has had too many requests.',
  unreadable: 'The search service answered something that cannot be read.',
  tooMuch: 'The search service answered too much.',
  unreachable: 'The search service cannot be reached.',
  failed: 'The search failed.',
} as const;
