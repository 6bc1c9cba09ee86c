import { create } from 'zustand';
import { newId } from '../../../data/browser/new-id.ts';
import { isPageLocked } from '../../../data/browser/session-state.ts';
import { deleteOnLeaving, rpc } from '../../../data/service/client.ts';
import { failureOf } from '../../../data/service/failure.ts';
import type { StoredFile } from '../../../data/types.ts';
import { afterSending, composerAt, keepDraftFiles } from '../../../drafts/drafts.ts';
import { sendMessage } from '../../replies/send-turn.ts';
import { onTurnMoved, useReplies } from '../../replies/store.ts';
import { isHeic } from './picture-size.ts';
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

const allItems = () => [...useTrays.getState().trays.values()].flatMap(({ items }) => items);

/** The present name of a chip's composer: its conversation may have begun meanwhile. */
const nameOf = (key: string): string | undefined =>
  [...useTrays.getState().trays].find(([, { items }]) => items.some((item) => item.key === key))?.[0];

/** Changes the item of a chip, unless that was removed. */
function changeItem<Rest extends readonly unknown[]>(
  key: string,
  by: (now: tray.Tray, key: string, ...rest: Rest) => tray.Tray,
  ...rest: Rest
): void {
  const name = nameOf(key);
  if (name !== undefined) change(name, by, key, ...rest);
}

/** Adds files; pictures are redrawn first. `folders`: the names of folders, which are refused. */
export function addFiles(name: string, files: readonly File[], folders: readonly string[] = []): void {
  const items = files.map((file) => tray.itemOf(newId(), file));
  change(name, tray.added, items, folders);
  for (const { key, phase, body } of items)
    if (phase === 'preparing' && body && nameOf(key) !== undefined) void prepare(key, body.file);
  startNext();
}

async function prepare(key: string, file: File): Promise<void> {
  const picture = await redraw(file);
  if (!picture)
    return changeItem(key, tray.refused, { kind: isHeic(file) ? 'heic' : 'picture', name: file.name });
  const preview = URL.createObjectURL(picture);
  changeItem(key, tray.drawn, { ...tray.bodyOf(picture), preview });
  if (nameOf(key) === undefined) URL.revokeObjectURL(preview);
  startNext();
}

function startNext(): void {
  for (const item of tray.nextToSend(useTrays.getState().trays.values())) void start(item);
}

async function start({ key, body }: tray.TrayItem): Promise<void> {
  if (!body) return;
  changeItem(key, tray.patched, { phase: 'sending' });
  try {
    const file = await sendFile(body.file, {
      signal: body.ending.signal,
      onBegun: (id) => {
        body.id = id;
      },
      onProgress: (sentBytes) => changeItem(key, tray.patched, { sentBytes }),
      onOffline: (offline) => changeItem(key, tray.patched, { phase: offline ? 'offline' : 'sending' }),
    });
    changeItem(key, tray.stored, file);
  } catch (error) {
    // No message can have it.
    if (body.id !== null) void rpc.files.delete.mutate({ id: body.id }).catch(() => undefined);
    body.id = null;
    if (body.ending.signal.aborted) return;
    changeItem(key, tray.failed, { kind: problemOf(error), name: body.file.name });
  } finally {
    startNext();
  }
}

function problemOf(error: unknown) {
  if (error instanceof TooSlow) return 'slow';
  // The browser cannot read a file that was changed or removed since the person chose it.
  if (!(error instanceof Refused)) return 'unreadable';
  return error.status === 400 ? 'noRoom' : 'refused';
}

/**
 * Deletes a file, unless a message has it meanwhile, stored or not: another tab has the same draft, and a message that
 * was edited again after the answer to its start was lost may be on the service. While that is unknown, the file stays:
 * the service removes files without a message after a day.
 */
async function removeUnsent(id: string): Promise<void> {
  const { turns } = await rpc.chat.recent.query();
  if (turns.some(({ files }) => files.includes(id))) return;
  for (const { files = [], reply } of useReplies.getState().turns.values())
    if (reply.files.includes(id) || files.some((file) => file.id === id)) return;
  const { file } = await rpc.files.get.query({ id });
  if (file.conversationId === null) await rpc.files.delete.mutate({ id });
}

addEventListener('beforeunload', (event) => {
  if (allItems().some(({ body }) => body) && !isPageLocked()) event.preventDefault();
});

// No other page can complete an upload of this one, and an incomplete one must not keep other files waiting.
addEventListener('pagehide', ({ persisted }) => {
  if (persisted) return;
  for (const { body } of allItems()) if (body?.id) deleteOnLeaving('files', body.id);
});

export function sendAgain(name: string, key: string): void {
  change(name, tray.again, key);
  startNext();
}

/** Removes a chip, and deletes its file unless a message has it. */
export function takeOut(name: string, key: string): void {
  const item = trayOf(name).items.find((one) => one.key === key);
  if (!item) return;
  change(name, tray.removed, key);
  forget(item);
  if (item.file) void removeUnsent(item.file.id).catch(() => undefined);
  startNext();
}

function forget({ body, preview }: tray.TrayItem): void {
  body?.ending.abort();
  if (preview) URL.revokeObjectURL(preview);
}

export const dropProblems = (name: string): void => change(name, (now) => ({ ...now, problems: [] }));

/** Sends the text with the files, at once or when all have arrived. */
export const sendWith = (name: string, text: string): void =>
  change(name, (now) => ({ ...now, pending: text, problems: [] }));

/** Cancels the pending message. */
export const holdBack = (name: string): void => change(name, (now) => ({ ...now, pending: null }));

/** Adds stored files: those of a draft, or of a message to edit. */
export const putBack = (name: string, files: readonly StoredFile[]): void =>
  change(name, tray.restored, files);

/** Restores the files of a stored draft that still exist. */
export function restoreDraft(place: string, draft: readonly StoredFile[]): void {
  putBack(place, draft);
  for (const { id, name } of draft)
    void rpc.files.get.query({ id }).then(
      ({ file }) => changeItem(id, tray.patched, { file }),
      (error: unknown) => {
        if (failureOf(error).kind === 'notFound') changeItem(id, tray.refused, { kind: 'gone', name });
      },
    );
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
    const id = item.file?.id ?? item.body?.id;
    forget(item);
    if (id) deleteOnLeaving('files', id);
  }
}

useTrays.subscribe(({ trays }, before) => {
  for (const [name, { items, pending }] of trays) {
    const stored = items.flatMap(({ file }) => file ?? []);
    if (items !== before.trays.get(name)?.items) keepDraftFiles(name, stored);
    // After the change, which other listeners may not have received yet.
    if (pending !== null) queueMicrotask(() => sendIfReady(name));
  }
});

/** Sends the pending message once all of its files have arrived. */
function sendIfReady(name: string): void {
  const now = trayOf(name);
  const { pending: text } = now;
  const files = tray.filesToSend(now);
  if (text === null || !files) return;
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
