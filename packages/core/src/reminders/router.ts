import * as contract from '@jarvis/contract';
import { changeOnce } from '../idempotency/idempotency.ts';
import { takePage } from '../page.ts';
import { rest, tagged } from '../rest.ts';
import { keyOrSession, router } from '../trpc.ts';
import {
  byMoment,
  createReminder,
  deleteReminder,
  listReminders,
  shownReminders,
  snoozeReminder,
} from './reminders.ts';

const documented = tagged(
  'Time',
  {
    listReminders: {
      summary: 'List reminders',
      description: 'Soonest first, at most 100 a page, including sent ones.',
    },
    createReminder: {
      summary: 'Add a reminder',
      description:
        'Adds a task with a due date and a reminder. Send `text` in your own words, or `title` with `date`, or `title` with `at`. A text without a time, or with a past one, is refused with what was understood.',
      errors: { 400: ['This time has passed.'] },
      example: { text: 'call Grace tomorrow at 9' },
      idempotent: true,
    },
    snoozeReminder: {
      summary: 'Snooze a reminder',
      description:
        'The reminder comes again at that time; the task’s due date and repeat stay. `evening` is 19:00; `tomorrow` and `monday` are at 09:00.',
    },
    deleteReminder: {
      summary: 'Delete a reminder',
      description: 'The task stays.',
    },
  },
  'Reminder',
);

const reminderWrite = keyOrSession.limited('taskWrites');

export const remindersRouter = router({
  list: keyOrSession
    .meta(rest('GET', '/reminders', documented.listReminders))
    .input(contract.listRemindersInput)
    .output(contract.remindersOutput)
    .query(async ({ ctx, input }) => {
      const { deps, caller } = ctx;
      const rows = await takePage(ctx, input, byMoment, (wanted) =>
        listReminders(deps, caller.userId, wanted),
      );
      return { reminders: await shownReminders(deps, caller.userId, rows) };
    }),

  create: reminderWrite
    .meta(rest('POST', '/reminders', documented.createReminder))
    .input(contract.createReminderInput)
    .output(contract.createReminderOutput)
    .mutation(({ ctx, input }) =>
      changeOnce(ctx, { operation: 'reminders.create', input, aboutOf: ({ task }) => task.id }, (deps) =>
        createReminder(deps, ctx.caller.userId, input),
      ),
    ),

  snooze: reminderWrite
    .meta(rest('PATCH', '/reminders/{id}', documented.snoozeReminder))
    .input(contract.snoozeInput)
    .output(contract.reminderOutput)
    .mutation(async ({ ctx, input }) => ({
      reminder: await snoozeReminder(ctx.deps, ctx.caller.userId, input),
    })),

  delete: reminderWrite.ok
    .meta(rest('DELETE', '/reminders/{id}', documented.deleteReminder))
    .input(contract.reminderById)
    .mutation(({ ctx, input }) => deleteReminder(ctx.deps, ctx.caller.userId, input.id)),
});
