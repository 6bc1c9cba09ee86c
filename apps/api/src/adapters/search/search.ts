import type { Search } from '@jarvis/core';
import { brave } from './brave.ts';
import { searxng } from './searxng.ts';
import { tavily } from './tavily.ts';

export interface SearchSettings {
  readonly provider: Search['name'];
  /** Required for searxng; overrides the address of the other two. */
  readonly url: string | undefined;
  /** Required for brave and tavily. */
  readonly apiKey: string | undefined;
}

/** The search service that is configured, or null. */
export function createSearch(settings: SearchSettings | undefined): Search | null {
  switch (settings?.provider) {
    case undefined:
      return null;
    case 'searxng':
      return searxng(settings.url ?? '');
    case 'brave':
      return brave(settings.url, settings.apiKey ?? '');
    case 'tavily':
      return tavily(settings.url, settings.apiKey ?? '');
  }
}
