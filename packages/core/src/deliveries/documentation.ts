import { shownRefusals } from '@jarvis/contract';
import { tagged } from '../rest.ts';

const webhookErrors = { 404: ['Webhook not found.'] };
const pushErrors = { 404: ['Push subscription not found.'] };
const webhooksOff = [shownRefusals.webhooksOff];
const pushOff = [shownRefusals.pushOff];

/** The OpenAPI descriptions of the operations on deliveries. */
export const documented = tagged('Time', {
  listDeliveries: {
    summary: 'List deliveries outside the app',
    description: 'Newest first, at most 100 a page; kept for 30 days.',
  },
  clearDeliveries: {
    summary: 'Clear deliveries outside the app',
    description: 'Pending deliveries stay.',
  },
  listWebhooks: {
    summary: 'List webhooks',
    description: 'Newest first. Only the host of each address is shown.',
  },
  createWebhook: {
    summary: 'Add a webhook',
    description: 'Calls have the form of Standard Webhooks. The secret is shown only in this answer.',
    errors: { 400: [shownRefusals.webhooksMax], 403: webhooksOff },
  },
  changeWebhook: {
    summary: 'Change a webhook',
    description: 'Send `kinds`, `enabled` or both. Switching it on resets its failures.',
    errors: webhookErrors,
  },
  deleteWebhook: {
    summary: 'Delete a webhook',
    description: 'Its pending deliveries are stopped.',
    errors: webhookErrors,
  },
  testWebhook: {
    summary: 'Test a webhook',
    description: 'Calls it once, with the type `test`, and returns the result.',
    errors: { ...webhookErrors, 403: webhooksOff },
  },
  listPushSubscriptions: {
    summary: 'List browsers that show notifications',
    description: 'Newest first, with the key for subscribing a browser.',
  },
  createPushSubscription: {
    summary: 'Add a browser for notifications',
    description:
      'Send the browser’s subscription object. It replaces this session’s earlier one, and ends with the session.',
    errors: { 403: pushOff },
  },
  deletePushSubscription: {
    summary: 'Remove a browser for notifications',
    description: 'It gets no further notifications.',
    errors: pushErrors,
  },
  testPushSubscription: {
    summary: 'Test notifications in a browser',
    description: 'Pushes once, and returns the result.',
    errors: { ...pushErrors, 403: pushOff },
  },
});
