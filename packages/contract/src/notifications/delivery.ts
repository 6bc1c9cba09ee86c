import { z } from 'zod';
import { limits } from '../limits.ts';
import { pageInput } from '../primitives/page.ts';
import {
  anyText,
  byId,
  described,
  id,
  shownFlag,
  shownInt,
  shownText,
  strictBoolean,
  timestamp,
} from '../primitives/text.ts';
import { endedRunStates } from '../schedule.ts';
import { outsideChannels } from '../time.ts';

/** The events delivered outside the app: the types of the bodies that webhooks get. */
const webhookKinds = ['reminder.due', 'day.summary', 'schedule.done', 'schedule.failed', 'test'] as const;

export const delivery = z
  .object({
    id: id(),
    channel: z.enum(outsideChannels).describe('The channel.'),
    host: shownText('The host of the target.', 'hooks.example.org'),
    kind: shownText('The type, as for webhooks; `reminders.due` for a list.', 'reminder.due'),
    state: z
      .enum(['waiting', 'sent', 'failed', 'expired', 'stopped'])
      .describe(
        '`waiting`, `sent`, `failed` (retried, except for a test), `expired`, or `stopped` for the reason in `error`.',
      ),
    tries: shownInt('The number of tries.', 1),
    createdAt: timestamp(),
    sentAt: timestamp('When it was accepted; null before that.').nullable(),
    error: described(z.string().nullable(), 'Why the last try failed, in words.', 'Answered 500.'),
  })
  .meta({ id: 'Delivery', description: 'A notification that was sent outside the app.' });
export type Delivery = z.infer<typeof delivery>;

export const listDeliveriesInput = z.object(pageInput(limits.deliveryListMax, 'id'));
export const deliveriesOutput = z.object({ deliveries: z.array(delivery).max(limits.deliveryListMax) });
export const deliveryOutput = z.object({ delivery });

const address = (description: string, example: string) => {
  const text = anyText().max(limits.webhookUrlCharsMax);
  const url = text.refine((sent) => URL.canParse(sent), { error: 'url' });
  return described(url, description, example);
};

const webhookKindList = () =>
  described(
    z.array(z.enum(webhookKinds)).max(webhookKinds.length),
    'The event types of its calls, `reminder.due` also for lists (`reminders.due`); empty: all.',
    ['reminder.due'],
  );

export const webhook = z
  .object({
    id: id(),
    url: shownText('Its address, without the path, which may be secret.', 'https://hooks.example.org/…'),
    kinds: webhookKindList(),
    enabled: shownFlag('False if the person, or five days of failures, switched it off.', true),
    failingSince: timestamp(
      'The time since which every call has failed; null if the last one succeeded.',
    ).nullable(),
    createdAt: timestamp(),
  })
  .meta({ id: 'Webhook', description: 'An address that receives the account’s notifications.' });
export type Webhook = z.infer<typeof webhook>;

export const webhooksOutput = z.object({ webhooks: z.array(webhook).max(limits.webhooksMax) });
export const webhookOutput = z.object({ webhook });
export const createWebhookInput = z.object({
  url: address('An https address.', 'https://hooks.example.org/jarvis'),
  kinds: webhookKindList().optional(),
});
export type CreateWebhook = z.infer<typeof createWebhookInput>;
export const createdWebhookOutput = z.object({
  webhook,
  secret: shownText(
    'Signs the calls (Standard Webhooks). Store it now: it is never shown again.',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  ),
});
export const webhookById = byId('webhook');
export const changeWebhookInput = webhookById
  .extend({
    kinds: webhookKindList().optional(),
    enabled: described(strictBoolean().optional(), 'Switches it on or off.', true),
  })
  .refine(({ kinds, enabled }) => (kinds ?? enabled) !== undefined, { error: 'nothing' });
export type WebhookChange = z.infer<typeof changeWebhookInput>;

export const pushSubscription = z
  .object({
    id: id(),
    name: shownText('The browser’s User-Agent.', 'Mozilla/5.0'),
    host: shownText('Its push service.', 'fcm.googleapis.com'),
    isCurrent: shownFlag('It is the browser of this session.', true),
    failingSince: timestamp(
      'The time since which every push has failed; null if the last one succeeded.',
    ).nullable(),
    createdAt: timestamp(),
  })
  .meta({ id: 'PushSubscription', description: 'A browser that shows notifications, until it signs out.' });
export type PushSubscription = z.infer<typeof pushSubscription>;

export const pushSubscriptionsOutput = z.object({
  pushSubscriptions: z.array(pushSubscription).max(limits.pushSubscriptionsMax),
  publicKey: described(
    z.string().nullable(),
    'The key for subscribing a browser (`applicationServerKey`); null if the operator has switched push off.',
    'BNNL5ZaTfK81qhXOx23-wewhigUeFb632jN6LvRWCFH1ubQr77FE_9qV1FuojuRmHP42zmf34rXgW80OvUVDgTk',
  ),
});
export const pushSubscriptionOutput = z.object({ pushSubscription });
const base64url = (bytes: number, description: string, example: string) =>
  anyText()
    .refine((text) => new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}={0,2}$`).test(text), {
      error: 'pushKey',
    })
    .meta({ description, examples: [example] });

/** In the form of a browser's `PushSubscription.toJSON()`. */
export const createPushSubscriptionInput = z.object({
  endpoint: address('The address at the push service.', 'https://fcm.googleapis.com/fcm/send/d1:APA91b'),
  keys: z.object({
    p256dh: base64url(
      65,
      'The public key of the browser.',
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    ),
    auth: base64url(16, 'The secret of the browser.', 'BTBZMqHH6r4Tts7J_aSIgg'),
  }),
});
export type CreatePushSubscription = z.infer<typeof createPushSubscriptionInput>;
export const pushSubscriptionById = byId('push subscription');

/** For operators: the state of deliveries of all accounts. */
export const outsideOutput = z.object({
  pausedAt: z.string().nullable(),
  /** Waiting deliveries, and failed ones that are retried; at most 500 of a channel. */
  waiting: z.int(),
  failing: z.int(),
  /** The delay of the earliest due delivery, in milliseconds. */
  lateMs: z.int(),
  /** The delay of the earliest due reminder or day summary in the app, in milliseconds. */
  loopLateMs: z.int(),
  runs: z.object({
    /** Runs that have not ended; at most 500. */
    waiting: z.int(),
    running: z.int(),
    /** The delay of the earliest due run, planned or not, in milliseconds; 0 if schedules are switched off. */
    lateMs: z.int(),
    /** How the runs of the last hour ended; the newest 500. */
    lastHour: z.record(z.enum(endedRunStates), z.int()),
  }),
});
export const mailConfirmationOutput = z.object({ isConfirmed: z.boolean() });
