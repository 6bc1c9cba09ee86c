import type { Log } from '@jarvis/core';
import { guardedFetch } from '../adapters/outside.ts';
import { describeCause } from '../log/log.ts';

/** Fetches the document at an address; undefined if there is none. */
export type FetchDocument = (url: string) => Promise<unknown>;

/** Fetches an untrusted address: https on its default port, public addresses only, no redirect. */
export const documentFetcher =
  (log: Log): FetchDocument =>
  async (url) => {
    try {
      const safeFetch = await guardedFetch({ allowIpHost: false });
      const response = await safeFetch(url, { redirect: 'error', headers: { accept: 'application/json' } });
      if (!response.ok) throw new Error(`the document's server answered ${response.status}`);
      return await response.json();
    } catch (error) {
      log.info(describeCause(error), 'the document of a program could not be fetched');
      return undefined;
    }
  };
