const prefix = 'jarvis:draft:';

/** Where a draft is kept: per person and conversation, so that it outlives a reload and a new sign-in. */
export interface DraftPlace {
  readonly userId: string;
  /** Null for a conversation that does not exist yet. */
  readonly conversationId: string | null;
}

export function readDraft(place: DraftPlace): string {
  try {
    return localStorage.getItem(keyOf(place)) ?? '';
  } catch {
    return '';
  }
}

export function keepDraft(place: DraftPlace, text: string): void {
  try {
    if (text === '') localStorage.removeItem(keyOf(place));
    else localStorage.setItem(keyOf(place), text);
  } catch {
    // Storage is full or blocked: the draft lives as long as the page.
  }
}

/** Drops the drafts of a conversation that is gone. */
export function forgetDraft(conversationId: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix) && key.endsWith(`:${conversationId}`)) localStorage.removeItem(key);
    }
  } catch {
    // Nothing is kept where storage is blocked.
  }
}

function keyOf({ userId, conversationId }: DraftPlace): string {
  return `${prefix}${userId}:${conversationId ?? 'new'}`;
}
