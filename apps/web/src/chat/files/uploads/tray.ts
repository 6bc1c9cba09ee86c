import { limits } from '@jarvis/contract/limits';
import type { StoredFile } from '../../../data/types.ts';
import { isPicture } from './picture-size.ts';

/*
 * The files of the message in a composer. Pure: each function returns the next state; uploads.ts carries out the
 * effects (redraw, send, delete).
 */

/** Why a file was refused or not sent. `refused`: by the service, for another reason than its room. */
export type UploadProblem =
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
        | 'gone'
        | 'noRoom'
        | 'refused';
      readonly name: string;
    }
  | { readonly kind: 'tooMany' };

/** Bytes to send, and the controller that ends their upload. */
interface Body {
  readonly file: File;
  readonly ending: AbortController;
  /** The id on the server while the upload is incomplete. */
  id: string | null;
}

/** A file with its chip. */
export interface TrayItem {
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  /** Bytes that have arrived. */
  readonly sentBytes: number;
  /** `offline`: waits for the connection. */
  readonly phase: 'preparing' | 'waiting' | 'sending' | 'offline' | 'stored' | 'failed';
  readonly problem: UploadProblem | null;
  /** Null when it is stored. */
  readonly body: Body | null;
  /** Null until it is stored. */
  readonly file: StoredFile | null;
  /** The URL of the picture in this browser. */
  readonly preview: string | null;
}

export interface Tray {
  readonly items: readonly TrayItem[];
  /** Problems of refused files. */
  readonly problems: readonly UploadProblem[];
  /** The text of a message that is sent once all files have arrived. */
  readonly pending: string | null;
}

export const emptyTray: Tray = { items: [], problems: [], pending: null };

const blank = { sentBytes: 0, problem: null, file: null, preview: null } as const;

/** A file from the browser; a picture is redrawn first. */
export const itemOf = (key: string, file: File): TrayItem => ({
  ...blank,
  ...bodyOf(file),
  key,
  phase: isPicture(file) ? 'preparing' : 'waiting',
});

/** The parts of an item that have the bytes to send. */
export const bodyOf = (file: File): Pick<TrayItem, 'name' | 'bytes' | 'body'> => ({
  name: file.name,
  bytes: file.size,
  body: { file, ending: new AbortController(), id: null },
});

/** Adds items up to the limits, and records the refused ones and folders. A picture's size counts after redrawing. */
export function added(tray: Tray, given: readonly TrayItem[], folders: readonly string[] = []): Tray {
  const problems = folders.map((name): UploadProblem => ({ kind: 'folder', name }));
  const items: TrayItem[] = [];
  for (const item of given) {
    const { name, bytes, phase } = item;
    if (bytes === 0) problems.push({ kind: 'empty', name });
    else if (bytes > limits.fileBytesMax && phase !== 'preparing') problems.push({ kind: 'tooLarge', name });
    else items.push(item);
  }
  return upToLimit(tray, items, problems);
}

function upToLimit(tray: Tray, more: readonly TrayItem[], problems: readonly UploadProblem[]): Tray {
  const items = [...tray.items, ...more];
  const isTooMany = items.length > limits.filesPerMessageMax;
  return {
    items: items.slice(0, limits.filesPerMessageMax),
    problems: isTooMany ? [...problems, { kind: 'tooMany' }] : problems,
    pending: null,
  };
}

/** Adds stored files up to the limit, of a draft or of a message to edit. Cancels a pending message. */
export function restored(tray: Tray, files: readonly StoredFile[]): Tray {
  const known = new Set(tray.items.map(({ file }) => file?.id));
  const items = files
    .filter(({ id }) => !known.has(id))
    .map((file): TrayItem => {
      const { id: key, name, bytes } = file;
      return { ...blank, key, name, bytes, sentBytes: bytes, phase: 'stored', body: null, file };
    });
  // The page of a pending message that is opened again must not cancel it.
  return items.length === 0 ? tray : upToLimit(tray, items, tray.problems);
}

/** Changes an item. */
export const patched = (tray: Tray, key: string, change: Partial<TrayItem>): Tray => ({
  ...tray,
  items: tray.items.map((item) => (item.key === key ? { ...item, ...change } : item)),
});

/** A picture after redrawing; removed if it is still too large. */
export function drawn(
  tray: Tray,
  key: string,
  picture: Pick<TrayItem, 'name' | 'bytes' | 'body' | 'preview'>,
): Tray {
  if (picture.bytes <= limits.pictureBytesMax) return patched(tray, key, { ...picture, phase: 'waiting' });
  return refused(tray, key, { kind: 'pictureTooLarge', name: picture.name });
}

/** Removes an item, with the reason. */
export const refused = (tray: Tray, key: string, problem: UploadProblem): Tray => ({
  ...removed(tray, key),
  problems: [...tray.problems, problem],
  pending: null,
});

/** Marks an item as failed; it can be sent again. Cancels the pending message. */
export const failed = (tray: Tray, key: string, problem: UploadProblem): Tray => ({
  ...patched(tray, key, { phase: 'failed', problem }),
  pending: null,
});

export const stored = (tray: Tray, key: string, file: StoredFile): Tray =>
  patched(tray, key, { phase: 'stored', body: null, file, name: file.name, sentBytes: file.bytes });

/** Removes an item. A pending message that loses its only file is cancelled. */
export function removed(tray: Tray, key: string): Tray {
  const items = tray.items.filter((item) => item.key !== key);
  return { ...tray, items, pending: items.length === 0 ? null : tray.pending };
}

/** Restarts an upload. */
export const again = (tray: Tray, key: string): Tray =>
  patched(tray, key, { phase: 'waiting', problem: null, sentBytes: 0 });

/** The next files to send: the service receives a limited number of an account's files at a time. */
export function nextToSend(trays: Iterable<Tray>): readonly TrayItem[] {
  const items = [...trays].flatMap((tray) => tray.items);
  const sending = items.filter(({ phase }) => phase === 'sending' || phase === 'offline').length;
  return items
    .filter(({ phase }) => phase === 'waiting')
    .slice(0, Math.max(0, limits.filesReceivedMax - sending));
}

/** What a composer has to know of its files. */
export interface TrayState {
  readonly count: number;
  /** Some have failed; the person decides what to do. */
  readonly hasFailed: boolean;
  /** The message is sent once all have arrived. */
  readonly isPending: boolean;
}

export const stateOf = ({ items, pending }: Tray): TrayState => ({
  count: items.length,
  hasFailed: items.some(({ phase }) => phase === 'failed'),
  isPending: pending !== null,
});

/** The files of a message that is ready to send; null while some are missing. */
export function filesToSend({ items }: Tray): readonly StoredFile[] | null {
  const files = items.flatMap(({ phase, file }) => (phase === 'stored' && file ? [file] : []));
  return files.length === items.length ? files : null;
}

/** The progress of all files together, from 0 to 1; 1 without files. */
export function progressOf(items: readonly Pick<TrayItem, 'bytes' | 'sentBytes'>[]): number {
  const all = items.reduce((sum, { bytes }) => sum + bytes, 0);
  return all === 0 ? 1 : items.reduce((sum, { sentBytes }) => sum + sentBytes, 0) / all;
}
