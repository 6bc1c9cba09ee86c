import { limits, type TaskStatus } from '@jarvis/contract';
import { and, atMost, desc, eq, sql, statement, type Values } from '@jarvis/database';
import { tasks } from '../db/schema.ts';

const p = sql.placeholder;

/** The fields of the contract, in its order. */
export const task = {
  id: tasks.id,
  title: tasks.title,
  status: tasks.status,
  createdBy: tasks.createdBy,
  createdAt: tasks.createdAt,
  updatedAt: tasks.updatedAt,
  completedAt: tasks.completedAt,
};

export const selectTasks = statement((q, v: Values<{ userId: string }>) =>
  q
    .select(task)
    .from(tasks)
    .where(eq(tasks.userId, v.userId))
    .orderBy(desc(tasks.id))
    .limit(atMost(limits.taskListMax)),
);

export const selectTasksByStatus = statement((q, v: Values<{ userId: string; status: TaskStatus }>) =>
  q
    .select(task)
    .from(tasks)
    .where(and(eq(tasks.userId, v.userId), eq(tasks.status, v.status)))
    .orderBy(desc(tasks.id))
    .limit(atMost(limits.taskListMax)),
);

export const insertTask = statement((q) =>
  q
    .insert(tasks)
    .values({
      userId: p('userId'),
      id: p('id'),
      title: p('title'),
      status: 'open',
      createdBy: p('createdBy'),
      createdAt: p('now'),
      updatedAt: p('now'),
    })
    .returning(task),
);

/** Null leaves a field as it is. `done` keeps the first `completedAt`; `open` clears it. */
export const updateTaskRow = statement((q) =>
  q
    .update(tasks)
    .set({
      title: sql`coalesce(${p('title')}::text, ${tasks.title})`,
      status: sql`coalesce(${p('status')}::text, ${tasks.status})`,
      completedAt: sql`case ${p('status')}::text
        when 'done' then coalesce(${tasks.completedAt}, ${p('now')}::timestamptz)
        when 'open' then null
        else ${tasks.completedAt} end`,
      updatedAt: sql`${p('now')}::timestamptz`,
    })
    .where(and(eq(tasks.userId, p('userId')), eq(tasks.id, p('id'))))
    .returning(task),
);

export const deleteTaskRow = statement((q) =>
  q
    .delete(tasks)
    .where(and(eq(tasks.userId, p('userId')), eq(tasks.id, p('id'))))
    .returning({ id: tasks.id }),
);
