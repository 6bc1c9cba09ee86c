import { randomBytes } from 'node:crypto';
import type { CreateWebhook, Delivery, Webhook, WebhookChange } from '@jarvis/contract';
import { limits, shownRefusals } from '@jarvis/contract';
import { holdAccountBy } from '../../auth/hold-account-by.ts';
import type { SessionCaller } from '../../callers.ts';
import { badRequest, existing, refusedField, requireOn } from '../../errors.ts';
import { newId, parseId } from '../../ids.ts';
import type { Deps } from '../../ports/deps.ts';
import { testOne } from '../test-one.ts';
import {
  deleteWebhookRow,
  insertWebhook,
  selectWebhook,
  selectWebhooks,
  updateWebhook,
  type WebhookRow,
} from './webhook-queries.ts';
import { openWebhook, purposeOf } from './webhook-secrets.ts';

/** Newest first, with masked addresses. */
export async function listWebhooks(deps: Deps, userId: string): Promise<Webhook[]> {
  return Promise.all((await selectWebhooks(deps.db, { userId })).map((row) => shown(deps, row)));
}

/** Hides the path: at chat services, it is a secret. */
async function shown(deps: Deps, row: WebhookRow): Promise<Webhook> {
  const { id, host, kinds, failingSince, disabledAt, createdAt } = row;
  return {
    id,
    url: `${await schemeOf(deps, row)}//${host}/…`,
    kinds: kinds as Webhook['kinds'],
    enabled: disabledAt === null,
    failingSince,
    createdAt,
  };
}

/** Only the encrypted address has the scheme; https if this installation cannot decrypt it. */
const schemeOf = (deps: Deps, row: WebhookRow): Promise<string> =>
  openWebhook(deps, row).then(
    ({ url }) => new URL(url).protocol,
    () => 'https:',
  );

/**
 * Adds a webhook; only this answer contains its secret. Throws badRequest for a forbidden address and beyond the
 * maximum number; restricted if the operator has switched webhooks off; unauthenticated.
 */
export async function createWebhook(
  deps: Deps,
  caller: SessionCaller,
  { url, kinds = [] }: CreateWebhook,
): Promise<{ webhook: Webhook; secret: string }> {
  requireOn(deps.settings, 'webhooks');
  const problem = deps.outside.problemOf(url);
  if (problem !== undefined) throw refusedField('url', problem);
  const { db, clock, connectors } = deps;
  const { userId } = caller;
  const id = newId(clock.now());
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const sealed = {
    url: await connectors.secrets.seal(url, purposeOf(id, 'url')),
    secret: await connectors.secrets.seal(secret, purposeOf(id, 'secret')),
  };
  const made = {
    ...{ id, ...sealed, host: new URL(url).host, kinds, createdAt: clock.nowIso() },
    ...{ failingSince: null, disabledAt: null },
  };
  await db.transaction(async (tx) => {
    await holdAccountBy(tx, userId, caller);
    if ((await selectWebhooks(tx, { userId })).length >= limits.webhooksMax)
      throw badRequest(shownRefusals.webhooksMax);
    await insertWebhook(tx, { userId, ...made });
  });
  return { webhook: await shown(deps, made), secret };
}

/** Throws notFound. */
export async function changeWebhook(
  deps: Deps,
  userId: string,
  { id, kinds, enabled }: WebhookChange,
): Promise<Webhook> {
  const change = { kinds: kinds ?? null, enabled: enabled ?? null, now: deps.clock.nowIso() };
  const row = await updateWebhook.first(deps.db, { userId, id: parseId(id, 'Webhook'), ...change });
  return shown(deps, existing(row, 'Webhook'));
}

/** Throws notFound. Pending deliveries are stopped. */
export async function deleteWebhook({ db }: Deps, userId: string, id: string): Promise<void> {
  existing(await deleteWebhookRow.first(db, { userId, id: parseId(id, 'Webhook') }), 'Webhook');
}

/** Calls a webhook now, without retries. Throws notFound, restricted. */
export async function testWebhook(deps: Deps, userId: string, wanted: string): Promise<Delivery> {
  requireOn(deps.settings, 'webhooks');
  const id = parseId(wanted, 'Webhook');
  const { host } = existing(await selectWebhook.first(deps.db, { userId, id }), 'Webhook');
  return testOne(deps, userId, { channel: 'webhook', target: id, host });
}
