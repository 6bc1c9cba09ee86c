import type { Reply } from '@jarvis/contract';
import type { Failure } from '../data/failure.ts';

/** One exchange under way, one that waits for it to end, or one that failed and waits for what the person does. */
export interface Turn {
  /**
   * Its id on the server as well. Stays the same from the first letter to the stored reply, so that nothing is drawn
   * anew.
   */
  readonly key: string;
  /** Its conversation, or `newPlace`. */
  readonly place: string;
  /** The server has it. */
  readonly taken: boolean;
  readonly text: string;
  /** The stored message that it is another version of; a reply when `text` is what it answers. */
  readonly replaces: { readonly messageId: string; readonly reply: boolean } | null;
  /** The last message that was there when it was sent, null for none; undefined where that is not known. */
  readonly after: string | null | undefined;
  /** It begins the conversation: until it is stored, there is none. */
  readonly first: boolean;
  readonly phase: 'queued' | 'sending' | 'running' | 'stopping' | 'failed';
  readonly reply: Reply;
  readonly failure: Failure | null;
  /** It was not sent when it was written, so that its conversation may have begun meanwhile. */
  readonly waited: boolean;
  /** When it failed, for the countdown. Milliseconds since 1970, as `startedAt`. */
  readonly failedAt: number;
  readonly startedAt: number;
  /** Written in this browser, which keeps it until it has its reply. */
  readonly own: boolean;
}

/** The place of a conversation that does not exist yet. */
export const newPlace = 'new';

/** All that a page knows of replies that are not stored yet. */
export interface Replies {
  /** By key, in the order in which they were heard of. */
  readonly turns: ReadonlyMap<string, Turn>;
  /** What a list that was asked for before does not bring back, and another tab neither. */
  readonly gone: ReadonlyMap<string, 'stored' | 'discarded'>;
  /** Whether the server has been asked which replies are going on. */
  readonly known: boolean;
  /** The place that the page shows; null for a page without a conversation. */
  readonly lookedAt: string | null;
  /** The tab is in sight. */
  readonly visible: boolean;
  /** By the id of a stored message: the key that it was first drawn by. */
  readonly drawn: ReadonlyMap<string, string>;
}

export const turnsAt = ({ turns }: Pick<Replies, 'turns'>, place: string): readonly Turn[] =>
  [...turns.values()].filter((turn) => turn.place === place);

export const isGoingOn = ({ phase }: Turn): boolean => phase !== 'failed' && phase !== 'queued';

/** On the page, and in sight. */
export const isLookedAt = ({ lookedAt, visible }: Replies, { place }: Pick<Turn, 'place'>): boolean =>
  place === lookedAt && visible;
