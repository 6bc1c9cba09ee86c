import { keep, kept, keptJson, keptNames } from '../data/kept.ts';
import type { StoredFile } from '../data/types.ts';

const prefix = 'jarvis:draft:';

/** The place of a draft: per person and conversation, so that it outlives a reload and a new sign-in. */
export interface DraftPlace {
  readonly userId: string;
  /** Null for a new conversation. */
  readonly conversationId: string | null;
}

/** `null` is a place that keeps nothing. */
export function readDraft(place: DraftPlace | null): string {
  return place ? read(prefix + nameOf(place)) : '';
}

export function keepDraft(place: DraftPlace | null, text: string): void {
  if (place) write(prefix + nameOf(place), text);
}

const asidePrefix = 'jarvis:draft-aside:';

/** The text that was replaced by a text to edit; it comes back when that one is sent. */
export function readAside(place: DraftPlace | null): string {
  return place ? read(asidePrefix + nameOf(place)) : '';
}

export function keepAside(place: DraftPlace | null, text: string): void {
  if (place) write(asidePrefix + nameOf(place), text);
}

/** A stored file of a draft. `isShared`: it was sent with a message before. */
export interface DraftFile {
  readonly file: StoredFile;
  readonly isShared: boolean;
}

const filesPrefix = 'jarvis:draft-files:';
const nothingKept = 'temporary';

/** The name of a place under which files of a message are held. */
export const draftName = (place: DraftPlace | null): string => (place ? nameOf(place) : nothingKept);

export const keptDraftFiles = (name: string): readonly DraftFile[] =>
  keptJson<readonly DraftFile[]>(filesPrefix + name) ?? [];

export function keepDraftFiles(name: string, files: readonly DraftFile[]): void {
  if (name !== nothingKept) keep(filesPrefix + name, files.length === 0 ? null : JSON.stringify(files));
}

/** Puts a message into the composer of the next page of that place, and sets aside the text there. */
export function putInDraft(place: DraftPlace, text: string, files: readonly DraftFile[]): void {
  keepAside(place, joinTexts(readDraft(place), readAside(place)));
  keepDraft(place, text);
  const name = draftName(place);
  if (files.length > 0) keepDraftFiles(name, [...keptDraftFiles(name), ...files]);
}

/** Puts the draft of a conversation that no longer exists into the composer of the next new one. */
export function rescueDraft(userId: string, conversationId: string): void {
  const gone = { userId, conversationId };
  const text = joinTexts(readDraft(gone), readAside(gone));
  const files = keptDraftFiles(draftName(gone));
  if (text !== '' || files.length > 0) putInDraft({ userId, conversationId: null }, text, files);
  forgetDraft(conversationId);
}

/** The message was sent: the text that it had replaced comes back. Returns that text. */
export function afterSending(place: DraftPlace | null, aside: string = readAside(place)): string {
  keepDraft(place, aside);
  keepAside(place, '');
  return aside;
}

/** Moves a draft written in this tab after the first message into the new conversation. */
export function moveDraft(from: DraftPlace, to: DraftPlace): void {
  keepDraft(to, held.get(prefix + nameOf(from))?.text ?? '');
  keepAside(to, held.get(asidePrefix + nameOf(from))?.text ?? '');
  keepDraft(from, '');
  keepAside(from, '');
}

/** On leaving a place: keeps this tab's text again if another tab has overwritten it. */
export function keepAgain(place: DraftPlace | null): void {
  if (!place) return;
  for (const name of [prefix + nameOf(place), asidePrefix + nameOf(place)]) {
    const here = held.get(name);
    if (here?.written && here.text !== '') store(name, here.text);
  }
}

export const joinTexts = (...texts: readonly string[]): string =>
  texts.filter((text) => text.trim() !== '').join('\n\n');

/** Drops the drafts of a deleted conversation. */
export function forgetDraft(conversationId: string): void {
  for (const name of keptNames()) {
    if (name.startsWith('jarvis:draft') && name.endsWith(`:${conversationId}`)) keep(name, null);
  }
  for (const name of held.keys()) if (name.endsWith(`:${conversationId}`)) held.delete(name);
}

const nameOf = ({ userId, conversationId }: DraftPlace) => `${userId}:${conversationId ?? 'new'}`;

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

const stored = (name: string) => kept(name) ?? '';

const store = (name: string, text: string) => keep(name, text === '' ? null : text);
