import type { Documentation } from '../rest.ts';

const tag = 'Time';
const webhookErrors = { 404: ['Webhook not found.'] };
const pushErrors = { 404: ['Push subscription not found.'] };
const webhooksOff = ['The operator has switched webhooks off.'];
const pushOff = ['The operator has switched push off.'];

/** The OpenAPI descriptions of the operations on deliveries. */
export const documented = {
  listDeliveries: {
    tag,
    name: 'listDeliveries',
    summary: 'List what was told outside the app',
    description: 'Newest first, at most 100 a page; kept for 30 days.',
  },
  clearDeliveries: {
    tag,
    name: 'clearDeliveries',
    summary: 'Clear what was told outside the app',
    description: 'Those that are still tried stay.',
  },
  listWebhooks: {
    tag,
    name: 'listWebhooks',
    summary: 'List webhooks',
    description: 'Newest first. Of their addresses only the host is shown.',
  },
  createWebhook: {
    tag,
    name: 'createWebhook',
    summary: 'Add a webhook',
    description:
      'It is called in the form of Standard Webhooks. The answer is the only place where its secret is shown.',
    errors: { 400: ['At most 5 webhooks: delete one first.'], 403: webhooksOff },
  },
  changeWebhook: {
    tag,
    name: 'changeWebhook',
    summary: 'Change a webhook',
    description: 'Send `kinds`, `enabled` or both. Switched on, it counts its failures anew.',
    errors: webhookErrors,
  },
  deleteWebhook: {
    tag,
    name: 'deleteWebhook',
    summary: 'Delete a webhook',
    description: 'What waits for it is stopped.',
    errors: webhookErrors,
  },
  testWebhook: {
    tag,
    name: 'testWebhook',
    summary: 'Test a webhook',
    description: 'Calls it once, with the type `test`, and answers how that went.',
    errors: { ...webhookErrors, 403: webhooksOff },
  },
  listSubscriptions: {
    tag,
    name: 'listPushSubscriptions',
    summary: 'List browsers that show notifications',
    description: 'Newest first, and the key that a browser subscribes with.',
  },
  subscribe: {
    tag,
    name: 'createPushSubscription',
    summary: 'Have a browser show notifications',
    description:
      'Send the subscription as the browser gives it. It takes the place of what this session had, and ends when the session does.',
    errors: { 403: pushOff },
  },
  unsubscribe: {
    tag,
    name: 'deletePushSubscription',
    summary: 'Have a browser show no more notifications',
    errors: pushErrors,
  },
  testSubscription: {
    tag,
    name: 'testPushSubscription',
    summary: 'Test notifications in a browser',
    description: 'Pushes once, and answers how that went.',
    errors: { ...pushErrors, 403: pushOff },
  },
} as const satisfies Record<string, Documentation>;
