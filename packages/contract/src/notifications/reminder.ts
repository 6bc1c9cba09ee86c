import { z } from 'zod';
import { textLanguages } from '../account/account.ts';
import { limits } from '../limits.ts';
import { pageInput } from '../primitives/page.ts';
import {
  anyText,
  byId,
  described,
  id,
  shownFlag,
  shownInt,
  shownText,
  strictBoolean,
  timestamp,
  wantedId,
} from '../primitives/text.ts';
import { minutesBefore, task, taskTitle } from '../task.ts';
import { instant, isInstant, localDate, localTime, repeatRule, timeText, timeZoneName } from '../time.ts';

const snoozes = ['10m', '1h', 'evening', 'tomorrow', 'monday'] as const;
export type Snooze = (typeof snoozes)[number];

export const reminder = z
  .object({
    id: id(),
    taskId: id('The task.'),
    title: shownText('The title of the task.', 'Call Grace'),
    at: timestamp('The next time, or the last one.'),
    // In some zones, the last moments of the accepted years lie beyond them.
    date: shownText('A local date.', '2026-11-24'),
    time: localTime(),
    timeZone: timeZoneName().describe('The zone of `date` and `time`.'),
    minutesBefore: shownInt('Minutes before the task is due.', 0),
    repeat: repeatRule().nullable(),
    snoozedUntil: timestamp('The end of the snooze; null without one.').nullable(),
    state: z.enum(['waiting', 'sent', 'done']).describe('`waiting`, `sent`, or `done` like its task.'),
  })
  .meta({ id: 'Reminder', description: 'A reminder of a task.' });
export type Reminder = z.infer<typeof reminder>;

/** The cursor contains the entry's position, soonest first. */
export const listRemindersInput = z.object(pageInput(limits.reminderListMax, 'moment'));
export const remindersOutput = z.object({ reminders: z.array(reminder).max(limits.reminderListMax) });

export const createReminderInput = z.object({
  text: timeText()
    .optional()
    .meta({ description: 'What and when, in your own words.', examples: ['call Grace tomorrow at 9'] }),
  language: described(z.enum(textLanguages).optional(), 'The language of the text.', 'en'),
  title: taskTitle.optional().meta({ description: 'Instead of `text`.', examples: ['Call Grace'] }),
  date: localDate().optional(),
  time: localTime().nullable().optional(),
  timeZone: timeZoneName().nullable().optional(),
  repeat: repeatRule().nullable().optional(),
  minutesBefore: minutesBefore().optional(),
  at: instant('An instant, instead of `date`.').optional(),
});
export type CreateReminder = z.infer<typeof createReminderInput>;
export const createReminderOutput = z.object({ reminder, task });
export const reminderOutput = z.object({ reminder });

export const reminderById = byId('reminder');
export const snoozeInput = reminderById.extend({
  snooze: anyText()
    .refine((text) => snoozes.some((each) => each === text) || isInstant(text), { error: 'snooze' })
    .meta({
      description: `Until when: \`${snoozes.join('`, `')}\`, or an instant with an offset.`,
      examples: ['10m'],
    }),
});
/** Whether it is a named snooze (`10m`), not an instant. */
export const isSnooze = (text: string): text is Snooze => snoozes.some((each) => each === text);

export const notification = z
  .object({
    id: id(),
    kind: z.enum(['reminder', 'day', 'schedule', 'system']).describe('The source.'),
    title: shownText('The title, such as that of the task.', 'Call Grace'),
    body: shownText('Further text; may be empty.', ''),
    taskId: id('The task, if any.').nullable(),
    conversationId: id('The conversation, if any.').nullable(),
    late: shownFlag('It came more than five minutes late.', false),
    missed: shownInt('The number of earlier notifications of the same repeat that it replaces.', 0),
    createdAt: timestamp(),
    readAt: timestamp('When it was read; null before that.').nullable(),
  })
  .meta({ id: 'Notification', description: 'A message of the service to the person.' });
export type Notification = z.infer<typeof notification>;

export const listNotificationsInput = z.object(pageInput(limits.notificationListMax, 'id'));
export const notificationsOutput = z.object({
  notifications: z.array(notification).max(limits.notificationListMax),
});
/** A notification for the app, with the reminder that the app may snooze, and the schedule that it opens. */
const inAppNotification = notification.extend({ reminderId: id().nullable(), scheduleId: id().nullable() });
export type InAppNotification = z.infer<typeof inAppNotification>;
export const inAppNotificationsOutput = z.object({
  notifications: z.array(inAppNotification).max(limits.notificationListMax),
});
export const readNotificationInput = byId('notification').extend({
  read: described(strictBoolean(), 'Whether it has been read.', true),
});
export const readNotificationsInput = z.object({
  ids: z.array(wantedId('Identifier of a notification.')).min(1).max(limits.notificationListMax),
});
export const notificationOutput = z.object({ notification });
