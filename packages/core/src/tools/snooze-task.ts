import { z } from 'zod';
import { pageOfNotifications } from '../notifications/queries.ts';
import { lastId } from '../page.ts';
import { snoozeReminder } from '../reminders/reminders.ts';
import type { MarkedTask } from '../tasks/tasks.ts';
import { selectRemindersOf } from '../time/reminder-queries.ts';
import { actOn } from './act-on.ts';
import { momentFrom, whenInput } from './due.ts';
import { changesTasks, task, taskInput } from './task.ts';
import { assistantTool } from './tool.ts';
import { refuse, type ToolContext } from './tool-context.ts';

const noReminder = refuse('no_reminder', 'The task has no reminder.');

export const snoozeTask = assistantTool({
  name: 'snooze_task',
  writes: true,
  description:
    "Put a task's reminder off: it reminds again then, and the task stays due when it was. Without `task`, that of the last reminder. Tell the person the answer's `until` as it is.",
  input: z.object({ task: taskInput.optional(), when: whenInput }),
  isOffered: changesTasks,
  run: async (turn, { task: words, when = '' }, name) => {
    const moment = await momentFrom(turn, when);
    if ('reason' in moment) return moment;
    const subject = words ?? (await lastReminded(turn));
    if (subject === undefined) return noReminder;
    const { deps, user } = turn;
    const snooze = async ({ id: taskId }: MarkedTask) => {
      const [reminder] = await selectRemindersOf(deps.db, { userId: user.id, ids: [taskId] });
      if (!reminder) return noReminder;
      await snoozeReminder(deps, user.id, { id: reminder.id, snooze: moment.at });
      return {};
    };
    return actOn(turn, name, task, subject, snooze, () => ({ until: moment.said }));
  },
});

/** The id of the task of the latest notification. */
async function lastReminded({ deps, user }: ToolContext): Promise<string | undefined> {
  const latest = await pageOfNotifications(deps.db, { userId: user.id, afterId: lastId, limit: 20 });
  return latest.find(({ taskId }) => taskId !== null)?.taskId ?? undefined;
}
