import { useCallback, useEffect, useMemo, useState } from 'react';
import { jsonIn, keep, kept, keptNames } from '../data/browser/kept.ts';
import { onLeaving } from '../data/browser/on-leaving.ts';
import { shownUser } from '../data/service/client.ts';
import type { StoredFile } from '../data/types.ts';
import type { PagePath } from '../routing/addresses.ts';

/** The place of a new conversation. Any other place of a message is a conversation's id, or the one below. */
export const newPlace = 'new';

/** The place of a temporary chat, of which the browser keeps nothing. */
export const temporaryPlace = 'temporary';

/* What a person has begun to write, per person and place, so that it outlives a reload and a new sign-in. */

type DraftUpdate<Draft> = (now: Draft) => Draft;

/** The text of a message to a conversation, or of another place. */
export const useMessageDraft = (place: string): readonly [string, (by: DraftUpdate<string>) => void] =>
  useDraft(textName(place));

/** The text that was replaced by a text to edit; it comes back when that one is sent. */
export const useAside = (place: string): readonly [string, (by: DraftUpdate<string>) => void] =>
  useDraft(asideName(place));

/** The fields of a form of a page, from the first change until they are sent; null before and after. */
export function useFormDraft<Fields extends object>(
  form: `${PagePath}${'' | `#${string}`}`,
): readonly [Fields | null, (by: DraftUpdate<Fields | null>) => void] {
  const [text, change] = useDraft(nameOf('draft-form', form));
  const fields = useMemo(() => jsonIn<Fields>(text), [text]);
  const changeFields = useCallback(
    (by: DraftUpdate<Fields | null>) =>
      change((now) => {
        const next = by(jsonIn<Fields>(now));
        return next === null ? '' : JSON.stringify(next);
      }),
    [change],
  );
  return [fields, changeFields];
}

/** A kept text: each change is kept at once, because the page may be closed before it is rendered. */
function useDraft(name: string): readonly [string, (by: DraftUpdate<string>) => void] {
  const [{ of, text }, setDraft] = useState(() => ({ of: name, text: read(name) }));
  // The conversation of a new chat has begun.
  if (of !== name) setDraft({ of: name, text: read(name) });
  const change = useCallback(
    (by: DraftUpdate<string>) => {
      const next = by(held.get(name)?.text ?? '');
      write(name, next);
      setDraft({ of: name, text: next });
    },
    [name],
  );
  useEffect(() => onLeaving(() => keepAgain(name)), [name]);
  return [text, change];
}

/** The stored files of a draft; each under `file`, as earlier versions of the app kept them. */
export const keptDraftFiles = (place: string): readonly StoredFile[] =>
  (jsonIn<readonly { file: StoredFile }[]>(stored(filesName(place))) ?? []).map(({ file }) => file);

export const keepDraftFiles = (place: string, files: readonly StoredFile[]): void =>
  store(filesName(place), files.length === 0 ? '' : JSON.stringify(files.map((file) => ({ file }))));

/** A message to edit, with its files, if any. */
export interface WrittenMessage {
  readonly text: string;
  readonly files?: readonly StoredFile[];
}

interface PlacedComposer {
  readonly put: (message: WrittenMessage) => void;
  /** Sends a message whose files have arrived, and returns whether it was accepted. */
  readonly send: (text: string, files: readonly StoredFile[]) => boolean;
}

const composers = new Map<string, PlacedComposer>();

export const composerAt = (place: string): PlacedComposer | undefined => composers.get(place);

/** Registers the composer of a place while it is on the page. Returns a function that unregisters it. */
export function addComposer(place: string, composer: PlacedComposer): () => void {
  composers.set(place, composer);
  return () => {
    if (composers.get(place) === composer) composers.delete(place);
  };
}

/** Puts a message into the composer of a place, or of the next page there, and sets aside the text there. */
export function putInDraft(place: string, message: WrittenMessage): void {
  const composer = composers.get(place);
  if (composer) {
    composer.put(message);
    return;
  }
  const { text, files = [] } = message;
  write(asideName(place), joinTexts(read(textName(place)), read(asideName(place))));
  write(textName(place), text);
  if (files.length > 0) keepDraftFiles(place, [...keptDraftFiles(place), ...files]);
}

/** Puts the draft of a conversation that no longer exists into the composer of the next new one. */
export function rescueDraft(gone: string): void {
  const text = joinTexts(read(textName(gone)), read(asideName(gone)));
  const files = keptDraftFiles(gone);
  if (text !== '' || files.length > 0) putInDraft(newPlace, { text, files });
  forgetDraft(gone);
}

/** A message was sent after the person left its page: the replaced text comes back. */
export function afterSending(place: string): void {
  write(textName(place), read(asideName(place)));
  write(asideName(place), '');
}

/** Moves a draft written in this tab after the first message into the new conversation. */
export function moveDraft(from: string, to: string): void {
  for (const name of [textName, asideName]) {
    write(name(to), held.get(name(from))?.text ?? '');
    write(name(from), '');
  }
}

export const joinTexts = (...texts: readonly string[]): string =>
  texts.filter((text) => text.trim() !== '').join('\n\n');

/** Drops the drafts of a deleted conversation, and its model. */
export function forgetDraft(conversationId: string): void {
  for (const name of keptNames()) {
    if (/^jarvis:(?:draft|model)/.test(name) && name.endsWith(`:${conversationId}`)) keep(name, null);
  }
  for (const name of held.keys()) if (name.endsWith(`:${conversationId}`)) held.delete(name);
}

/** The name in the browser's storage for something of a place of this account. */
export const nameOf = (kind: string, place: string) => `jarvis:${kind}:${shownUser()?.id}:${place}`;
const textName = (place: string) => nameOf('draft', place);
const asideName = (place: string) => nameOf('draft-aside', place);
const filesName = (place: string) => nameOf('draft-files', place);
const isKept = (name: string) => !name.endsWith(`:${temporaryPlace}`);

/** The text that this tab last read or wrote under a name: another tab may have changed it since. */
const held = new Map<string, { readonly text: string; readonly written: boolean }>();

function read(name: string): string {
  const text = stored(name);
  if (held.get(name)?.text !== text) held.set(name, { text, written: false });
  return text;
}

/** An empty text removes this tab's text, but not one that another tab has written meanwhile. */
function write(name: string, text: string): void {
  const before = held.get(name)?.text ?? '';
  if (text === before) return;
  held.set(name, { text, written: true });
  if (text !== '' || stored(name) === before) store(name, text);
}

/** On leaving a place: keeps this tab's text again if another tab has overwritten it. */
function keepAgain(name: string): void {
  const here = held.get(name);
  if (here?.written && here.text !== '') store(name, here.text);
}

const stored = (name: string) => (isKept(name) && kept(name)) || '';

function store(name: string, text: string): void {
  if (isKept(name)) keep(name, text === '' ? null : text);
}
