import { useCallback, useState } from 'react';
import { keep, kept, keptNames } from '../data/browser/kept.ts';
import { nameOf } from './drafts.ts';

/** A message is being edited with this text; undefined ends the edit. `content` is its stored text, if known. */
export type OnEdited = (messageId: string, text: string | undefined, content?: string) => void;

/** The texts of a conversation's edits, by message: they outlive their rows and the page. Null for a new one. */
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
      keep(editName(id, conversationId), text === undefined || text === content ? null : text);
    },
    [conversationId],
  );
  return { edits, onEdited };
}

function keptEdits(conversationId: string | null): ReadonlyMap<string, string> {
  const [start = '', end = ''] = editName('|', conversationId).split('|');
  const names = keptNames().filter((name) => name.startsWith(start) && name.endsWith(end));
  return new Map(names.map((name) => [name.slice(start.length, -end.length), kept(name) ?? '']));
}

/** A kind of draft: it is deleted with the conversation's other drafts. */
const editName = (messageId: string, conversationId: string | null) =>
  nameOf('draft-edit', `${messageId}:${conversationId}`);
