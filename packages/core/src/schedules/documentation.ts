import { tagged } from '../rest.ts';

const errors = { 404: ['Schedule not found.'] };
const off = ['The operator has switched schedules off.'];
const passed = ['This time has passed, and no other follows.'];

export const documented = tagged('Time', {
  listSchedules: {
    summary: 'List schedules',
    description: 'The prompts that the assistant answers at set times, newest first.',
  },
  readSchedule: {
    summary: 'Read a schedule',
    description: 'The prompt, and its next time.',
    errors,
  },
  createSchedule: {
    summary: 'Make a schedule',
    description:
      'The assistant answers the prompt at these times, unattended: it reads tasks and memories, searches the web where allowed, and changes nothing. Each result is a conversation.',
    errors: { 400: passed, 403: off },
    idempotent: true,
  },
  changeSchedule: {
    summary: 'Change, pause or resume a schedule',
    description: 'Other times, and a resumed schedule, count from now on.',
    errors: { 400: passed, 403: off, ...errors },
  },
  deleteSchedule: {
    summary: 'Delete a schedule',
    description: 'Its runs end; its conversations stay.',
    errors,
  },
  runSchedule: {
    summary: 'Run a schedule now',
    description:
      'It runs within seconds, regardless of its times and state. If its last run has not ended, the answer is that run.',
    errors: { 403: off, ...errors },
  },
  listRuns: {
    summary: 'List the runs of a schedule',
    description: 'Newest first, kept for 90 days.',
    errors,
  },
});
