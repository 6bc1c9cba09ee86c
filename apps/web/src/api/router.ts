// Stands in until core's router lands: the same names, for types only.
import * as c from '@jarvis/contract';
import { initTRPC } from '@trpc/server';
import { z } from 'zod';

const t = initTRPC.create({
  errorFormatter: ({ shape }) => ({
    ...shape,
    data: {
      ...shape.data,
      issues: [] as { path: string; message: string }[] | undefined,
      retryAfterSeconds: 0 as number | undefined,
    },
  }),
});
const p = t.procedure;
const never = (() => null) as never;
const byId = z.object({ id: z.string() });
const pageMessage = c.messageWithExtras;
export type WatchEvent =
  | {
      type: 'snapshot';
      text: string;
      steps: { label: string; state: 'running' | 'done' | 'error' }[];
      userMessage?: z.infer<typeof pageMessage>;
    }
  | { type: 'text'; delta: string }
  | { type: 'step'; label: string; state: 'running' | 'done' | 'error' }
  | {
      type: 'done' | 'stopped';
      userMessage: z.infer<typeof pageMessage>;
      assistantMessage: z.infer<typeof pageMessage>;
      conversation: c.Conversation;
    }
  | { type: 'failed'; error: { kind: string; message: string; retryAfterSeconds?: number } };
export const appRouter = t.router({
  chat: t.router({
    start: p
      .input(
        z.object({
          message: z.string(),
          conversationId: z.string().optional(),
          requestId: z.string().optional(),
        }),
      )
      .output(z.object({ turnId: z.string(), conversationId: z.string() }))
      .mutation(never),
    watch: p
      .input(z.object({ turnId: z.string().optional(), conversationId: z.string().optional() }))
      .subscription(async function* () {
        yield* [] as WatchEvent[];
      }),
    stop: p
      .input(z.object({ turnId: z.string() }))
      .output(c.okOutput)
      .mutation(never),
  }),
  conversations: t.router({
    list: p.input(c.listConversationsInput).output(c.conversationsOutput).query(never),
    rename: p.input(c.renameConversationInput).output(c.conversationOutput).mutation(never),
    delete: p.input(byId).output(c.okOutput).mutation(never),
    page: p.input(c.messagePageInput).output(c.messagePageOutput).query(never),
    search: p.input(c.searchConversationsInput).output(c.searchOutput).query(never),
  }),
  tasks: t.router({
    list: p.input(c.listTasksInput).output(c.tasksOutput).query(never),
    create: p.input(c.createTaskInput).output(c.taskOutput).mutation(never),
    update: p.input(c.updateTaskInput).output(c.taskOutput).mutation(never),
    delete: p.input(byId).output(c.okOutput).mutation(never),
  }),
  memories: t.router({
    origins: p
      .output(z.object({ origins: z.array(z.object({ memoryId: z.string(), conversationId: z.string() })) }))
      .query(never),
    list: p.input(c.listMemoriesInput).output(c.memoriesOutput).query(never),
    update: p.input(c.updateMemoryInput).output(c.memoryOutput).mutation(never),
    delete: p.input(byId).output(c.okOutput).mutation(never),
  }),
  web: t.router({
    history: p.output(c.webOutput).query(never),
    clear: p.output(c.clearedOutput).mutation(never),
  }),
  keys: t.router({
    list: p.output(c.keysOutput).query(never),
    create: p.input(c.createKeyInput).output(c.createdKeyOutput).mutation(never),
    revoke: p.input(byId).output(c.okOutput).mutation(never),
  }),
  account: t.router({
    session: p.output(c.sessionOutput).query(never),
    register: p.input(c.registerInput).output(c.signedInOutput).mutation(never),
    login: p.input(c.loginInput).output(c.signedInOutput).mutation(never),
    logout: p.output(c.okOutput).mutation(never),
    forgot: p.input(c.forgotInput).output(c.messageOutput).mutation(never),
    reset: p.input(c.resetInput).output(c.okOutput).mutation(never),
    updateProfile: p.input(c.profileInput).output(c.profileOutput).mutation(never),
    sessions: p.output(c.accountSessionsOutput).query(never),
    signInMethods: p.output(c.signInMethodsOutput).query(never),
    endSession: p.input(byId).output(c.okOutput).mutation(never),
    endOtherSessions: p.output(z.object({ ok: z.literal(true), ended: z.number() })).mutation(never),
    changePassword: p.input(c.changePasswordInput).output(c.okOutput).mutation(never),
    deleteAccount: p
      .input(z.object({ password: z.string().optional() }))
      .output(c.okOutput)
      .mutation(never),
  }),
  setup: t.router({
    connections: p.output(c.connectionsOutput).query(never),
    waysIn: p.output(c.waysInOutput).query(never),
  }),
  live: t.router({
    changes: p.subscription(async function* () {
      yield* [] as { topic: string }[];
    }),
  }),
});
export type AppRouter = typeof appRouter;
