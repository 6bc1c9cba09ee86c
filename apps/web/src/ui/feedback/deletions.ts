import { create } from 'zustand';
import { deleteRow } from '../../data/rows.ts';
import { type DeletableKind, deleteOnLeaving } from '../../data/service/client.ts';
import { t } from '../../i18n/translate.ts';
import { dropToast, showFailure, showToast } from './toast.tsx';

interface Pending {
  readonly kind: DeletableKind;
  readonly id: string;
  readonly toastId: number;
}

const usePending = create<{ readonly pending: readonly Pending[] }>()(() => ({ pending: [] }));
const allPending = () => usePending.getState().pending;

/** Its entry is hidden: a deletion is pending. */
export const isBeingDeleted = (id: string): boolean => allPending().some((entry) => entry.id === id);

/**
 * Hides an entry at once and deletes it when its "Undo" notice closes, or when the page is left. Undoing needs no
 * change on the server.
 */
export function deleteWithUndo(options: {
  readonly kind: DeletableKind;
  readonly id: string;
  readonly text: string;
  readonly onDeleted?: () => void;
  readonly onUndone?: () => void;
}): void {
  const { kind, id } = options;
  if (isBeingDeleted(id)) return;
  const toastId = showToast({
    text: options.text,
    action: {
      label: t('common.undo'),
      run: () => {
        forget(id);
        options.onUndone?.();
      },
    },
    onGone: () => {
      const deletion = deleteRow(kind, id).then(options.onDeleted);
      void deletion.catch(showFailure).finally(() => forget(id));
    },
  });
  usePending.setState({ pending: [...allPending(), { kind, id, toastId }] });
}

/** Hidden ids with a pending deletion. */
export function usePendingDeletions(): ReadonlySet<string> {
  const { pending } = usePending();
  return new Set(pending.map(({ id }) => id));
}

/** Carries out pending deletions at once: before signing out. */
export function finishDeletions(): void {
  for (const entry of allPending()) dropToast(entry.toastId);
}

addEventListener('pagehide', () => {
  for (const entry of allPending()) deleteOnLeaving(entry.kind, entry.id);
});

function forget(id: string) {
  usePending.setState({ pending: allPending().filter((entry) => entry.id !== id) });
}
