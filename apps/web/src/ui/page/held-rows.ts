import { useCallback, useEffect, useRef, useState } from 'react';
import { failureOf } from '../../data/service/failure.ts';
import { showFailure } from '../feedback/toast.tsx';

/** Called at the beginning and at the end of an edit of a row. */
export type Hold = (id: string, holds: boolean) => void;

/** The rows of a list. One that is being edited stays as it was when it is changed or deleted elsewhere. */
export function useHeldRows<Row extends { readonly id: string }>(rows: readonly Row[]) {
  const [heldIds, setHeldIds] = useState<readonly string[]>([]);
  const last = useRef<readonly Row[]>([]);
  const held = new Map(last.current.filter(({ id }) => heldIds.includes(id)).map((row) => [row.id, row]));
  const shown = rows.map((row) => held.get(row.id) ?? row);
  for (const { id } of rows) held.delete(id);
  for (const row of held.values()) shown.splice(last.current.indexOf(row), 0, row);
  useEffect(() => {
    last.current = shown;
  });
  const hold = useCallback<Hold>(
    (id, holds) => setHeldIds((now) => [...now.filter((one) => one !== id), ...(holds ? [id] : [])]),
    [],
  );
  return { shown, isMissing: (row: Row) => held.has(row.id), hold };
}

/** The edit of a row's text. It opens again if the row no longer exists; another failure undoes the change. */
export function useRowEdit(
  { id }: { readonly id: string },
  hold: Hold,
  store: (text: string) => Promise<unknown>,
) {
  const [edit, setEdit] = useState<{ readonly text?: string; readonly isSaving: boolean }>();
  const [wasEdited, setWasEdited] = useState(false);
  const isHeld = edit !== undefined;
  useEffect(() => {
    if (!isHeld) return;
    hold(id, true);
    return () => hold(id, false);
  }, [id, hold, isHeld]);

  /** Together, so that the row as it was is not shown once more. */
  function close() {
    hold(id, false);
    setEdit(undefined);
  }

  async function end(text: string | null): Promise<void> {
    setWasEdited(true);
    if (text === null) return close();
    setEdit({ text, isSaving: true });
    const failure = await store(text).catch((error: unknown) => {
      showFailure(error);
      return failureOf(error).kind;
    });
    if (failure === 'notFound') setEdit({ text, isSaving: false });
    else close();
  }

  return {
    isOpen: edit?.isSaving === false,
    /** The text that is being stored, or that was typed for a row that no longer exists. */
    text: edit?.text,
    /** The focus returns from the editor. */
    wasEdited,
    begin: () => setEdit({ isSaving: false }),
    end: (text: string | null) => void end(text),
  };
}
