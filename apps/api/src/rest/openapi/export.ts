import { inQuery, type OperationApart } from './apart.ts';
import { headerReferences } from './headers.ts';
import type { Schema } from './types.ts';

const list = (description: string): Schema => ({
  type: 'array',
  description,
  items: { type: 'object' },
  examples: [[]],
});

const everything: Schema = {
  type: 'object',
  description: 'Everything that the account owns, with the fields of the other operations and more.',
  properties: {
    exportedAt: { type: 'string', format: 'date-time', examples: ['2026-01-31T09:30:00.123Z'] },
    account: { type: 'object', description: 'The account and its preferences.', examples: [{}] },
    identityProviders: list('Identity providers that sign in to it.'),
    sessions: list('Valid sign-ins.'),
    keys: list('API keys, without the keys themselves.'),
    grants: list('Connected programs.'),
    timeSettings: {
      type: ['object', 'null'],
      description: 'The account’s time settings; null: the defaults.',
      examples: [null],
    },
    calendarFeeds: list('Calendar addresses, without their secrets.'),
    webhooks: list('Webhooks, without their addresses and secrets.'),
    pushSubscriptions: list('Browsers that show notifications.'),
    conversations: list('Conversations with their messages.'),
    otherVersions: list('Unchosen versions of messages, each with its preceding message.'),
    files: list('Files, without their bytes.'),
    tasks: list('Tasks.'),
    reminders: list('Reminders.'),
    schedules: list('Schedules.'),
    scheduleRuns: list('Runs of schedules, also of deleted ones.'),
    notifications: list('Notifications.'),
    deliveries: list('Deliveries outside the app.'),
    memories: list('Memories.'),
    lookups: list('Web lookups.'),
  },
};

export const accountExport: OperationApart = {
  method: 'GET',
  path: '/auth/export',
  access: 'sessionOnly',
  documentation: {
    tag: 'Account',
    name: 'exportAccount',
    summary: 'Export everything in the account',
    description:
      'One JSON file, streamed. No secret is in it. With `files=true` a zip: `account.json` and the files under `files/`.',
  },
  parameters: [
    inQuery('files', '`true` for a zip with the files.', {
      type: 'boolean',
      default: false,
      examples: [true],
    }),
  ],
  responses: {
    200: {
      description: 'Done.',
      headers: headerReferences('Cache-Control'),
      content: {
        'application/json': {
          schema: { ...everything, required: Object.keys(everything.properties ?? {}) },
        },
        'application/zip': {
          schema: { type: 'string', format: 'binary', description: 'The zip.' },
          example: 'The bytes',
        },
      },
    },
  },
};
