import { useCallback, useState } from 'react';
import { keep, kept, keptNames } from '../data/kept.ts';
import { shownUser } from '../data/session.ts';

/**
 * A message is written anew as this text; undefined when it is not any more. `content` is what it says; undefined where
 * that is not known.
 */
export type OnEdited = (messageId: string, text: string | undefined, content?: string) => void;

/**
 * The texts as which messages of a conversation are written anew, by message: they outlive the rows that they are
 * written in, and the page. Null for a conversation that does not exist yet.
 */
export function useEdits(conversationId: string | null): {
  readonly edits: ReadonlyMap<string, string>;
  readonly onEdited: OnEdited;
} {
  const [edits, setEdits] = useState(() => keptEdits(conversationId));
  const onEdited = useCallback<OnEdited>(
    (id, text, content) => {
      setEdits((now) => {
        const next = new Map(now);
        if (text === undefined) next.delete(id);
        else next.set(id, text);
        return next;
      });
      keep(nameOf(id, conversationId), text === undefined || text === content ? null : text);
    },
    [conversationId],
  );
  return { edits, onEdited };
}

function keptEdits(conversationId: string | null): ReadonlyMap<string, string> {
  const names = keptNames().filter(
    (name) => name.startsWith(prefix()) && name.endsWith(`:${conversationId}`),
  );
  return new Map(names.map((name) => [name.slice(prefix().length, name.lastIndexOf(':')), kept(name) ?? '']));
}

/** A kind of draft: it is forgotten with the others of the conversation. */
const prefix = () => `jarvis:draft-edit:${shownUser()?.id}:`;
const nameOf = (messageId: string, conversationId: string | null) =>
  `${prefix()}${messageId}:${conversationId}`;
