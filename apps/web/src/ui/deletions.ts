import { useSyncExternalStore } from 'react';
import { noteEndedSession, rpc, sendOnLeaving } from '../data/client.ts';
import { dropToast, showToast } from './toast.tsx';

export type DeletableKind = 'conversations' | 'tasks' | 'schedules' | 'memories';

interface Pending {
  readonly kind: DeletableKind;
  readonly id: string;
  readonly toastId: number;
}

let pending: readonly Pending[] = [];
const listeners = new Set<() => void>();

/**
 * Hides an entry at once and deletes it when its "Undo" notice closes, or when the page is left. Undoing needs no
 * change on the server.
 */
export function deleteWithUndo(options: {
  readonly kind: DeletableKind;
  readonly id: string;
  readonly text: string;
  readonly undoLabel: string;
  readonly failedText: (error: unknown) => string;
  /** Removes the entry from the loaded data, once it is deleted. */
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

/** Hidden ids with a pending deletion. */
export function usePendingDeletions(kind: DeletableKind): ReadonlySet<string> {
  const all = useSyncExternalStore(subscribe, () => pending);
  return new Set(all.filter((entry) => entry.kind === kind).map((entry) => entry.id));
}

/** Carries out pending deletions at once: before signing out. */
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
