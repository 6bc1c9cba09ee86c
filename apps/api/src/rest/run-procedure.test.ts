import { callTRPCProcedure, initTRPC, TRPCError } from '@trpc/server';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { procedureRunner } from './run-procedure.ts';

const t = initTRPC.context<{ caller: string }>().create();
const granted = t.procedure.use(({ ctx, next }) => next({ ctx: { granted: `to ${ctx.caller}` } }));
const router = t.router({
  deep: t.router({
    read: granted
      .input(z.object({ count: z.coerce.number().max(5) }))
      .input(z.object({ more: z.string().default('none') }))
      .output(z.object({ said: z.string() }))
      .query(({ ctx, input, path }) => ({
        said: `${ctx.granted} ${input.count} ${input.more} ${path}`,
        secret: 'not in the output',
      })),
  }),
  noInput: t.procedure.query(({ ctx, input }) => [ctx.caller, input]),
  changed: t.procedure
    .use(({ next }) => next({ getRawInput: async () => ({ count: 3 }) }))
    .input(z.object({ count: z.number() }))
    .mutation(({ input }) => input.count),
  refuses: t.procedure
    .use(() => {
      throw new TRPCError({ code: 'FORBIDDEN', message: 'Not you.' });
    })
    .query(() => 'never'),
  breaks: t.procedure.query(() => {
    throw new RangeError('a defect');
  }),
  wrongOutput: t.procedure.output(z.string()).query(() => 5 as unknown as string),
});

it.each([
  ['deep.read', { count: '4' }],
  ['deep.read', { count: '4', more: 'x' }],
  ['deep.read', { count: '6' }],
  ['deep.read', undefined],
  ['noInput', undefined],
  ['noInput', { ignored: true }],
  ['changed', { count: 'three' }],
  ['refuses', undefined],
  ['breaks', undefined],
  ['wrongOutput', undefined],
])('%s with %j does what tRPC does', async (path, input) => {
  const type = path === 'changed' ? 'mutation' : 'query';
  const outcome = (running: Promise<unknown>) =>
    running.then(
      (data) => ({ data }),
      (error: TRPCError) => ({
        isTrpcError: error instanceof TRPCError,
        code: error.code,
        message: error.message,
        cause: error.cause?.name,
      }),
    );
  const expected = await outcome(
    callTRPCProcedure({
      router,
      path,
      type,
      ctx: { caller: 'me' },
      getRawInput: async () => input,
      signal: undefined,
      batchIndex: 0,
    }),
  );
  expect(await outcome(procedureRunner(router, path)({ caller: 'me' }, input))).toEqual(expected);
});
