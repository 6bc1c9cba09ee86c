import {
  createReminderInput,
  createReminderOutput,
  limits,
  listRemindersInput,
  okOutput,
  reminderById,
  reminderOutput,
  remindersOutput,
  snoozeInput,
} from '@jarvis/contract';
import { changeOnce } from '../idempotency/idempotency.ts';
import { takePage } from '../page.ts';
import { type Documentation, rest } from '../rest.ts';
import { keyOrSession, router } from '../trpc.ts';
import {
  byMoment,
  createReminder,
  deleteReminder,
  listReminders,
  shownReminders,
  snoozeReminder,
} from './reminders.ts';

const tag = 'Time';
const errors = { 404: ['Reminder not found.'] };

const documented = {
  list: {
    tag,
    name: 'listReminders',
    summary: 'List reminders',
    description: 'Soonest first, at most 100 a page; those that have told are among them.',
  },
  create: {
    tag,
    name: 'createReminder',
    summary: 'Remind of something',
    description:
      'Makes a task that is due then, and tells of it. Send `text` in your own words, or `title` with `date`, or `title` with `at`. Words that say no time, or one that has passed, are refused with what was understood.',
    errors: { 400: ['This time has passed.'] },
    idempotent: true,
  },
  snooze: {
    tag,
    name: 'snoozeReminder',
    summary: 'Put a reminder off',
    description:
      'It tells again then; the task is due when it was, and a repeat goes on as before. The evening is at 19:00, a morning at 09:00.',
    errors,
  },
  delete: {
    tag,
    name: 'deleteReminder',
    summary: 'Delete a reminder',
    description: 'Its task stays.',
    errors,
  },
} as const satisfies Record<string, Documentation>;

const reminderWrite = keyOrSession.limited('taskWrites');

export const remindersRouter = router({
  list: keyOrSession
    .meta(rest('GET', '/reminders', documented.list))
    .input(listRemindersInput)
    .output(remindersOutput)
    .query(async ({ ctx, input }) => {
      const { deps, caller } = ctx;
      const rows = await takePage(ctx, input, limits.reminderListMax, byMoment, (wanted) =>
        listReminders(deps, caller.userId, wanted),
      );
      return { reminders: await shownReminders(deps, caller.userId, rows) };
    }),

  create: reminderWrite
    .meta(rest('POST', '/reminders', documented.create))
    .input(createReminderInput)
    .output(createReminderOutput)
    .mutation(({ ctx, input }) =>
      changeOnce(ctx, { operation: 'reminders.create', input, aboutOf: ({ task }) => task.id }, (deps) =>
        createReminder(deps, ctx.caller.userId, input),
      ),
    ),

  snooze: reminderWrite
    .meta(rest('PATCH', '/reminders/{id}', documented.snooze))
    .input(snoozeInput)
    .output(reminderOutput)
    .mutation(async ({ ctx, input }) => ({
      reminder: await snoozeReminder(ctx.deps, ctx.caller.userId, input),
    })),

  delete: reminderWrite
    .meta(rest('DELETE', '/reminders/{id}', documented.delete))
    .input(reminderById)
    .output(okOutput)
    .mutation(async ({ ctx, input }) => {
      await deleteReminder(ctx.deps, ctx.caller.userId, input.id);
      return { ok: true as const };
    }),
});
