/** What search services call themselves. */
export const searchNames: Record<string, string> = { searxng: 'SearXNG', brave: 'Brave', tavily: 'Tavily' };
