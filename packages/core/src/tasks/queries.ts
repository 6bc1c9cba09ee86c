import {
  createTaskInput,
  limits,
  type Task,
  type TaskFields,
  type TaskStatus,
  task as taskShown,
} from '@jarvis/contract';
import { and, atMost, desc, eq, gte, lt, sql, statement, type Values } from '@jarvis/database';
import { changed, type FieldsOf, type NewRow, pick } from '../db/rows.ts';
import { tasks } from '../db/schema/tasks.ts';
import { outcomesForgotten } from '../idempotency/queries.ts';

/** The fields of the contract, in its order. */
export const task = pick(tasks, taskShown.shape) satisfies FieldsOf<Task>;

/** A page of the account's list: at most `limit`, from after the task with that id. */
type ListPage = { userId: string; afterId: string; limit: number };

/** Newest first. */
export const selectTasks = statement((q, v: Values<ListPage>) =>
  q
    .select(task)
    .from(tasks)
    .where(and(eq(tasks.userId, v.userId), lt(tasks.id, v.afterId)))
    .orderBy(desc(tasks.id))
    .limit(v.limit),
);

/** Newest first. */
export const selectTasksByStatus = statement((q, v: Values<ListPage & { status: TaskStatus }>) =>
  q
    .select(task)
    .from(tasks)
    .where(and(eq(tasks.userId, v.userId), eq(tasks.status, v.status), lt(tasks.id, v.afterId)))
    .orderBy(desc(tasks.id))
    .limit(v.limit),
);

/** The first page of `selectTasks`, with the mark of titles that text from the web went into. */
export const selectMarkedTasks = statement((q, v: Values<{ userId: string }>) =>
  q
    .select({ ...task, fromWeb: tasks.fromWeb })
    .from(tasks)
    .where(eq(tasks.userId, v.userId))
    .orderBy(desc(tasks.id))
    .limit(atMost(limits.taskListMax)),
);

/** The same of `selectTasksByStatus`. */
export const selectMarkedTasksByStatus = statement((q, v: Values<{ userId: string; status: TaskStatus }>) =>
  q
    .select({ ...task, fromWeb: tasks.fromWeb })
    .from(tasks)
    .where(and(eq(tasks.userId, v.userId), eq(tasks.status, v.status)))
    .orderBy(desc(tasks.id))
    .limit(atMost(limits.taskListMax)),
);

/** Open tasks that one side has added, from an id on, newest first. */
export const selectOpenTasksSince = statement(
  (q, v: Values<{ userId: string; createdBy: Task['createdBy']; since: string }>) =>
    q
      .select(task)
      .from(tasks)
      .where(
        and(
          eq(tasks.userId, v.userId),
          eq(tasks.status, 'open'),
          eq(tasks.createdBy, v.createdBy),
          gte(tasks.id, v.since),
        ),
      )
      .orderBy(desc(tasks.id))
      .limit(atMost(limits.taskListMax)),
);

type Optional<Field> = undefined extends Field ? null : never;

/** Null where nothing is said. */
export type NewFields = {
  readonly [Name in keyof TaskFields]-?: NonNullable<TaskFields[Name]> | Optional<TaskFields[Name]>;
};

interface NewTask extends NewFields {
  readonly userId: string;
  readonly id: string;
  readonly createdBy: Task['createdBy'];
  readonly fromWeb: boolean;
  readonly now: string;
}

/** Adds an open task. */
export const insertTask = statement((q, v: Values<NewTask>) =>
  q
    .insert(tasks)
    .values({
      ...pick(v, createTaskInput.shape),
      userId: v.userId,
      id: v.id,
      status: 'open',
      createdBy: v.createdBy,
      createdAt: v.now,
      updatedAt: v.now,
      completedAt: null,
      fromWeb: v.fromWeb,
    } satisfies NewRow<typeof tasks>)
    .returning(task),
);

/** Null leaves a field as it is. */
export type ChangedFields = { readonly [Name in keyof TaskFields]-?: NonNullable<TaskFields[Name]> | null };

interface RowChange extends ChangedFields {
  readonly userId: string;
  readonly id: string;
  readonly status: TaskStatus | null;
  /** Of the new title; without one it is not looked at. */
  readonly fromWeb: boolean;
  readonly now: string;
}

/** No row when the account has no such task. */
export const selectTask = statement((q, v: Values<{ userId: string; id: string }>) =>
  q
    .select(task)
    .from(tasks)
    .where(and(eq(tasks.userId, v.userId), eq(tasks.id, v.id))),
);

/** `done` keeps the first `completedAt`; `open` clears it. No row when the account has no such task. */
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
    .where(and(eq(tasks.userId, v.userId), eq(tasks.id, v.id)))
    .returning(task),
);

/** No row when the account has no such task. */
export const deleteTaskRow = statement((q, v: Values<{ userId: string; id: string }>) =>
  q
    .with(outcomesForgotten(q, v))
    .delete(tasks)
    .where(and(eq(tasks.userId, v.userId), eq(tasks.id, v.id)))
    .returning({ title: tasks.title }),
);
