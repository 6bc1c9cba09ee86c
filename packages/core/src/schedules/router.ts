import * as contract from '@jarvis/contract';
import { changeOnce } from '../idempotency/idempotency.ts';
import { byId, takePage } from '../page.ts';
import { rest, tagged } from '../rest.ts';
import { keyOrSession, router } from '../trpc.ts';
import {
  changeSchedule,
  createSchedule,
  deleteSchedule,
  listRuns,
  listSchedules,
  readSchedule,
  runNow,
} from './schedules.ts';

const off = [contract.shownRefusals.schedulesOff];
const passed = ['This time has passed, and no other follows.'];

const documented = tagged(
  'Time',
  {
    listSchedules: {
      summary: 'List schedules',
      description: 'The prompts that the assistant answers at set times, newest first.',
    },
    readSchedule: {
      summary: 'Read a schedule',
      description: 'The prompt, and its next time.',
    },
    createSchedule: {
      summary: 'Make a schedule',
      description:
        'The assistant answers the prompt at these times, unattended: it reads tasks and memories, searches the web where allowed, and changes nothing. Each result is a conversation.',
      errors: { 400: [...passed, contract.shownRefusals.schedulesMax], 403: off },
      idempotent: true,
    },
    changeSchedule: {
      summary: 'Change, pause or resume a schedule',
      description: 'Other times, and a resumed schedule, count from now on.',
      errors: { 400: passed, 403: off },
    },
    deleteSchedule: {
      summary: 'Delete a schedule',
      description: 'Its runs end; its conversations stay.',
    },
    runSchedule: {
      summary: 'Run a schedule now',
      description:
        'It runs within seconds, regardless of its times and state. If its last run has not ended, the answer is that run.',
      errors: { 403: off },
    },
    listRuns: {
      summary: 'List the runs of a schedule',
      description: 'Newest first, kept for 90 days.',
    },
  },
  'Schedule',
);

const scheduleWrite = keyOrSession.limited('taskWrites');

export const schedulesRouter = router({
  list: keyOrSession
    .meta(rest('GET', '/schedules', documented.listSchedules))
    .input(contract.listSchedulesInput)
    .output(contract.schedulesOutput)
    .query(async ({ ctx, input }) => ({
      schedules: await takePage(ctx, input, byId, (page) => listSchedules(ctx.deps, ctx.caller.userId, page)),
    })),

  get: keyOrSession
    .meta(rest('GET', '/schedules/{id}', documented.readSchedule))
    .input(contract.scheduleById)
    .output(contract.scheduleOutput)
    .query(async ({ ctx, input }) => ({
      schedule: await readSchedule(ctx.deps, ctx.caller.userId, input.id),
    })),

  create: scheduleWrite
    .meta(rest('POST', '/schedules', documented.createSchedule))
    .input(contract.createScheduleInput)
    .output(contract.scheduleOutput)
    .mutation(async ({ ctx, input }) => {
      const asked = { operation: 'schedules.create', input, aboutOf: ({ id }: contract.Schedule) => id };
      const schedule = await changeOnce(ctx, asked, (deps) =>
        createSchedule(deps, ctx.caller.userId, { ...input, createdBy: 'user', by: ctx.caller }),
      );
      return { schedule };
    }),

  change: scheduleWrite
    .meta(rest('PATCH', '/schedules/{id}', documented.changeSchedule))
    .input(contract.changeScheduleInput)
    .output(contract.scheduleOutput)
    .mutation(async ({ ctx, input }) => ({
      schedule: await changeSchedule(ctx.deps, ctx.caller.userId, input, ctx.caller),
    })),

  delete: scheduleWrite.ok
    .meta(rest('DELETE', '/schedules/{id}', documented.deleteSchedule))
    .input(contract.scheduleById)
    .mutation(({ ctx, input }) => deleteSchedule(ctx.deps, ctx.caller.userId, input.id)),

  run: scheduleWrite
    .meta(rest('POST', '/schedules/{id}/run', documented.runSchedule))
    .input(contract.scheduleById)
    .output(contract.runOutput)
    .mutation(async ({ ctx, input }) => ({
      run: await runNow(ctx.deps, ctx.caller.userId, input.id, ctx.caller),
    })),

  runs: keyOrSession
    .meta(rest('GET', '/schedules/{id}/runs', documented.listRuns))
    .input(contract.listRunsInput)
    .output(contract.runsOutput)
    .query(async ({ ctx, input: { id, ...page } }) => ({
      runs: await takePage(ctx, page, byId, (wanted) => listRuns(ctx.deps, ctx.caller.userId, id, wanted)),
    })),
});
