import type { BuiltStatement, Database, Queries } from '@jarvis/database';
import { asText, fillPlaceholders, is, Param, Placeholder } from '@jarvis/database';
import { anyOf } from './statement-values.ts';

/** The work of a statement's plan. */
export interface Work {
  /** Pages of tables and indexes that were read. */
  readonly buffers: number;
  /** The most rows that a sequential scan read. */
  readonly scanned: number;
  /** The most rows that were sorted. */
  readonly sorted: number;
  /** Postgres's cost estimate. */
  readonly cost: number;
  readonly plan: string;
}

/**
 * Runs a prepared statement once, with the plan of its sixth time on one connection, when the server may use a generic
 * one as for the service's statements: the first five are planned only. Rolls everything back.
 */
export async function measure(
  db: Database,
  statement: BuiltStatement,
  values: (time: number) => Record<string, unknown>,
): Promise<Work> {
  const root = await undone(db, async (tx) => {
    if (!statement.prepared) await tx.run('set local plan_cache_mode = force_custom_plan', [], unprepared);
    const others = await prepared(tx, statement);
    const paramsOf = (time: number) =>
      fillPlaceholders([...statement.params], { ...others, ...values(time) });
    if (statement.prepared)
      for (let time = 1; time <= 5; time += 1) await explain(tx, 'costs off', paramsOf(time));
    return explain(tx, 'analyze, buffers, timing off', paramsOf(6));
  });
  return workOf(root);
}

/**
 * The partitions that a statement reads and changes in the plan for these values, by their number in all tables.
 * Partitions that are pruned only during execution count: a distributed database decides by the text.
 */
export async function partitionsRead(
  db: Database,
  statement: BuiltStatement,
  values: Record<string, unknown>,
): Promise<ReadonlySet<number>> {
  const root = await undone(db, async (tx) => {
    await tx.run('set local plan_cache_mode = force_custom_plan', [], unprepared);
    const others = await prepared(tx, statement);
    return explain(tx, 'costs off', fillPlaceholders([...statement.params], { ...others, ...values }));
  });
  const relations = flatten(root).flatMap((node) => node['Relation Name'] ?? []);
  return new Set(relations.flatMap((name) => /_(\d+)$/.exec(name)?.[1] ?? []).map(Number));
}

const unprepared = { prepared: false } as const;

/** Prepares a statement as `measured`. Returns a value for each of its placeholders. */
async function prepared(tx: Queries, { text, params }: BuiltStatement): Promise<Record<string, unknown>> {
  await tx.run(`prepare measured as ${text}`, [], unprepared);
  const types = await tx.run(
    "select unnest(parameter_types)::text from pg_prepared_statements where name = 'measured'",
    [],
    unprepared,
  );
  return Object.fromEntries(
    params.flatMap((param, i) => {
      const value = is(param, Param) ? param.value : param;
      return is(value, Placeholder) ? [[value.name, anyOf(String(types[i]?.[0]))]] : [];
    }),
  );
}

/** Thrown to roll back. */
const undo = new Error('undo');

/** Returns the result of `work`, and rolls back its changes and prepared statements. */
async function undone<T>(db: Database, work: (tx: Queries) => Promise<T>): Promise<T> {
  const results: T[] = [];
  try {
    await db.transaction(
      async (tx) => {
        results.push(await work(tx));
        throw undo;
      },
      { deadlineMs: 9_900 },
    );
  } catch (error) {
    if (error !== undo) throw error;
  } finally {
    await db.run('deallocate measured', [], unprepared);
  }
  return results[0] as T;
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  return `'${String(asText(value)).replaceAll("'", "''")}'`;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Total Cost': number;
  readonly Plans?: readonly PlanNode[];
}

async function explain(tx: Queries, options: string, params: readonly unknown[]): Promise<PlanNode> {
  const values = params.length === 0 ? '' : `(${params.map(literal).join(', ')})`;
  const [row] = await tx.run(`explain (${options}, format json) execute measured${values}`, [], unprepared);
  const [{ Plan: root }] = (row as unknown[])[0] as [{ Plan: PlanNode }];
  return root;
}

function workOf(root: PlanNode): Work {
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
    cost: root['Total Cost'],
    plan: outline(root),
  };
}

const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)];

function outline(node: PlanNode, depth = 0): string {
  const named = node['Relation Name'] ?? node['Index Name'];
  const relation = named ? ` ${named}` : '';
  const buffers = node['Shared Hit Blocks'] + node['Shared Read Blocks'];
  const line = `${'  '.repeat(depth)}${node['Node Type']}${relation} rows=${node['Actual Rows']}×${node['Actual Loops']} buffers=${buffers}`;
  return [line, ...(node.Plans ?? []).map((child) => outline(child, depth + 1))].join('\n');
}
