import type { Queries } from '@jarvis/database';
import { deleteSettings } from '../connections/queries.ts';
import { setSetting, settingOf } from '../connections/stored.ts';
import type { StoreDeps } from '../ports/deps.ts';

/** While this setting exists, nothing is delivered outside the app. */
export const pausedSetting = 'outside-paused';

/** When deliveries outside the app were paused; null if they are not. */
export const pausedSince = async (db: Queries): Promise<string | null> =>
  (await settingOf(db, pausedSetting))?.changedAt ?? null;

/** Pauses deliveries outside the app until they are resumed. Waiting ones expire meanwhile. */
export const pauseOutside = (deps: StoreDeps): Promise<void> => setSetting(deps, pausedSetting, {});

/** Ends the pause: deliveries that have not expired are sent. */
export async function resumeOutside({ db }: { readonly db: Queries }): Promise<void> {
  await deleteSettings(db, { names: [pausedSetting] });
}
