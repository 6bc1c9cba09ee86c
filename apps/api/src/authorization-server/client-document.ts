import type { Log } from '@jarvis/core';
import { describeCause } from '../log/log.ts';

/** Fetches the document at an address; undefined if there is none. */
export type FetchDocument = (url: string) => Promise<unknown>;

const bytesMax = 64 * 1024;
const timeoutMs = 5_000;

/**
 * Fetches an untrusted address: https on its default port, public addresses only (also after DNS), no redirect, at
 * most 5 s and 64 KiB (server-side request forgery). Loaded with the first document. Undefined if there is none.
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
