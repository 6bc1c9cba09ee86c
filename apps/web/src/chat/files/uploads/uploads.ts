import { create } from 'zustand';
import { newId } from '../../../data/browser/new-id.ts';
import { isPageLocked } from '../../../data/browser/session-state.ts';
import { deleteOnLeaving, rpc } from '../../../data/service/client.ts';
import { failureOf } from '../../../data/service/failure.ts';
import type { StoredFile } from '../../../data/types.ts';
import { afterSending, composerAt, type DraftFile, keepDraftFiles } from '../../../drafts/drafts.ts';
import { sendMessage } from '../../replies/send-turn.ts';
import { onTurnMoved, useReplies } from '../../replies/store.ts';
import { syncTurns } from '../../replies/sync-turns.ts';
import type { Handed } from './handed.ts';
import { isHeic, isPicture } from './picture-size.ts';
import { redraw } from './redraw.ts';
import { Refused, sendFile, TooSlow } from './send-file.ts';
import * as tray from './tray.ts';

/** By the place of the composer. The store outlives the composer: an upload continues on any page. */
const useTrays = create<{ readonly trays: ReadonlyMap<string, tray.Tray> }>()(() => ({ trays: new Map() }));

export const useTray = (name: string): tray.Tray =>
  useTrays(({ trays }) => trays.get(name) ?? tray.emptyTray);

const trayOf = (name: string) => useTrays.getState().trays.get(name) ?? tray.emptyTray;

function change<Rest extends readonly unknown[]>(
  name: string,
  by: (now: tray.Tray, ...rest: Rest) => tray.Tray,
  ...rest: Rest
): void {
  useTrays.setState(({ trays }) => ({
    trays: new Map(trays).set(name, by(trays.get(name) ?? tray.emptyTray, ...rest)),
  }));
}

/** Data outside the state, by the key of the chip: the bytes, and the controller that ends their upload. */
interface Body {
  readonly file: File;
  readonly ending: AbortController;
  /** The id on the server, once the upload has begun. */
  id: string | null;
}
const bodies = new Map<string, Body>();

/** Adds files; pictures are redrawn first. */
export function addFiles(name: string, handed: readonly Handed[]): void {
  const given = handed.map(({ file, isFolder }) => ({
    file,
    about: { key: newId(), name: file.name, bytes: file.size, isPicture: isPicture(file), isFolder },
  }));
  change(
    name,
    tray.added,
    given.map(({ about }) => about),
  );
  const taken = new Set(trayOf(name).items.map(({ key }) => key));
  for (const { file, about } of given) {
    if (!taken.has(about.key)) continue;
    bodies.set(about.key, { file, ending: new AbortController(), id: null });
    if (about.isPicture) void prepare(about.key, file);
  }
  startNext();
}

async function prepare(key: string, file: File): Promise<void> {
  const picture = await redraw(file);
  const body = bodies.get(key);
  const name = nameOf(key);
  if (!body || name === undefined) return;
  if (!picture) {
    bodies.delete(key);
    return change(name, tray.refused, key, { kind: isHeic(file) ? 'heic' : 'picture', name: file.name });
  }
  bodies.set(key, { ...body, file: picture });
  const preview = URL.createObjectURL(picture);
  change(name, tray.drawn, key, { name: picture.name, bytes: picture.size, preview });
  if (nameOf(key) === undefined) {
    bodies.delete(key);
    URL.revokeObjectURL(preview);
  }
  startNext();
}

function startNext(): void {
  for (const { key } of tray.nextToSend(useTrays.getState().trays.values())) void start(key);
}

/** The present name of a chip's composer: its conversation may have begun meanwhile. */
const nameOf = (key: string): string | undefined =>
  [...useTrays.getState().trays].find(([, { items }]) => items.some((item) => item.key === key))?.[0];

const patch = (key: string, part: Partial<tray.TrayItem>) => {
  const name = nameOf(key);
  if (name !== undefined) change(name, tray.patched, key, part);
};

async function start(key: string): Promise<void> {
  const body = bodies.get(key);
  if (!body) return;
  patch(key, { phase: 'sending' });
  try {
    const file = await sendFile(body.file, {
      signal: body.ending.signal,
      onBegun: (id) => {
        body.id = id;
      },
      onProgress: (sentBytes) => patch(key, { sentBytes }),
      onOffline: (offline) => patch(key, { phase: offline ? 'offline' : 'sending' }),
    });
    bodies.delete(key);
    const name = nameOf(key);
    if (name !== undefined) change(name, tray.stored, key, file);
  } catch (error) {
    // No message can have it.
    if (body.id !== null) void rpc.files.delete.mutate({ id: body.id }).catch(() => undefined);
    const name = nameOf(key);
    if (body.ending.signal.aborted || name === undefined) return;
    // The browser cannot read a file that was changed or removed since the person chose it.
    const problem: tray.UploadProblem =
      error instanceof Refused
        ? { kind: 'server', name: body.file.name, message: error.message }
        : { kind: error instanceof TooSlow ? 'slow' : 'unreadable', name: body.file.name };
    change(name, tray.failed, key, problem);
  } finally {
    startNext();
  }
}

