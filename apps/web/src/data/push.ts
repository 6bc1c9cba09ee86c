import { keep, kept } from './browser/kept.ts';
import { rpc } from './service/client.ts';

/** Why this browser cannot show notifications while the app is closed; undefined: it can. */
type PushProblem = 'unsupported' | 'insecure' | 'homeScreen' | 'denied';

export function pushProblem(): PushProblem | undefined {
  if (!isSecureContext) return 'insecure';
  const { userAgent, maxTouchPoints } = navigator;
  // An iPad calls itself a Mac, which has no touch screen.
  const isHandheld = /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  if (isHandheld && !matchMedia('(display-mode: standalone)').matches) return 'homeScreen';
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis))
    return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : undefined;
}

/** The endpoint with which a person subscribed on this browser. */
const keptName = (userId: string) => `jarvis:push:${userId}`;

/**
 * Requests the browser's permission, and subscribes it to notifications of this account until it signs out. Only on a
 * click. Throws the browser's error if it has no push service; returns 'denied' if the person refused.
 */
export async function subscribeHere(userId: string, publicKey: string): Promise<PushProblem | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  const { pushManager } = await navigator.serviceWorker.ready;
  const present = await pushManager.getSubscription();
  if (present && keyOf(present) !== publicKey) await present.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const { endpoint, keys = {} } = (await pushManager.subscribe(options)).toJSON();
  const { p256dh = '', auth = '' } = keys;
  await rpc.push.subscribe.mutate({ endpoint: endpoint ?? '', keys: { p256dh, auth } });
  keep(keptName(userId), endpoint ?? null);
  return undefined;
}

/** The person has removed the subscription of this browser: it is not renewed. */
export async function unsubscribeHere(userId: string): Promise<void> {
  keep(keptName(userId), null);
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
}

/** Browsers end subscriptions, and the service may have new keys: subscribes again when they no longer match. */
export async function renewPush(userId: string): Promise<void> {
  if (pushProblem() || Notification.permission !== 'granted') return;
  const { pushSubscriptions, publicKey } = await rpc.push.list.query();
  if (publicKey === null) return;
  const present = await (await navigator.serviceWorker.ready).pushManager.getSubscription();
  const isKnown = pushSubscriptions.some(({ isCurrent }) => isCurrent);
  if (isKnown && present && present.endpoint === kept(keptName(userId)) && keyOf(present) === publicKey)
    return;
  await subscribeHere(userId, publicKey);
}

/** The public key with which a subscription was made, in base64url. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
