import { createTaskInput, limits, type Task, type TaskFields, task as taskShown } from '@jarvis/contract';
import { asc, atMost, desc, eq, gte, isNull, type SQL, sql, statement, type Values } from '@jarvis/database';
import { changed, type FieldsOf, given, isOne, isOwn, newRow, type One, type Own, pick } from '../db/rows.ts';
import { tasks } from '../db/schema/tasks.ts';
import { newestFirst, selectOne } from '../db/statements.ts';
import { outcomesForgotten } from '../idempotency/queries.ts';
import { type DueColumns, type MarkedTask, noDue, type TaskRow } from './due.ts';

/** The contract's fields, in order. */
const task = pick(tasks, taskShown.shape) satisfies FieldsOf<Task>;

/** The same, with the columns of the due date. */
export const taskRow = { ...task, ...pick(tasks, noDue) } satisfies FieldsOf<TaskRow>;

/** The same, with the mark of a title that contains text from the web. */
const markedTask = { ...taskRow, fromWeb: tasks.fromWeb };

/** Pages of the account's tasks, newest first: of all, or of one status. */
const newest = <Row>(fields: FieldsOf<NoInfer<Row>>, ...conditions: SQL[]) => ({
  all: newestFirst<Row>(tasks, fields, ...conditions),
  open: newestFirst<Row>(tasks, fields, ...conditions, eq(tasks.status, 'open')),
  done: newestFirst<Row>(tasks, fields, ...conditions, eq(tasks.status, 'done')),
});

/** Without the columns of the due date, which take a third of the time of a list of 1,000. */
export const newestTasks = newest<Task>(task);
export const newestMarkedTasks = newest<MarkedTask>(markedTask);
export const newestUndatedTasks = newest<MarkedTask>(markedTask, isNull(tasks.dueAt));

interface DuePage extends Own {
  readonly limit: number;
  readonly afterId: string;
  readonly afterAt: string;
  readonly from: string;
  readonly to: string;
  /** The end of the day, and whether to include the day's tasks without a time, which are due at that instant. */
  readonly dayEnd: string;
  readonly wholeDay: boolean;
}

/** Open tasks due after `from` and up to `to`, soonest first, with marks. */
export const selectDueTasks = statement((q, v: Values<DuePage>) =>
  q
    .select(markedTask)
    .from(tasks)
    .where(
      isOwn(
        tasks,
        v, // Literally the index's condition, so that the planner can use the index.
        sql`${tasks.status} = 'open' and ${tasks.dueAt} is not null`,
        sql`(${tasks.dueAt}, ${tasks.id}) > (${v.afterAt}::timestamptz, ${v.afterId}::uuid)`,
        sql`${tasks.dueAt} > ${v.from}::timestamptz and ${tasks.dueAt} <= ${v.to}::timestamptz`,
        sql`(${tasks.dueAt} <> ${v.dayEnd}::timestamptz or (${tasks.dueTime} is null) = ${v.wholeDay}::boolean)`,
      ),
    )
    .orderBy(asc(tasks.dueAt), asc(tasks.id))
    .limit(v.limit),
);

/** The number of tasks of a status, counted up to the maximum of a list. */
export const countTasks = statement((q, v: Values<Own & { status: Task['status'] }>) => {
  const some = q
    .select({ id: tasks.id })
    .from(tasks)
    .where(isOwn(tasks, v, eq(tasks.status, v.status)))
    .limit(atMost(limits.taskListMax))
    .as('some');
  return q.select({ count: sql<number>`count(*)::int` }).from(some);
});

/** Open tasks added by one side, from an id on, newest first. */
export const selectOpenTasksSince = statement(
  (q, v: Values<Own & { createdBy: Task['createdBy']; since: string }>) =>
    q
      .select(taskRow)
      .from(tasks)
      .where(
        isOwn(tasks, v, eq(tasks.status, 'open'), eq(tasks.createdBy, v.createdBy), gte(tasks.id, v.since)),
      )
      .orderBy(desc(tasks.id))
      .limit(atMost(limits.taskListMax)),
);

