import type { WritingTool } from '../language/tool-words.ts';
import { marked, requireAsked, type ToolContext } from './call/tool-context.ts';
import { resolve } from './resolve.ts';

/** A kind of thing that tools change: its name in their answers, the person's rows, and each row's label. */
export interface Thing<Row> {
  readonly name: 'task' | 'memory' | 'schedule';
  readonly rows: (turn: ToolContext) => Promise<readonly Row[]>;
  readonly textOf: (row: Row) => string;
  readonly shown: (row: Row) => object;
  /** The time of each row, in words: it tells rows of one text apart. */
  readonly times?: (turn: ToolContext) => Promise<(row: Row) => object>;
  /** Breaks a tie between several matches. */
  readonly preferred?: (row: Row) => boolean;
}

/**
 * Finds the row that the words name and acts on it; reports when there is none or more than one. `also`: further fields
 * of the answer.
 */
export async function actOn<Row extends { readonly id: string; readonly fromWeb?: boolean }>(
  turn: ToolContext,
  tool: WritingTool,
  { name, rows, textOf, shown, times, preferred }: Thing<Row>,
  words: string,
  act: (row: Row) => Promise<Partial<Row>> | Promise<void>,
  also: (acted: Row) => object | Promise<object> = () => ({}),
): Promise<object> {
  const resolved = resolve(words, await rows(turn), textOf, preferred);
  if (!('found' in resolved)) {
    turn.log.note(tool, words, 'error');
    if (resolved.reason !== 'ambiguous') return { ok: false, reason: resolved.reason };
    const { reason, candidates } = resolved;
    const timeOf = await times?.(turn);
    const told = candidates.map((row) => ({ ...shown(row), ...timeOf?.(row) }));
    return { ok: false, reason, ...marked(turn, candidates), candidates: told };
  }
  const { found } = resolved;
  const asked = requireAsked(turn, tool, textOf(found));
  const acted = { ...found, ...(await act(found)) };
  turn.log.noteChange(asked, textOf(acted));
  return { ok: true, ...marked(turn, [acted]), [name]: shown(acted), ...(await also(acted)) };
}
