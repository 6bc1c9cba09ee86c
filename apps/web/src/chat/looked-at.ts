import type { Turn } from './turn-store.ts';

/** The place that the page shows; null for a page without a conversation. */
let lookedAt: string | null = null;

/** On the page, and in sight. */
export const isLookedAt = ({ place }: Turn): boolean =>
  place === lookedAt && document.visibilityState === 'visible';

export function setLookedAt(place: string): void {
  lookedAt = place;
}

/** Nothing when the page shows another place than `from`. */
export function changeLookedAt(from: string, to: string | null): void {
  if (lookedAt === from) lookedAt = to;
}