type Optional<Field> = undefined extends Field ? null : never;

/** Null for a missing field. */
export type NewFields = {
  readonly [Name in keyof TaskFields]-?: NonNullable<TaskFields[Name]> | Optional<TaskFields[Name]>;
};

type NewTask = NewFields &
  DueColumns &
  Pick<typeof tasks.$inferSelect, 'userId' | 'id' | 'createdBy' | 'fromWeb' | 'seriesId' | 'follows'> & {
    readonly now: string;
  };

/** Adds an open task. */
export const insertTask = statement((q, v: Values<NewTask>) =>
  q
    .insert(tasks)
    .values(newRow(tasks, v, { status: 'open', createdAt: v.now, updatedAt: v.now, completedAt: null }))
    .returning(taskRow),
);

/** Null leaves a field unchanged. */
export type ChangedFields = { readonly [Name in keyof TaskFields]-?: NonNullable<TaskFields[Name]> | null };

interface RowChange extends ChangedFields, One {
  readonly status: Task['status'] | null;
  readonly alsoDated: boolean;
  /** Whether the new title contains text from the web; ignored without a title. */
  readonly fromWeb: boolean;
  readonly now: string;
}

export const selectTask = selectOne<TaskRow>(tasks, taskRow);

/** As `selectTask`, locked until the transaction ends. */
export const holdTask = statement((q, v: Values<One>) =>
  q
    .select({ ...markedTask, seriesId: tasks.seriesId })
    .from(tasks)
    .where(isOne(tasks, v))
    .for('no key update'),
);
export type HeldTask = Awaited<ReturnType<typeof holdTask>>[number];

export const updateTaskDue = statement((q, v: Values<DueColumns & One>) =>
  q
    .update(tasks)
    .set(given(pick(v, noDue)))
    .where(isOne(tasks, v)),
);

const isSuccessor = (v: Values<One>, ...conditions: SQL[]) =>
  isOwn(tasks, v, eq(tasks.follows, v.id), ...conditions);

/** The task that followed this one, if it still exists. */
export const selectSuccessor = statement((q, v: Values<One>) =>
  q.select({ id: tasks.id }).from(tasks).where(isSuccessor(v)),
);

/** Removes the successor added by a tick, unless it was done or changed since. */
export const deleteUntouchedSuccessor = statement((q, v: Values<One>) =>
  q
    .delete(tasks)
    .where(isSuccessor(v, eq(tasks.status, 'open'), eq(tasks.updatedAt, tasks.createdAt)))
    .returning({ title: tasks.title }),
);

/**
 * `done` keeps the first `completedAt`; `open` clears it. No row when the account has no such task. Without `alsoDated`
 * also none when a task with a date changes its status, because its reminders and its repeat depend on it.
 */
export const updateTaskRow = statement((q, v: Values<RowChange>) =>
  q
    .update(tasks)
    .set({
      ...changed(pick(tasks, createTaskInput.shape), v),
      fromWeb: sql`case when ${v.title}::text is null then ${tasks.fromWeb} else ${v.fromWeb}::boolean end`,
      status: sql`coalesce(${v.status}::text, ${tasks.status})`,
      completedAt: sql`case ${v.status}::text
        when 'done' then coalesce(${tasks.completedAt}, ${v.now}::timestamptz)
        when 'open' then null
        else ${tasks.completedAt} end`,
      updatedAt: sql`${v.now}::timestamptz`,
    })
    .where(
      isOne(tasks, v, sql`(${v.alsoDated}::boolean or ${v.status}::text is null or ${tasks.dueAt} is null)`),
    )
    .returning(markedTask),
);

/** No row when the account has no such task. */
export const deleteTaskRow = statement((q, v: Values<One>) =>
  q
    .with(outcomesForgotten(q, v))
    .delete(tasks)
    .where(isOne(tasks, v))
    .returning({ title: tasks.title, dueDate: tasks.dueDate }),
);
