import { lookupReasons } from '@jarvis/contract/lookup-reasons';
import { byStatus, ConnectionFailed, SearchFailed } from '@jarvis/core';
import { AnswerTooLarge, boundedFetch } from '../bounded-fetch.ts';

/** More than any page of results; a larger answer is not from a search service. */
const searchFetch = boundedFetch(1_000_000);

/** Fetches JSON from a search service. Throws `SearchFailed` with a reason that may be shown. */
export async function askForJson(url: URL, init: RequestInit & { signal: AbortSignal }): Promise<unknown> {
  try {
    const response = await searchFetch(url, {
      ...init,
      headers: { accept: 'application/json', 'user-agent': 'Jarvis', ...init.headers },
    });
    if (!response.ok) {
      await response.body?.cancel();
      const { kind, detail } = byStatus(response.status);
      throw new SearchFailed(
        refusals[response.status] ?? `The search service answered ${response.status}.`,
        new ConnectionFailed(kind === 'noSuchModel' ? 'notUnderstood' : kind, detail),
      );
    }
    return await response.json();
  } catch (error) {
    if (error instanceof SearchFailed) throw error;
    if (init.signal.aborted) throw new SearchFailed(lookupReasons.timedOut, error);
    if (error instanceof AnswerTooLarge) throw new SearchFailed(lookupReasons.tooMuch, error);
    if (error instanceof SyntaxError) throw new SearchFailed(lookupReasons.unreadable, error);
    throw new SearchFailed(lookupReasons.unreachable, error);
  }
}

const refusals: Record<number, string> = {
  401: lookupReasons.keyRefused,
  403: lookupReasons.refused,
  429: lookupReasons.tooMany,
};
