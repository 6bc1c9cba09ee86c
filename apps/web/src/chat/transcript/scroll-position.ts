import type { MessagePage } from '@jarvis/contract';
import { keep, keptJson } from '../../data/browser/kept.ts';
import { queryClient } from '../../data/service/client.ts';
import { nameOf } from '../../drafts/drafts.ts';
import { transcriptKey } from '../replies/transcript-data.ts';

/** A scroll position in a conversation. */
export interface ScrollPosition {
  /** The message at the upper edge of the view. */
  readonly messageId: string;
  /** The part of it above that edge. */
  readonly abovePx: number;
}

/** A tab keeps it until it is closed, also after a reload. */
const placeName = (conversationId: string) => nameOf('place', conversationId);

/** Null keeps nothing: at the end, which is the default position. */
export function keepPosition(conversationId: string, position: ScrollPosition | null): void {
  keep(placeName(conversationId), position && JSON.stringify(position), 'sessionStorage');
}

/** `isLoaded`: its message is among the latest loaded ones. */
export function keptPosition(
  conversationId: string,
): (ScrollPosition & { readonly isLoaded: boolean }) | null {
  const position = keptJson<ScrollPosition>(placeName(conversationId), 'sessionStorage');
  if (!position) return null;
  const latest = queryClient.getQueryData<MessagePage>(transcriptKey(conversationId, null));
  return { ...position, isLoaded: hasMessage(latest, position) };
}

export const hasMessage = (page: MessagePage | undefined, { messageId }: ScrollPosition): boolean =>
  page?.messages.some(({ id }) => id === messageId) ?? false;
