import { ECDH } from 'node:crypto';
import { type CreatePushSubscription, type Delivery, limits, type PushSubscription } from '@jarvis/contract';
import { fingerprint } from '../../auth/secret-tokens.ts';
import type { SessionCaller } from '../../callers.ts';
import { holdAccount } from '../../db/account.ts';
import { existing, refusedField, requireOn } from '../../errors.ts';
import { newId, parseId } from '../../ids.ts';
import type { Deps } from '../../ports/deps.ts';
import { testOne } from '../test-one.ts';
import { pushKeys } from './push-keys.ts';
import {
  deleteFormerSubscriptions,
  deleteSubscriptionRow,
  insertSubscription,
  type SubscriptionRow,
  selectSubscription,
  selectSubscriptions,
} from './push-queries.ts';

/**
 * The subscriptions, newest first, and the key that browsers subscribe with; null if the operator has switched push
 * off.
 */
export async function listSubscriptions(
  deps: Deps,
  { userId, sessionId }: SessionCaller,
): Promise<{ pushSubscriptions: PushSubscription[]; publicKey: string | null }> {
  if (!deps.settings.push) return { pushSubscriptions: [], publicKey: null };
  const { publicKey } = await pushKeys(deps);
  const rows = await selectSubscriptions(deps.db, { userId, vapidKey: publicKey });
  return { pushSubscriptions: rows.map((row) => shown(row, sessionId)), publicKey };
}

const shown = ({ sessionId, ...row }: SubscriptionRow, current: string): PushSubscription => ({
  ...row,
  isCurrent: sessionId === current,
});

/** The hosts of the browser makers' push services. */
const services =
  /^(?:(?:fcm|android)\.googleapis\.com|jmt17\.google\.com|(?:[\w-]+\.)*push\.services\.mozilla\.com|(?:[\w-]+\.)*push\.apple\.com|(?:[\w-]+\.)*notify\.windows\.com)$/;

/**
 * Subscribes a session's browser in place of its earlier subscription. Throws badRequest for an endpoint that is not a
 * push service's and for an invalid key, restricted if the operator has switched push off.
 */
export async function subscribe(
  deps: Deps,
  { userId, sessionId }: SessionCaller,
  { endpoint, keys: { p256dh, auth } }: CreatePushSubscription,
  name: string,
): Promise<PushSubscription> {
  requireOn(deps.settings, 'push');
  const { db, clock, outside } = deps;
  const problem =
    outside.problemOf(endpoint) ??
    (services.test(new URL(endpoint).hostname) || outside.isListed(endpoint)
      ? undefined
      : 'This is not the address of a known push service.');
  if (problem !== undefined) throw refusedField('endpoint', problem);
  if (!isPublicKey(p256dh)) throw refusedField('keys.p256dh', '`keys.p256dh` is not a public key of P-256.');
  const { publicKey } = await pushKeys(deps);
  const endpointHash = fingerprint(endpoint);
  const row = {
    ...{ id: newId(clock.now()), sessionId, name, host: new URL(endpoint).host },
    ...{ failingSince: null, createdAt: clock.nowIso() },
  };
  await db.transaction(async (tx) => {
    await holdAccount.first(tx, { userId });
    await deleteFormerSubscriptions(tx, { userId, sessionId, endpointHash });
    const known = await selectSubscriptions(tx, { userId, vapidKey: publicKey });
    for (const { id } of known.slice(limits.pushSubscriptionsMax - 1))
      await deleteSubscriptionRow(tx, { userId, id });
    const target = { endpoint, endpointHash, p256dh, auth, vapidKey: publicKey };
    await insertSubscription(tx, { userId, ...row, ...target });
  });
  return shown(row, sessionId);
}

/** Whether the point lies on the curve: nothing could be encrypted for another one. */
function isPublicKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

/** Throws notFound. */
export async function unsubscribe({ db }: Deps, userId: string, id: string): Promise<void> {
  const row = await deleteSubscriptionRow.first(db, { userId, id: parseId(id, 'Push subscription') });
  existing(row, 'Push subscription');
}

/** Pushes a test now, without retries. Throws notFound, restricted. */
export async function testSubscription(deps: Deps, userId: string, wanted: string): Promise<Delivery> {
  requireOn(deps.settings, 'push');
  const id = parseId(wanted, 'Push subscription');
  const { host } = existing(await selectSubscription.first(deps.db, { userId, id }), 'Push subscription');
  return testOne(deps, userId, { channel: 'push', target: id, host });
}
