import type { Log } from '@jarvis/core';
import { describeCause } from '../observability/log.ts';

/** The document behind an address that somebody has named, or undefined. */
export type FetchDocument = (url: string) => Promise<unknown>;

const bytesMax = 64 * 1024;
const timeoutMs = 5_000;

/**
 * Fetches what a stranger has named: https on its usual port, public addresses only, also behind names, no redirect, 5 s
 * and 64 KiB at most (server-side request forgery). Loaded with the first document. Undefined where there is none.
 */
export const documentFetcher =
  (log: Log): FetchDocument =>
  async (url) => {
    try {
      const { safeFetchWrap } = await import('@atproto-labs/fetch-node');
      const safeFetch = safeFetchWrap({
        responseMaxSize: bytesMax,
        timeout: timeoutMs,
        allowIpHost: false,
      });
      const response = await safeFetch(url, { redirect: 'error', headers: { accept: 'application/json' } });
      if (!response.ok) throw new Error(`the document's server answered ${response.status}`);
      return await response.json();
    } catch (error) {
      log.info(describeCause(error), 'the document of a program could not be fetched');
      return undefined;
    }
  };
