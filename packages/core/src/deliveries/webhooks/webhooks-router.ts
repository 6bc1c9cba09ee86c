import * as contract from '@jarvis/contract';
import { rest } from '../../rest.ts';
import { router, sessionOnly } from '../../trpc.ts';
import { documented } from '../documentation.ts';
import { changeWebhook, createWebhook, deleteWebhook, listWebhooks, testWebhook } from './webhooks.ts';

const webhookWrite = sessionOnly.limited('outsideWrites');

/** For sessions only: a leaked key cannot leave a webhook behind that keeps sending. */
export const webhooksRouter = router({
  list: sessionOnly
    .meta(rest('GET', '/webhooks', documented.listWebhooks))
    .output(contract.webhooksOutput)
    .query(async ({ ctx }) => ({ webhooks: await listWebhooks(ctx.deps, ctx.caller.userId) })),

  create: webhookWrite
    .meta(rest('POST', '/webhooks', documented.createWebhook))
    .input(contract.createWebhookInput)
    .output(contract.createdWebhookOutput)
    .mutation(({ ctx, input }) => createWebhook(ctx.deps, ctx.caller, input)),

  change: webhookWrite
    .meta(rest('PATCH', '/webhooks/{id}', documented.changeWebhook))
    .input(contract.changeWebhookInput)
    .output(contract.webhookOutput)
    .mutation(async ({ ctx, input }) => ({
      webhook: await changeWebhook(ctx.deps, ctx.caller.userId, input),
    })),

  delete: webhookWrite.ok
    .meta(rest('DELETE', '/webhooks/{id}', documented.deleteWebhook))
    .input(contract.webhookById)
    .mutation(({ ctx, input }) => deleteWebhook(ctx.deps, ctx.caller.userId, input.id)),

  test: webhookWrite
    .meta(rest('POST', '/webhooks/{id}/test', documented.testWebhook))
    .input(contract.webhookById)
    .output(contract.deliveryOutput)
    .mutation(async ({ ctx, input }) => ({
      delivery: await testWebhook(ctx.deps, ctx.caller.userId, input.id),
    })),
});
