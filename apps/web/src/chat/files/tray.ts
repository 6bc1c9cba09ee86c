import { limits } from '@jarvis/contract/limits';
import type { StoredFile } from '../../data/types.ts';
import type { TrayState } from './handed.ts';
import { pictureBytesMax } from './picture-size.ts';

/*
 * The files of a message that is being written. Pure: each function returns the next state; uploads.ts carries out the
 * effects (draw, send, delete).
 */

/** Why a file is not taken, or was not sent. `server`: the service's sentence says it. */
export type Problem =
  | {
      readonly kind:
        | 'tooLarge'
        | 'empty'
        | 'folder'
        | 'unreadable'
        | 'slow'
        | 'picture'
        | 'pictureTooLarge'
        | 'heic'
        | 'gone';
      readonly name: string;
    }
  | { readonly kind: 'tooMany' }
  | { readonly kind: 'server'; readonly name: string; readonly message: string };

/** A file as the browser hands it over. */
export interface Given {
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  readonly isPicture: boolean;
  readonly isFolder: boolean;
}

/** A chip. */
export interface Item {
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  /** Bytes that have arrived. */
  readonly sentBytes: number;
  /** `offline`: waits for the connection. */
  readonly phase: 'preparing' | 'waiting' | 'sending' | 'offline' | 'stored' | 'failed';
  readonly problem: Problem | null;
  /** Once it is stored. */
  readonly file: StoredFile | null;
  /** Address of the picture in this browser. */
  readonly preview: string | null;
  /** It was sent with a message before: removing it here does not delete it. */
  readonly isShared: boolean;
}

export interface Tray {
  readonly items: readonly Item[];
  /** Of files that were not taken. */
  readonly problems: readonly Problem[];
  /** The text of a message that goes when all files have arrived. */
  readonly pending: string | null;
}

export const emptyTray: Tray = { items: [], problems: [], pending: null };

/** Takes files up to the limits, and says which it does not take. A picture is measured once it is drawn smaller. */
export function added(tray: Tray, given: readonly Given[]): Tray {
  const problems: Problem[] = [];
  const items = [...tray.items];
  for (const file of given) {
    const problem = problemOf(file);
    if (problem) problems.push(problem);
    else if (items.length >= limits.filesPerMessageMax) {
      problems.push({ kind: 'tooMany' });
      break;
    } else items.push(newItem(file));
  }
  return { items, problems, pending: null };
}

function problemOf({ name, bytes, isPicture, isFolder }: Given): Problem | null {
  if (isFolder) return { kind: 'folder', name };
  if (bytes === 0) return { kind: 'empty', name };
  return bytes > limits.fileBytesMax && !isPicture ? { kind: 'tooLarge', name } : null;
}

const newItem = ({ key, name, bytes, isPicture }: Given): Item => ({
  key,
  name,
  bytes,
  sentBytes: 0,
  phase: isPicture ? 'preparing' : 'waiting',
  problem: null,
  file: null,
  preview: null,
  isShared: false,
});

/** Files that are stored already: of a draft, or of a message to edit. What waited does not go with these. */
export function restored(tray: Tray, files: readonly StoredFile[], isShared: boolean): Tray {
  const known = new Set(tray.items.map(({ file }) => file?.id));
  const items = files
    .filter(({ id }) => !known.has(id))
    .map((file): Item => ({ ...storedItem(file), isShared }));
  return { ...tray, items: [...tray.items, ...items].slice(0, limits.filesPerMessageMax), pending: null };
}

const storedItem = (file: StoredFile): Item => ({
  key: file.id,
  name: file.name,
  bytes: file.bytes,
  sentBytes: file.bytes,
  phase: 'stored',
  problem: null,
  file,
  preview: null,
  isShared: false,
});

/** A picture was drawn, or any other change of an item. */
export const patched = (tray: Tray, key: string, change: Partial<Item>): Tray => ({
  ...tray,
  items: tray.items.map((item) => (item.key === key ? { ...item, ...change } : item)),
});

/** A picture as it will be sent; one that is still too large leaves. */
export function drawn(tray: Tray, key: string, picture: Pick<Item, 'name' | 'bytes' | 'preview'>): Tray {
  if (picture.bytes <= pictureBytesMax) return patched(tray, key, { ...picture, phase: 'waiting' });
  return refused(tray, key, { kind: 'pictureTooLarge', name: picture.name });
}

/** Takes an item out, and says why. */
export function refused(tray: Tray, key: string, problem: Problem): Tray {
  return { ...removed(tray, key), problems: [...tray.problems, problem], pending: null };
}

/** It can be sent again. What waited for it does not go. */
export const failed = (tray: Tray, key: string, problem: Problem): Tray => ({
  ...patched(tray, key, { phase: 'failed', problem }),
  pending: null,
});

export const stored = (tray: Tray, key: string, file: StoredFile): Tray =>
  patched(tray, key, { phase: 'stored', file, name: file.name, sentBytes: file.bytes });

/** A message that waited for its only file does not go without it. */
export function removed(tray: Tray, key: string): Tray {
  const items = tray.items.filter((item) => item.key !== key);
  return { ...tray, items, pending: items.length === 0 ? null : tray.pending };
}

/** Sends an item again from its beginning. */
export const again = (tray: Tray, key: string): Tray =>
  patched(tray, key, { phase: 'waiting', problem: null, sentBytes: 0 });

/** What may be sent now: the service receives so many files of an account at a time. */
export function nextToSend(trays: Iterable<Tray>): readonly Item[] {
  const items = [...trays].flatMap((tray) => tray.items);
  const sending = items.filter(({ phase }) => phase === 'sending' || phase === 'offline').length;
  return items
    .filter(({ phase }) => phase === 'waiting')
    .slice(0, Math.max(0, limits.filesReceivedMax - sending));
}

export const stateOf = ({ items, pending }: Tray): TrayState => ({
  count: items.length,
  isArriving: items.some(({ phase }) => phase !== 'stored' && phase !== 'failed'),
  hasFailed: items.some(({ phase }) => phase === 'failed'),
  isPending: pending !== null,
});

/** The files of a message that can go now; null while some are missing. */
export function filesToSend({ items }: Tray): readonly StoredFile[] | null {
  const files = items.flatMap(({ phase, file }) => (phase === 'stored' && file ? [file] : []));
  return files.length === items.length ? files : null;
}

/** From 0 to 1, of all files together; 1 when there is nothing to send. */
export function progressOf(items: readonly Pick<Item, 'bytes' | 'sentBytes'>[]): number {
  const all = items.reduce((sum, { bytes }) => sum + bytes, 0);
  return all === 0 ? 1 : items.reduce((sum, { sentBytes }) => sum + sentBytes, 0) / all;
}
