import { useCallback, useState } from 'react';
import { keep, kept, keptNames } from '../../data/kept.ts';
import { shownUser } from '../../data/session.ts';

/**
 * A message is being edited with this text; undefined ends the edit. `content` is its stored text; undefined if
 * unknown.
 */
export type OnEdited = (messageId: string, text: string | undefined, content?: string) => void;

/**
 * The texts of edits in a conversation, by message: they outlive their rows and the page. Null for a new
 * conversation.
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

/** A kind of draft: it is deleted with the conversation's other drafts. */
const prefix = () => `jarvis:draft-edit:${shownUser()?.id}:`;
const nameOf = (messageId: string, conversationId: string | null) =>
  `${prefix()}${messageId}:${conversationId}`;
