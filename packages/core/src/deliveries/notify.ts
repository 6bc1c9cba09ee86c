import { type Channel, channels, limits } from '@jarvis/contract';
import { firstIdAt, newId } from '../ids.ts';
import { chosen, vocabularies } from '../language/languages.ts';
import {
  type AddedNotification,
  addNotifications,
  type NewNotification,
} from '../notifications/add-notifications.ts';
import type { RuleDeps, Settings } from '../ports/deps.ts';
import { filled } from '../text/filled.ts';
import { type Calendar, loadCalendar } from '../time/load-calendar.ts';
import { shownSettings } from '../time/settings.ts';
import { insertDeliveries, type NewDelivery, selectTargets } from './plan-queries.ts';
import { quietEnd } from './quiet-hours.ts';

/** From this many notifications at once, an account gets one list outside the app. */
const listedFrom = 4;
const dayMs = 24 * 60 * 60_000;
/** How long a delivery is retried, in milliseconds. */
const triedMs = { push: 4 * 60 * 60_000, mail: 12 * 60 * 60_000, webhook: dayMs } as const;
/** The source of the notification that the daily limit is reached. */
const limitSource = '00000000-0000-7000-8000-000000000002';

const types = { reminder: 'reminder.due', day: 'day.summary', schedule: 'schedule.done' } as const;

/**
 * Adds notifications, plans their deliveries, and returns the new ones, in the transaction of the caller. Four or more
 * of an account, or any of an account in `listed`, become one list, and the account is added to `listed`. In quiet
 * hours, deliveries whose time the system chose wait for their end. Beyond the daily limit, notifications appear only
 * in the app, with one notice a day.
 */
export async function notify(
  { db, clock, settings }: RuleDeps,
  notifications: readonly NewNotification[],
  listed = new Set<string>(),
): Promise<AddedNotification[]> {
  const told = await addNotifications({ db, clock }, notifications);
  if (told.length === 0) return told;
  const calendar = await loadCalendar();
  const nowMs = clock.now();
  const byAccount = Map.groupBy(told, ({ userId }) => userId);
  const since = firstIdAt(nowMs - dayMs);
  const accounts = await selectTargets(db, { userIds: [...byAccount.keys()], since });
  const planned: NewDelivery[] = [];
  const limited: NewNotification[] = [];
  for (const account of accounts) {
    const of = byAccount.get(account.userId) ?? [];
    if (of.length >= listedFrom) listed.add(account.userId);
    const groups = listed.has(account.userId) ? [of] : of.map((one) => [one]);
    const wanted = groups.flatMap((group) => deliveriesOf(account, group, settings, calendar, nowMs));
    const room = Math.max(0, limits.deliveriesADayMax - account.sentToday);
    planned.push(...wanted.slice(0, room));
    if (wanted.length > room) limited.push(limitNotice(account, nowMs));
  }
  if (planned.length > 0) await insertDeliveries(db, { rows: JSON.stringify(planned) });
  await addNotifications({ db, clock }, limited);
  return told;
}

type Account = Awaited<ReturnType<typeof selectTargets>>[number];

function deliveriesOf(
  account: Account,
  group: readonly AddedNotification[],
  settings: Settings,
  calendar: Calendar,
  nowMs: number,
): NewDelivery[] {
  const [first, ...others] = group;
  if (!first || first.kind === 'system') return [];
  const { channels, quiet, timeZone } = shownSettings(account, settings.defaultTimeZone);
  const isOwnTiming = group.every(({ kind, late }) => kind !== 'reminder' || late);
  const fromMs = (isOwnTiming && quietEnd(calendar, quiet, timeZone, nowMs)) || nowMs;
  const type = first.isFailure ? 'schedule.failed' : types[first.kind];
  const kind = others.length > 0 ? 'reminders.due' : type;
  return targetsOf(account, channels[first.kind], type, settings).map(({ channel, target, host }) => ({
    userId: account.userId,
    id: newId(nowMs),
    notificationId: first.id,
    alsoIds: others.map(({ id }) => id),
    ...{ kind, channel, target, host },
    ...{ tries: 0, attempt: null },
    nextTryAt: new Date(fromMs).toISOString(),
    expiresAt: new Date(fromMs + triedMs[channel]).toISOString(),
    createdAt: new Date(nowMs).toISOString(),
  }));
}

/** The targets for a type of event, on the chosen channels that the operator has not switched off. */
function targetsOf(
  { targets }: Account,
  chosenChannels: readonly Channel[],
  type: string,
  { push, webhooks }: Settings,
): Account['targets'] {
  const isOn: Record<Channel, boolean> = { app: false, push, mail: true, webhook: webhooks };
  return targets
    .filter(({ channel }) => isOn[channel] && chosenChannels.includes(channel))
    .filter(({ kinds }) => kinds.length === 0 || kinds.includes(type));
}

/** The channels that tell an account the results of its schedules, as set up now; always the app. */
export async function channelsOfResults(
  { db, clock, settings }: RuleDeps,
  userId: string,
): Promise<Channel[]> {
  const [account] = await selectTargets(db, { userIds: [userId], since: firstIdAt(clock.now()) });
  const { channels: wanted } = shownSettings(account, settings.defaultTimeZone);
  const targets = account ? targetsOf(account, wanted.schedule, types.schedule, settings) : [];
  return channels.filter((name) => name === 'app' || targets.some(({ channel }) => channel === name));
}

/** Once a day: later notices have the same source and moment. */
function limitNotice({ userId, language }: Account, nowMs: number): NewNotification {
  const { limit } = vocabularies[chosen(language)].notices;
  return {
    ...{ userId, kind: 'system', sourceId: limitSource },
    occurrenceAt: new Date(nowMs - (nowMs % dayMs)).toISOString(),
    title: filled(limit, limits.deliveriesADayMax),
  };
}
