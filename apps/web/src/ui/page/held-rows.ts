import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { failureOf } from '../../data/service/failure.ts';
import { showFailure } from '../feedback/toast.tsx';

/** Called when a row's editor opens or its text is being stored, and with null at the end. */
type Hold = (id: string, as: 'edited' | 'stored' | null) => void;

/** The part of a row's properties that its edit needs. */
export interface HeldRow {
  /** It has left the list while it is edited. */
  readonly isMissing: boolean;
  readonly hold: Hold;
}

/** The rows of a list. One stays when it is deleted elsewhere during an edit, and as it was while its editor is open. */
export function useHeldRows<Row extends { readonly id: string }>(rows: readonly Row[]) {
  const [holds, setHolds] = useState<ReadonlyMap<string, Parameters<Hold>[1]>>(new Map());
  const last = useRef<readonly Row[]>([]);
  const held = new Map(last.current.filter(({ id }) => holds.get(id)).map((row) => [row.id, row]));
  const shown = rows.map((row) => (holds.get(row.id) === 'edited' && held.get(row.id)) || row);
  for (const { id } of rows) held.delete(id);
  for (const row of held.values()) shown.splice(last.current.indexOf(row), 0, row);
  useEffect(() => {
    last.current = shown;
  });
  const hold = useCallback<Hold>((id, as) => setHolds((now) => new Map(now).set(id, as)), []);
  return { shown, heldOf: (row: Row): HeldRow => ({ isMissing: held.has(row.id), hold }) };
}

interface RowEdit extends HeldRow {
  readonly id: string;
  readonly store: (text: string) => Promise<unknown>;
}

/** The edit of a row's text. It opens again if the row no longer exists; another failure undoes the change. */
export function useRowEdit({ id, isMissing, hold, store }: RowEdit) {
  const [edit, setEdit] = useState<{ readonly text?: string; readonly isSaving: boolean }>();
  const [wasEdited, setWasEdited] = useState(false);
  const isSaving = edit?.isSaving;
  const isOpen = isSaving === false;
  const isGone = isMissing || (isOpen && edit?.text !== undefined);
  // Before the browser paints, so that the row as it was is not shown once more.
  useLayoutEffect(() => {
    if (isSaving === undefined) return;
    hold(id, isSaving ? 'stored' : 'edited');
    return () => hold(id, null);
  }, [id, hold, isSaving]);

  async function end(text: string | null): Promise<void> {
    setWasEdited(true);
    if (text === null) return setEdit(undefined);
    const saving = { text, isSaving: true };
    /** Unless the person edits it again meanwhile. */
    const become = (next: typeof edit) => setEdit((now) => (now === saving ? next : now));
    setEdit(saving);
    try {
      await store(text);
      become(undefined);
    } catch (error) {
      showFailure(error);
      become(isGone || failureOf(error).kind === 'notFound' ? { text, isSaving: false } : undefined);
    }
  }

  return {
    isOpen,
    /** The row no longer exists, or not in this list. */
    isGone,
    /** The text that is being stored, or that was typed for a row that no longer exists. */
    text: edit?.text,
    /** The focus returns from the editor. */
    wasEdited,
    begin: () => setEdit({ isSaving: false }),
    end: (text: string | null) => void end(text),
  };
}