/**
 * Deletes a file, unless a message has it meanwhile, stored or not: another tab has the same draft. While that is
 * unknown, the file stays: the service removes files without a message after a day.
 */
const removeUnsent = (id: string): void => void deleteUnlessSent(id).catch(() => undefined);

async function deleteUnlessSent(id: string): Promise<void> {
  if (!(await syncTurns())) return;
  for (const { files = [], reply } of useReplies.getState().turns.values())
    if (reply.files.includes(id) || files.some((file) => file.id === id)) return;
  const { file } = await rpc.files.get.query({ id });
  if (file.conversationId === null) await rpc.files.delete.mutate({ id });
}

addEventListener('beforeunload', (event) => {
  if (bodies.size > 0 && !isPageLocked()) event.preventDefault();
});

// No other page can complete an upload of this one, and an incomplete one must not keep other files waiting.
addEventListener('pagehide', ({ persisted }) => {
  if (persisted) return;
  for (const { id } of bodies.values()) if (id !== null) deleteOnLeaving('files', id);
});

export function sendAgain(name: string, key: string): void {
  const body = bodies.get(key);
  if (!body) return;
  bodies.set(key, { ...body, ending: new AbortController(), id: null });
  change(name, tray.again, key);
  startNext();
}

/** Removes a chip, and deletes its file unless a message has it. */
export function takeOut(name: string, key: string): void {
  const item = trayOf(name).items.find((one) => one.key === key);
  if (!item) return;
  change(name, tray.removed, key);
  forget(item);
  if (item.file && !item.isShared) removeUnsent(item.file.id);
  startNext();
}

function forget({ key, preview }: tray.TrayItem): void {
  bodies.get(key)?.ending.abort();
  bodies.delete(key);
  if (preview) URL.revokeObjectURL(preview);
}

export const dropProblems = (name: string): void => change(name, (now) => ({ ...now, problems: [] }));

/** Sends the text with the files, at once or when all have arrived. */
export const sendWith = (name: string, text: string): void =>
  change(name, (now) => ({ ...now, pending: text, problems: [] }));

/** Cancels the pending message. */
export const holdBack = (name: string): void => change(name, (now) => ({ ...now, pending: null }));

/** Adds stored files: those of a draft, or of a message to edit. */
export const putBack = (name: string, files: readonly StoredFile[], isShared: boolean): void =>
  change(name, tray.restored, files, isShared);

/** Restores the files of a stored draft that still exist. */
export function restoreDraft(name: string, draft: readonly DraftFile[]): void {
  for (const { file, isShared } of draft) {
    putBack(name, [file], isShared);
    void rpc.files.get.query({ id: file.id }).then(
      (now) => patch(file.id, { file: now.file }),
      (error: unknown) => {
        const isThere = trayOf(name).items.some(({ key }) => key === file.id);
        if (isThere && failureOf(error).kind === 'notFound')
          change(name, tray.refused, file.id, { kind: 'gone', name: file.name });
      },
    );
  }
}

/** Leaves a temporary chat: deletes its unsent files. */
export function dropTray(name: string): void {
  const { items } = trayOf(name);
  useTrays.setState(({ trays }) => {
    const others = new Map(trays);
    others.delete(name);
    return { trays: others };
  });
  for (const item of items) {
    const id = item.file?.id ?? bodies.get(item.key)?.id;
    forget(item);
    if (id && !item.isShared) deleteOnLeaving('files', id);
  }
}

useTrays.subscribe(({ trays }, before) => {
  for (const [name, now] of trays) {
    if (now === before.trays.get(name)) continue;
    if (now.items !== before.trays.get(name)?.items) keepDraftFiles(name, draftOf(now));
    const files = now.pending === null ? null : tray.filesToSend(now);
    if (now.pending === null || !files) continue;
    // After the change, which other listeners may not have received yet.
    queueMicrotask(() => go(name, now));
  }
});

/** The part that outlives a reload: stored files. */
const draftOf = ({ items }: tray.Tray): DraftFile[] =>
  items.flatMap(({ file, isShared }) => (file ? [{ file, isShared }] : []));

function go(name: string, sent: tray.Tray): void {
  const now = trayOf(name);
  const files = tray.filesToSend(now);
  if (now.pending === null || now.pending !== sent.pending || !files) return;
  const text = now.pending;
  holdBack(name);
  const composer = composerAt(name);
  const accepted = composer ? composer.send(text, files) : sendMessage(name, text, files);
  if (!accepted) return;
  // The person has left its page.
  if (!composer) afterSending(name);
  change(name, () => tray.emptyTray);
  for (const item of now.items) forget(item);
}

// A conversation begins: files added after its first message move with it.
onTurnMoved((from, to) => {
  const trays = new Map(useTrays.getState().trays);
  const moved = trays.get(from);
  if (!moved) return;
  trays.delete(from);
  keepDraftFiles(from, []);
  useTrays.setState({ trays: trays.set(to, moved) });
});
