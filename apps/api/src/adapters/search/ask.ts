import { byStatus, ConnectionFailed, SearchFailed } from '@jarvis/core';

/** More than any page of results; a service that sends more is not one. */
const answerBytesMax = 1_000_000;

/**
 * Fetches JSON from a search service. Follows no redirect: it would carry the key and what people look for to an
 * address that nobody configured. Throws `SearchFailed` with a reason that is fit to be shown.
 */
export async function askForJson(url: URL, init: RequestInit & { signal: AbortSignal }): Promise<unknown> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'error',
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
    return JSON.parse(await bounded(response)) as unknown;
  } catch (error) {
    if (error instanceof SearchFailed) throw error;
    if (init.signal.aborted) throw new SearchFailed('The search took too long.', error);
    if (error instanceof SyntaxError) {
      throw new SearchFailed('The search service answered something that cannot be read.', error);
    }
    throw new SearchFailed('The search service cannot be reached.', error);
  }
}

const refusals: Record<number, string> = {
  401: 'The search service refused its key.',
  403: 'The search service refused the request.',
  429: 'The search service has had too many requests.',
};

async function bounded(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.byteLength;
    if (size > answerBytesMax) throw new SearchFailed('The search service answered too much.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
