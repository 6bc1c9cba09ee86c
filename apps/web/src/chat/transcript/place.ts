import { queryClient } from '../../data/client.ts';
import { keep, keptJson } from '../../data/kept.ts';
import { shownUser } from '../../data/session.ts';
import type { MessagePage } from '../../data/types.ts';
import { transcriptKey } from '../replies/transcript-data.ts';

/** A scroll position in a conversation. */
export interface Place {
  /** The message at the upper edge of the view. */
  readonly messageId: string;
  /** The part of it above that edge. */
  readonly abovePx: number;
}

/** A tab keeps it until it is closed, also after a reload. */
const nameOf = (conversationId: string) => `jarvis:place:${shownUser()?.id}:${conversationId}`;

/** Null keeps nothing: at the end, which is the default position. */
export function keepPlace(conversationId: string, place: Place | null): void {
  keep(nameOf(conversationId), place && JSON.stringify(place), 'sessionStorage');
}

/** `isLoaded`: its message is among the latest loaded ones. */
export function keptPlace(conversationId: string): (Place & { readonly isLoaded: boolean }) | null {
  const place = keptJson<Place>(nameOf(conversationId), 'sessionStorage');
  if (!place) return null;
  const latest = queryClient.getQueryData<MessagePage>(transcriptKey(conversationId, null));
  return { ...place, isLoaded: hasMessage(latest, place) };
}

export const hasMessage = (page: MessagePage | undefined, { messageId }: Place): boolean =>
  page?.messages.some(({ id }) => id === messageId) ?? false;
