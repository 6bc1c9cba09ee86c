import type { Reply } from '@jarvis/contract';
import type { Failure } from '../../data/service/failure.ts';
import type { StoredFile } from '../../data/types.ts';

/** A running exchange, a queued one, or a failed one that waits for the person's decision. */
export interface Turn {
  /** Also its id on the server. Constant from the first letter to the stored reply: nothing is rendered again. */
  readonly key: string;
  /** Its conversation, or `newPlace`; the key of its first message if another new chat was begun before it exists. */
  readonly place: string;
  /** The server has accepted it. */
  readonly taken: boolean;
  readonly text: string;
  /** Files of the message; undefined while only their ids are known, which are in the reply. */
  readonly files?: readonly StoredFile[];
  /** The stored message that it replaces as another version; a reply if `text` is the message that it answers. */
  readonly replaces: { readonly messageId: string; readonly reply: boolean } | null;
  /** The last message when it was sent, null for none; undefined if unknown. */
  readonly after: string | null | undefined;
  /** It begins the conversation, which does not exist until it is stored. */
  readonly first: boolean;
  readonly phase: 'queued' | 'sending' | 'running' | 'stopping' | 'failed';
  readonly reply: Reply;
  readonly failure: Failure | null;
  /** It was queued or may have arrived before, so its conversation may have begun meanwhile. */
  readonly waited: boolean;
  /** It was queued when it was written: before the reply ahead of it was complete. */
  readonly writtenAhead?: boolean;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  /** Written in this browser, which keeps it until it has its reply. */
  readonly own: boolean;
}

/** A page's unstored replies. */
export interface Replies {
  /** By key, in the order in which the page learned of them. */
  readonly turns: ReadonlyMap<string, Turn>;
  /** Ended turns, which neither an older list nor another tab may bring back. */
  readonly gone: ReadonlyMap<string, 'stored' | 'discarded'>;
  /** Whether the server's list of running replies is known. */
  readonly known: boolean;
  /** The place on the page; null for a page without a conversation. */
  readonly lookedAt: string | null;
  /** The tab is visible. */
  readonly visible: boolean;
  /** The first key of each stored message, by its id. */
  readonly drawn: ReadonlyMap<string, string>;
}

export const turnsAt = ({ turns }: Pick<Replies, 'turns'>, place: string): readonly Turn[] =>
  [...turns.values()].filter((turn) => turn.place === place);

export const isGoingOn = ({ phase }: Turn): boolean => phase !== 'failed' && phase !== 'queued';

/** On the page, and visible. */
export const isLookedAt = ({ lookedAt, visible }: Replies, { place }: Pick<Turn, 'place'>): boolean =>
  place === lookedAt && visible;
