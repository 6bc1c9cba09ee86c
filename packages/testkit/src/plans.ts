import type { BuiltStatement, Database, Queries } from '@jarvis/database';
import { asText } from '@jarvis/database';

/** What a statement's plan did. */
export interface Work {
  /** Pages of tables and indexes that were looked at. */
  readonly buffers: number;
  /** Most rows that a sequential scan went through. */
  readonly scanned: number;
  /** Most rows that were sorted. */
  readonly sorted: number;
  readonly plan: string;
}

/** Thrown to undo what was measured. */
const undo = new Error('undo');

/**
 * Runs a statement six times on one connection, as the service does with prepared ones (from the sixth time on the
 * server may use a plan that knows no values), and looks at the plan of the last time. Nothing stays changed.
 */
export async function measure(
  db: Database,
  statement: BuiltStatement,
  values: (time: number) => Record<string, unknown>,
): Promise<Work> {
  let work: Work | undefined;
  try {
    await db.transaction(
      async (tx) => {
        const run = (text: string) => tx.run(text, [], { prepared: false });
        if (!statement.prepared) await run('set local plan_cache_mode = force_custom_plan');
        await run(`prepare measured as ${statement.text}`);
        const execute = (time: number) => `execute measured${argumentsOf(statement.fill(values(time)))}`;
        for (let time = 1; time <= 6; time += 1) work = await explain(tx, execute(time));
        throw undo;
      },
      { deadlineMs: 9_900 },
    );
  } catch (error) {
    if (error !== undo) throw error;
  } finally {
    await db.run('deallocate measured', [], { prepared: false });
  }
  if (!work) throw new Error('nothing was measured');
  return work;
}

function argumentsOf(params: readonly unknown[]): string {
  return params.length === 0 ? '' : `(${params.map(literal).join(', ')})`;
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  const text = String(asText(value));
  return `'${text.replaceAll("'", "''")}'`;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

async function explain(tx: Queries, text: string): Promise<Work> {
  const [row] = await tx.run(`explain (analyze, buffers, timing off, format json) ${text}`, [], {
    prepared: false,
  });
  const [{ Plan: root }] = (row as unknown[])[0] as [{ Plan: PlanNode }];
  const nodes = flatten(root);
  const rowsOf = (node: PlanNode) =>
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  const most = (chosen: PlanNode[]) => Math.max(0, ...chosen.map(rowsOf));
  return {
    buffers: root['Shared Hit Blocks'] + root['Shared Read Blocks'],
    scanned: most(nodes.filter((node) => node['Node Type'] === 'Seq Scan')),
    sorted: most(
      nodes.filter((node) => node['Node Type'] === 'Sort').flatMap((node) => [...(node.Plans ?? [])]),
    ),
    plan: outline(root),
  };
}

const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)];

function outline(node: PlanNode, depth = 0): string {
  const relation = node['Relation Name'] ? ` ${node['Relation Name']}` : '';
  const buffers = node['Shared Hit Blocks'] + node['Shared Read Blocks'];
  const line = `${'  '.repeat(depth)}${node['Node Type']}${relation} rows=${node['Actual Rows']}×${node['Actual Loops']} buffers=${buffers}`;
  return [line, ...(node.Plans ?? []).map((child) => outline(child, depth + 1))].join('\n');
}
