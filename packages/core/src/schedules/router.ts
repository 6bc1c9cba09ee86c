import * as contract from '@jarvis/contract';
import { changeOnce } from '../idempotency/idempotency.ts';
import { byId, takePage } from '../page.ts';
import { rest } from '../rest.ts';
import { done, keyOrSession, router } from '../trpc.ts';
import { documented } from './documentation.ts';
import {
  changeSchedule,
  createSchedule,
  deleteSchedule,
  listRuns,
  listSchedules,
  readSchedule,
  runNow,
} from './schedules.ts';

const scheduleWrite = keyOrSession.limited('taskWrites');

export const schedulesRouter = router({
  list: keyOrSession
    .meta(rest('GET', '/schedules', documented.listSchedules))
    .input(contract.listSchedulesInput)
    .output(contract.schedulesOutput)
    .query(async ({ ctx, input }) => ({
      schedules: await takePage(ctx, input, contract.limits.scheduleListMax, byId, (page) =>
        listSchedules(ctx.deps, ctx.caller.userId, page),
      ),
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
      const asked = {
        operation: 'schedules.create',
        input,
        aboutOf: ({ id }: { id: string }) => id,
      };
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

  delete: scheduleWrite
    .meta(rest('DELETE', '/schedules/{id}', documented.deleteSchedule))
    .input(contract.scheduleById)
    .output(contract.okOutput)
    .mutation(({ ctx, input }) => done(deleteSchedule(ctx.deps, ctx.caller.userId, input.id))),

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
      runs: await takePage(ctx, page, contract.limits.scheduleRunListMax, byId, (wanted) =>
        listRuns(ctx.deps, ctx.caller.userId, id, wanted),
      ),
    })),
});
