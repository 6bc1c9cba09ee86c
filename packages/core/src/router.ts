import { accountRouter } from './account/router.ts';
import { calendarFeedsRouter } from './calendar-feeds/router.ts';
import { liveRouter } from './change-feed/router.ts';
import { chatRouter } from './chat/router.ts';
import { connectionsRouter } from './connections/router.ts';
import { conversationsRouter } from './conversations/router.ts';
import { customInstructionsRouter } from './custom-instructions/router.ts';
import { pushRouter } from './deliveries/push/push-router.ts';
import { deliveriesRouter } from './deliveries/router.ts';
import { webhooksRouter } from './deliveries/webhooks/webhooks-router.ts';
import { filesRouter } from './files/router.ts';
import { grantsRouter } from './grants/router.ts';
import { healthRouter } from './health/router.ts';
import { keysRouter } from './keys/router.ts';
import { webRouter } from './lookups/router.ts';
import { memoriesRouter } from './memories/router.ts';
import { notificationsRouter } from './notifications/router.ts';
import { accountsRouter } from './operator/router.ts';
import { registrationRouter } from './registration/router.ts';
import { remindersRouter } from './reminders/router.ts';
import { schedulesRouter } from './schedules/router.ts';
import { setupRouter } from './setup/router.ts';
import { tasksRouter } from './tasks/router.ts';
import { timeRouter } from './time/router.ts';
import { router } from './trpc.ts';

/** The table of contents: every procedure with a JSON result, by domain. */
export const appRouter = router({
  health: healthRouter,
  chat: chatRouter,
  conversations: conversationsRouter,
  files: filesRouter,
  tasks: tasksRouter,
  time: timeRouter,
  reminders: remindersRouter,
  schedules: schedulesRouter,
  notifications: notificationsRouter,
  push: pushRouter,
  webhooks: webhooksRouter,
  deliveries: deliveriesRouter,
  memories: memoriesRouter,
  web: webRouter,
  keys: keysRouter,
  calendarFeeds: calendarFeedsRouter,
  grants: grantsRouter,
  account: accountRouter,
  customInstructions: customInstructionsRouter,
  accounts: accountsRouter,
  registration: registrationRouter,
  setup: setupRouter,
  connections: connectionsRouter,
  live: liveRouter,
});

export type AppRouter = typeof appRouter;
