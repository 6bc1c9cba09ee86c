import type { Conversation, Memory, Schedule, ShownTask } from '@jarvis/contract';
import { standsForOthers } from './conversations.ts';
import { type DeletableKind, queryClient, rpc, trpc } from './service/client.ts';

/** The rows of the lists from which a person deletes. */
interface ListedRows extends Record<DeletableKind, { readonly id: string }> {
  readonly conversations: Conversation;
  readonly tasks: ShownTask;
  readonly schedules: Schedule;
  readonly memories: Memory;
}

type Page<Kind extends DeletableKind> = Readonly<Record<Kind, ListedRows[Kind][]>>;
/** A whole list, or one that is read page by page. */
type List<Kind extends DeletableKind> = Page<Kind> & { readonly pages?: readonly Page<Kind>[] };

/** Changes the loaded rows of a kind. */
export function patchRows<Kind extends DeletableKind>(
  kind: Kind,
  change: (rows: ListedRows[Kind][]) => ListedRows[Kind][],
): void {
  const patch = <Part extends Page<Kind>>(part: Part): Part => ({ ...part, [kind]: change(part[kind]) });
  queryClient.setQueriesData<List<Kind>>(
    trpc[kind].list.pathFilter(),
    (list) => list && (list.pages ? { ...list, pages: list.pages.map(patch) } : patch(list)),
  );
}

/** Changes a row in the loaded lists of its kind. */
export const changeRow = <Kind extends DeletableKind>(
  kind: Kind,
  id: string,
  change: (row: ListedRows[Kind]) => ListedRows[Kind],
): void => patchRows(kind, (rows) => rows.map((row) => (row.id === id ? change(row) : row)));

/** Deletes a row. The lists are read again: a page that is no longer full looks like the last one. */
export async function deleteRow(kind: DeletableKind, id: string): Promise<void> {
  await rpc[kind].delete.mutate({ id });
  patchRows(kind, (rows) => rows.filter((row) => row.id !== id || standsForOthers(row)));
  void queryClient.invalidateQueries(trpc[kind].list.pathFilter());
}
