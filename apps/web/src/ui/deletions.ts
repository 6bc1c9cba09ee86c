import { useSyncExternalStore } from 'react';
import { noteEndedSession, rpc, sendOnLeaving } from '../data/client.ts';
import { dropToast, showToast } from './toast.tsx';

export type DeletableKind = 'conversations' | 'tasks' | 'memories';

interface Pending {
  readonly kind: DeletableKind;
  readonly id: string;
  readonly toastId: number;
}

let pending: readonly Pending[] = [];
const listeners = new Set<() => void>();

/**
 * Takes a thing out of sight at once and deletes it when the notice with "Undo" has gone, or when the page is
 * left. Nothing has to be restored on the server to undo it.
 */
export function deleteWithUndo(options: {
  readonly kind: DeletableKind;
  readonly id: string;
  readonly text: string;
  readonly undoLabel: string;
  readonly failedText: (error: unknown) => string;
  /** Takes the thing out of what has been loaded, once it is really gone. */
  readonly onDeleted: () => void;
  readonly onUndone?: () => void;
}): void {
  const { kind, id } = options;
  if (pending.some((entry) => entry.id === id)) return;
  const toastId = showToast({
    text: options.text,
    action: {
      label: options.undoLabel,
      run: () => {
        forget(id);
        options.onUndone?.();
      },
    },
    onGone: () => {
      void (async () => {
        try {
          await rpc[kind].delete.mutate({ id });
          options.onDeleted();
        } catch (error) {
          noteEndedSession(error);
          showToast({ text: options.failedText(error), tone: 'danger' });
        } finally {
          forget(id);
        }
      })();
    },
  });
  set([...pending, { kind, id, toastId }]);
}

/** Ids that are out of sight and about to be deleted. */
export function usePendingDeletions(kind: DeletableKind): ReadonlySet<string> {
  const all = useSyncExternalStore(subscribe, () => pending);
  return new Set(all.filter((entry) => entry.kind === kind).map((entry) => entry.id));
}

/** Deletes at once what still waits: before signing out. */
export function finishDeletions(): void {
  for (const entry of pending) dropToast(entry.toastId);
}

addEventListener('pagehide', () => {
  for (const entry of pending) sendOnLeaving(`${entry.kind}.delete`, entry.id);
});

function forget(id: string) {
  set(pending.filter((entry) => entry.id !== id));
}

function set(next: readonly Pending[]) {
  pending = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
