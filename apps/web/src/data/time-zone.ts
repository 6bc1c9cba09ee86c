import type { TimeSettings } from '@jarvis/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { keep, kept } from './browser/kept.ts';
import { queryClient, rpc, trpc } from './service/client.ts';
import { failureOf } from './service/failure.ts';

/** The zone of this device. Where `TZ` has no zone's name, Chromium goes by UTC, and states a name that it refuses. */
export const deviceZone = (): string => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone === 'Etc/Unknown' ? 'UTC' : timeZone;
};

/** Whether the service refused the zone of this device: `+00:00`, or a name that is too new for it. */
let isRefused = false;

/** The time settings. The first zone that a device sends, with its first read, becomes the account's. */
export const settingsQuery = queryOptions({
  queryKey: trpc.time.settings.queryKey(),
  queryFn: async () => {
    // Told once: as a change, it would be a request apart from the later reads, which fails after a sign-out.
    if (queryClient.getQueryData(trpc.time.settings.queryKey())) return rpc.time.settings.query();
    return rpc.time.meetBrowserZone.mutate({ timeZone: deviceZone() }).catch((error: unknown) => {
      if (failureOf(error).kind !== 'badRequest') throw error;
      isRefused = true;
      return rpc.time.settings.query();
    });
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** The zone of the account; of this device until it is known. */
export function useAccountZone(): string {
  const { data } = useQuery(settingsQuery);
  return data?.timeSettings.timeZone ?? deviceZone();
}

/** A pending read of the settings is older, and would replace these when it ends. */
export async function showSettings(settings: { timeSettings: TimeSettings }): Promise<void> {
  const { queryKey } = settingsQuery;
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, settings);
}

const keptKey = 'jarvis:zone-kept';
const pair = (account: string) => `${account} ${deviceZone()}`;

/** Whether to ask the person about another zone: not twice about the same one. */
export function useZoneDiffers(): boolean {
  const account = useAccountZone();
  return !isRefused && !isSameTimeZone(account, deviceZone()) && kept(keptKey) !== pair(account);
}

export function keepZone(account: string): void {
  keep(keptKey, pair(account));
}

/** Moves the account to another zone, and so its dates. */
export async function changeZone(timeZone: string): Promise<void> {
  await showSettings(await rpc.time.change.mutate({ timeZone }));
}

/** Whether two names mean the same zone: `Europe/Kyiv` and `Europe/Kiev`. */
export function isSameTimeZone(one: string, other: string): boolean {
  if (one === other) return true;
  const [first, second] = [one, other].map(
    (timeZone) => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone,
  );
  return first === second;
}

/** "New York" of `America/New_York`. */
export const cityOf = (timeZone: string): string =>
  (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
